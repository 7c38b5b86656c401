import { copyFile, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Attachment } from '#contract';
import { type attachmentMethods, maxAttachmentBytes } from '#contract/attachments.ts';
import { BoughError } from '#core/errors.ts';
import type { ShellPort } from '../shell-port.ts';
import type { AttachmentStore } from '../storage/attachments.ts';
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
      await copyFile(attachments.path(hash), target);
      return { saved: true };
    },
  };
}

async function addFile(attachments: AttachmentStore, path: string): Promise<Attachment> {
  const name = basename(path);
  const { size } = await stat(path);
  if (size > maxAttachmentBytes) {
    throw new BoughError('attachment_too_large', 'A chosen file is too large', { params: { name } });
  }
  return attachments.add(name, await readFile(path));
}
