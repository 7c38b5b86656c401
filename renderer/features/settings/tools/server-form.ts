import type { MethodInput, ServerTransport, ToolServer } from '#contract';

export interface SecretField {
  /** Its place in the form. */
  key: number;
  name: string;
  value: string;
  /** A value is stored already. */
  kept: boolean;
}

/** What stands in the form of a server. */
export interface ServerFields {
  name: string;
  kind: ServerTransport['kind'];
  command: string;
  /** One on each line. */
  args: string;
  url: string;
  secrets: readonly SecretField[];
}

export interface ServerFaults {
  name: boolean;
  command: boolean;
  url: boolean;
  /** Keys of secrets whose names cannot be taken. */
  secrets: ReadonlySet<number>;
}

export function fieldsOf(server: ToolServer | null): ServerFields {
  const transport = server?.transport;
  return {
    name: server?.name ?? '',
    kind: transport?.kind ?? 'stdio',
    command: transport?.kind === 'stdio' ? transport.command : '',
    args: transport?.kind === 'stdio' ? transport.args.join('\n') : '',
    url: transport?.kind === 'http' ? transport.url : '',
    secrets: (server?.secretNames ?? []).map((name, key) => ({ key, name, value: '', kept: true })),
  };
}

export function faultsOf(fields: ServerFields, others: readonly ToolServer[]): ServerFaults {
  const { kind, command, url, secrets } = fields;
  const name = fields.name.trim();
  const taken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  return {
    name: name === '' || taken,
    command: kind === 'stdio' && command.trim() === '',
    url: kind === 'http' && !/^https?:\/\/[^\s]+$/.test(url.trim()),
    secrets: new Set(
      secrets
        .filter(({ name: each }) => !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(each.trim()))
        .map(({ key }) => key),
    ),
  };
}

export const hasFaults = ({ name, command, url, secrets }: ServerFaults): boolean =>
  name || command || url || secrets.size > 0;

/**
 * What is saved.
 *
 * @param system whether the computer can encrypt secrets; else they live until the app closes
 */
export function toDraft(
  server: ToolServer | null,
  fields: ServerFields,
  system: boolean,
): MethodInput<'tools.saveServer'> {
  const { name, kind, command, args, url, secrets } = fields;
  const lines = args.split('\n').map((line) => line.trim());
  const fresh = secrets.filter(({ value, kept }) => value !== '' || !kept);
  return {
    ...(server && { id: server.id }),
    name: name.trim(),
    transport:
      kind === 'stdio'
        ? { kind, command: command.trim(), args: lines.filter((line) => line !== '') }
        : { kind, url: url.trim() },
    secrets: Object.fromEntries(fresh.map(({ name: each, value }) => [each.trim(), value])),
    keepSecrets: secrets.filter(({ value, kept }) => kept && value === '').map(({ name: each }) => each),
    storage: system ? 'system' : 'session',
  };
}
