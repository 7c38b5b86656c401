import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';

/**
 * What a tool wants to do: fetch a page of a web site; read a file or folder; write a file; take a picture of the
 * screen; use a tool of a server.
 */
export const permissionKinds = ['web', 'read', 'write', 'screen', 'server'] as const;
export type PermissionKind = (typeof permissionKinds)[number];

/** A tool asks the user before it does something. */
export interface ApprovalRequest {
  id: string;
  conversationId: string;
  /** Name of the agent that wants it. */
  agentName: string;
  /** Name of the tool. */
  tool: string;
  kind: PermissionKind;
  /** Where: an address, a whole path, or the name of a server's tool. Empty for the screen. */
  place: string;
  /** What a permission for longer is for: the site, the file or folder, the tool. */
  grantPlace: string;
  /** Name of the server whose tool it is; empty for the app's own. */
  server: string;
  /** Why, in the agent's own words; may be empty. */
  why: string;
  /** What would be sent or written, verbatim, cut to a readable length. */
  content: string;
  /** A file that is there would be replaced. */
  replaces: boolean;
  askedAt: number;
}

export const approvalDecisions = ['once', 'conversation', 'always', 'deny'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

/** A permission that holds for longer than one call. */
export interface Grant {
  id: string;
  kind: PermissionKind;
  /** A host, a path, a server's tool as `server id/tool`, or empty for the screen. */
  place: string;
  /** For people: the place, or the tool and its server. */
  label: string;
  /** Null: in every conversation. */
  conversationId: string | null;
  createdAt: number;
}

/** A tool that agents can use. */
export interface ToolInfo {
  name: string;
  description: string;
  /** Null for the app's own. */
  serverId: string | null;
  /** The server says that it only reads. */
  readOnly: boolean;
}

export const serverTransportSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('stdio'),
    command: z.string().trim().min(1).max(1000),
    args: z.array(z.string().max(4000)).max(100),
  }),
  z.strictObject({ kind: z.literal('http'), url: z.url({ protocol: /^https?$/ }).max(2000) }),
]);
export type ServerTransport = z.infer<typeof serverTransportSchema>;

/** Why a server cannot be used, or what it did wrong. The sentence is in the window's language. */
export type ServerProblemCode =
  | 'not-found'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'ended'
  | 'protocol'
  | 'resting'
  | 'secrets';

export interface ServerProblem {
  code: ServerProblemCode;
  /** Technical, without secrets. */
  detail: string;
}

/** A server of tools (MCP). */
export interface ToolServer {
  id: string;
  name: string;
  transport: ServerTransport;
  enabled: boolean;
  /** Names of its secrets: environment variables, or headers. Their values never leave main. */
  secretNames: string[];
  /** As it listed them last. */
  tools: ToolInfo[];
  /** Null until it was asked for its tools. */
  checkedAt: number | null;
}

export const serverDraftSchema = z.strictObject({
  /** Absent for a new server. */
  id: idSchema.optional(),
  name: z.string().trim().min(1).max(60),
  transport: serverTransportSchema,
  /** New values by name; those in `keepSecrets` stay as they are, all others are forgotten. */
  secrets: z.record(
    z
      .string()
      .min(1)
      .max(200)
      .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/),
    z.string().max(20_000),
  ),
  keepSecrets: z.array(z.string().max(200)).max(100).default([]),
  storage: z.enum(['system', 'plain', 'session']),
});
export type ServerDraft = z.infer<typeof serverDraftSchema>;

export type ServerCheck =
  | { ok: true; tools: ToolInfo[]; milliseconds: number }
  | { ok: false; problem: ServerProblem };

export interface ToolSettings {
  /** Web pages of this computer and the local network may be fetched, after asking. */
  localAddresses: boolean;
}

const one = z.strictObject({ id: z.string().min(1).max(100) });

export const toolMethods = {
  'tools.list': method<ToolInfo[]>()(z.strictObject({})),
  /** What waits for an answer of the user, oldest first. */
  'tools.pending': method<ApprovalRequest[]>()(z.strictObject({})),
  /** `decided` is false where the question is no longer open. */
  'tools.decide': method<{ decided: boolean }>()(
    z.strictObject({ id: idSchema, decision: z.enum(approvalDecisions) }),
  ),
  'tools.grants': method<Grant[]>()(z.strictObject({})),
  'tools.revoke': method<{ revoked: boolean }>()(one),
  /** The user chooses a folder that agents may read, and write into. Null when cancelled. */
  'tools.giveFolder': method<Grant | null>()(z.strictObject({ write: z.boolean() })),
  'tools.servers': method<ToolServer[]>()(z.strictObject({})),
  /** Adds or changes a server. It is not started. */
  'tools.saveServer': method<ToolServer>()(serverDraftSchema),
  'tools.removeServer': method<{ removed: boolean }>()(one),
  'tools.enableServer': method<ToolServer>()(one.extend({ enabled: z.boolean() })),
  /** Starts it, fetches its tools and keeps the list. */
  'tools.checkServer': method<ServerCheck>()(one),
  'tools.settings': method<ToolSettings>()(z.strictObject({})),
  'tools.setSettings': method<ToolSettings>()(z.strictObject({ localAddresses: z.boolean() })),
};
