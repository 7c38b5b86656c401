import type { JsonSchemaValidator, jsonSchemaValidator, Transport } from '@modelcontextprotocol/client';
import type { ServerTransport } from '#contract';
import { redact } from '../../providers/redact.ts';
import { limitedFetch } from './limited-fetch.ts';
import type { ListedTool } from './server-store.ts';

/** A connection to a running server. */
export interface ServerSession {
  tools(): Promise<ListedTool[]>;
  call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallResult>;
  /** Whether it still answers at all. */
  answers(): Promise<boolean>;
  /** What it wrote on its error output last, without its secrets. */
  told(): string;
  close(): Promise<void>;
}

/** What a tool of a server answered, as far as it is used. */
export interface CallResult {
  content: readonly ResultContent[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
}

export type ResultContent = { type: string } & Record<string, unknown>;

export interface SessionOptions {
  transport: ServerTransport;
  secrets: Record<string, string>;
  appVersion: string;
  /** How a server on the web is reached. */
  fetch: typeof fetch;
  onClosed(): void;
}

/** Milliseconds for a server to start and introduce itself, and for a question that needs no work. */
const startMs = 20_000;
const pingMs = 5000;
/** Longer than the registry of tools waits: that one decides. */
const callMs = 120_000;
const toldLength = 2000;
/** Bytes of one message of a server. */
const largestMessage = 4 * 1024 * 1024;
/** Of one tool, and of a server: what is kept of what it says about itself. */
const longestDescription = 2000;
const mostTools = 500;
const largestSchema = 20_000;

/**
 * Starts a server, or connects to one. The protocol's library is loaded on first use.
 * Rejects with whatever the library throws; the server is gone then.
 */
export async function openSession(options: SessionOptions): Promise<ServerSession> {
  const { Client, ProtocolError } = await import('@modelcontextprotocol/client');
  const { transport, told } = await makeTransport(options);
  const client = new Client(
    { name: 'Bough', version: options.appVersion },
    { capabilities: {}, jsonSchemaValidator: untouched },
  );
  client.onerror = () => {};
  try {
    await client.connect(transport, { timeout: startMs });
  } catch (error) {
    await client.close().catch(() => {});
    throw withOutput(error, told());
  }
  client.onclose = () => options.onClosed();
  return {
    tools: async () => {
      if (!client.getServerCapabilities()?.tools) return [];
      const { tools } = await client.listTools({}, { timeout: startMs });
      return tools.slice(0, mostTools).map(listed);
    },
    call: async (name, args, signal) => {
      try {
        const result = await client.callTool({ name, arguments: args }, { signal, timeout: callMs });
        return result as CallResult;
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        // A refusal is an answer too: the tool may be gone, or want other arguments.
        return { content: [{ type: 'text', text: error.message }], isError: true };
      }
    },
    answers: () =>
      client.ping({ timeout: pingMs }).then(
        () => true,
        () => false,
      ),
    told,
    close: () => client.close(),
  };
}

/** Schemas of a server are not run: whatever it answers is text for the model. */
const untouched: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};

function withOutput(error: unknown, told: string): unknown {
  if (told !== '' && error instanceof Error) error.message = `${error.message}\n${told}`;
  return error;
}

async function makeTransport(options: SessionOptions): Promise<{ transport: Transport; told: () => string }> {
  const { transport, secrets, fetch } = options;
  if (transport.kind === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const made = new StreamableHTTPClientTransport(new URL(transport.url), {
      requestInit: { headers: secrets },
      fetch: limitedFetch(fetch, largestMessage),
      redirectPolicy: 'same-origin',
    });
    return { transport: made as Transport, told: () => '' };
  }
  const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/client/stdio');
  const made = new StdioClientTransport({
    command: transport.command,
    args: transport.args,
    env: { ...getDefaultEnvironment(), ...secrets },
    stderr: 'pipe',
    maxBufferSize: largestMessage,
  });
  let output = '';
  made.stderr?.on('data', (chunk: Uint8Array) => {
    output = `${output}${Buffer.from(chunk).toString()}`.slice(-toldLength);
  });
  return { transport: made, told: () => withoutSecrets(output, secrets) };
}

function withoutSecrets(text: string, secrets: Record<string, string>): string {
  return Object.values(secrets)
    .reduce((left, secret) => redact(left, secret), text)
    .trim();
}

interface SdkTool {
  name: string;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  annotations?: { readOnlyHint?: boolean | undefined } | undefined;
}

/** A server's words about its tool are not trusted with more room than a tool of the app takes. */
function listed({ name, description = '', inputSchema, annotations }: SdkTool): ListedTool {
  const small = JSON.stringify(inputSchema).length <= largestSchema;
  return {
    name: name.slice(0, 200),
    description: plain(description).slice(0, longestDescription),
    parameters: small ? { ...inputSchema, type: 'object' } : { type: 'object' },
    readOnly: annotations?.readOnlyHint === true,
  };
}

/** Without characters that are not seen: what a person reads is what the model reads. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (char) => (char === '\n' || char === '\t' ? char : ''));
}
