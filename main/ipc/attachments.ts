import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Attachment } from '#contract';
import { type attachmentMethods, maxAttachmentBytes } from '#contract/attachments.ts';
import { BoughError } from '#core/errors.ts';
import type { ShellPort } from '../shell-port.ts';
import type { AttachmentStore } from '../storage/attachments.ts';
import { guardedFiles } from '../storage/failures.ts';
import type { HandlersOf } from './handlers.ts';

export interface AttachmentHandlerOptions {
  attachments: AttachmentStore;
  shell: ShellPort;
}

export function attachmentHandlers(options: AttachmentHandlerOptions): HandlersOf<typeof attachmentMethods> {
  const { attachments, shell } = options;
  return {
    'attachments.add': ({ name, bytes }) => attachments.add(name, bytes),
    'attachments.pick': async () => {
      const added: Attachment[] = [];
      for (const path of await shell.pickFiles()) added.push(await addFile(attachments, path));
      return added;
    },
    'attachments.saveCopy': async ({ hash, name }) => {
      const target = await shell.pickSavePath(basename(name));
      if (target === null) return { saved: false };
      const bytes = await attachments.read(hash);
      await guardedFiles(() => writeFile(target, bytes));
      return { saved: true };
    },
  };
}

async function addFile(attachments: AttachmentStore, path: string): Promise<Attachment> {
  const name = basename(path);
  const bytes = await readChosen(path, name).catch((error: unknown) => {
    if (error instanceof BoughError) throw error;
    const more = { params: { name }, detail: String(error), cause: error };
    throw new BoughError('attachment_missing', 'A chosen file cannot be read', more);
  });
  return attachments.add(name, bytes);
}

async function readChosen(path: string, name: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size <= maxAttachmentBytes) return readFile(path);
  throw new BoughError('attachment_too_large', 'A chosen file is too large', { params: { name } });
}
