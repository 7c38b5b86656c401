import { lstat, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Environment } from '#core/environment.ts';
import type { Permission } from '../approvals/approvals.ts';
import type { Grants } from '../approvals/grants.ts';
import { defineTool, Refusal, type Tool } from '../tool.ts';
import { openForWriting } from './open-checked.ts';
import type { Places } from './places.ts';
import { reasonSchema } from './read-file.ts';

export interface WriteToolOptions {
  places: Places;
  grants: Grants;
  environment: Environment;
}

const input = z.strictObject({
  path: z.string().min(1).max(4096).describe('Path of the file; its folder has to be there'),
  content: z.string().max(2_000_000).describe('The whole new content'),
  reason: reasonSchema,
});
type Input = z.infer<typeof input>;

/** What was asked about: the file, and whether one was there. */
interface Checked {
  path: string;
  replaces: boolean;
}

/** Writes a text file where the user said, or says when asked. */
export function writeFileTool({ places, grants, environment }: WriteToolOptions): Tool {
  const find = (path: string, conversationId: string) =>
    places.target(path, grants.places('write', conversationId));
  return defineTool<Input, Checked>({
    name: 'write_file',
    description:
      "Writes a text file on the user's computer, in place of one that is there. The user is asked first unless " +
      'they gave the folder for writing already.',
    input,
    title: ({ path }) => path,
    permission: async ({ path, content, reason }, { conversationId }) => {
      const found = await find(path, conversationId);
      const checked = { path: found.path, replaces: await isThere(found.path) };
      const permission = found.given ? null : permissionFor(checked, content, reason);
      return { checked, permission };
    },
    run: async ({ path, content }, { conversationId }, checked) => {
      const now = await find(path, conversationId);
      if (now.path !== checked.path || (await isThere(now.path)) !== checked.replaces) {
        throw new Refusal('The place changed after the user was asked. Nothing was written.');
      }
      await replace(checked.path, content, environment.newId());
      const text = `${checked.replaces ? 'Replaced' : 'Wrote'} ${checked.path} (${content.length} characters).`;
      return { parts: [{ type: 'text', text }], eventful: true, failed: false };
    },
  });
}

function permissionFor({ path, replaces }: Checked, content: string, why: string): Permission {
  const folder = dirname(path);
  return {
    kind: 'write',
    place: path,
    grantPlace: folder,
    label: folder,
    server: '',
    why,
    content,
    replaces,
  };
}

/** Whether a file is there. Anything else in its place is refused. */
async function isThere(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (found.isFile()) return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  throw new Refusal('There is something else than an ordinary file in this place.');
}

/** A new file beside it takes its place when it is whole: a link that came meanwhile is replaced, not followed. */
async function replace(path: string, content: string, id: string): Promise<void> {
  const fresh = join(dirname(path), `.${id}.new`);
  const file = await openForWriting(fresh);
  try {
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
