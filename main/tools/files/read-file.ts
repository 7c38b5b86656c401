import { readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Attachment } from '#contract';
import { beginningOf, decodeText } from '../../text.ts';
import type { Permission } from '../approvals/approvals.ts';
import type { Grants } from '../approvals/grants.ts';
import { defineTool, failure, quiet, Refusal, type Tool, type ToolOutput } from '../tool.ts';
import { openForReading } from './open-checked.ts';
import type { Places } from './places.ts';

export interface FileToolOptions {
  places: Places;
  grants: Grants;
  /** Keeps an image that was read, so that it can be shown and sent. */
  addAttachment(name: string, bytes: Uint8Array): Promise<Attachment>;
  /** Type of a file by its bytes. */
  kindOf(bytes: Uint8Array): Attachment['kind'];
}

/** Bytes of a file that are read at all. */
const largestFile = 10 * 1024 * 1024;
const defaultLimit = 20_000;
const largestLimit = 50_000;
/** Names of a folder that are listed. */
const mostNames = 500;

export const reasonSchema = z
  .string()
  .max(600)
  .default('')
  .describe('One sentence for the user: why you need this. It is shown when they are asked');

const input = z.strictObject({
  path: z.string().min(1).max(4096).describe('Path of a file or folder'),
  offset: z.int().min(0).default(0).describe('Character to begin at'),
  limit: z.int().min(1).max(largestLimit).default(defaultLimit).describe('Most characters to return'),
  reason: reasonSchema,
});
type Input = z.infer<typeof input>;

/** Reads a file or lists a folder that the user gave, or gives when asked. */
export function readFileTool(options: FileToolOptions): Tool {
  const { places, grants } = options;
  const find = (path: string, conversationId: string) =>
    places.existing(path, [
      ...grants.places('read', conversationId),
      ...grants.places('write', conversationId),
    ]);
  return defineTool<Input, string>({
    name: 'read_file',
    description:
      "Reads a file on the user's computer, or lists a folder. The user is asked first unless they gave it already.",
    input,
    title: ({ path }) => path,
    permission: async ({ path, reason }, { conversationId }) => {
      const found = await find(path, conversationId);
      return { checked: found.path, permission: found.given ? null : permissionFor(found.path, reason) };
    },
    run: async ({ path, offset, limit }, { conversationId }, allowed) => {
      // The answer was for what the path led to when it was asked.
      if ((await find(path, conversationId)).path !== allowed) {
        throw new Refusal('The path leads somewhere else than when the user was asked.');
      }
      if ((await stat(allowed)).isDirectory()) return list(allowed);
      return read(allowed, offset, limit, options);
    },
  });
}

function permissionFor(path: string, why: string): Permission {
  return {
    kind: 'read',
    place: path,
    grantPlace: path,
    label: path,
    server: '',
    why,
    content: '',
    replaces: false,
  };
}

async function list(folder: string): Promise<ToolOutput> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((a, b) => a.localeCompare(b, 'en'));
  if (names.length === 0) return quiet(`[${folder} is empty]`);
  const more = names.length > mostNames ? `\n[${names.length - mostNames} more]` : '';
  return quiet(`[${folder}: ${names.length} names]\n${names.slice(0, mostNames).join('\n')}${more}`);
}

async function read(
  path: string,
  offset: number,
  limit: number,
  { addAttachment, kindOf }: FileToolOptions,
): Promise<ToolOutput> {
  const file = await openForReading(path);
  let bytes: Uint8Array;
  try {
    const { size } = await file.stat();
    if (size > largestFile) return failure(`${path} is too large to be read: ${size} bytes.`);
    bytes = await file.readFile();
  } finally {
    await file.close();
  }
  const kind = kindOf(bytes);
  if (kind === 'image') {
    const attachment = await addAttachment(basename(path), bytes);
    return { parts: [{ type: 'attachment', attachment }], eventful: false, failed: false };
  }
  if (kind === 'file') return failure(`${path} is not text, so it cannot be read.`);
  return quiet(excerpt(path, decodeText(bytes), offset, limit));
}

function excerpt(path: string, text: string, offset: number, limit: number): string {
  const shown = beginningOf(text.slice(offset), limit);
  const end = offset + shown.length;
  const more = end < text.length ? `\n[Go on with offset ${end}.]` : '';
  return `[${path}: characters ${Math.min(offset, text.length)} to ${end} of ${text.length}]\n${shown}${more}`;
}
