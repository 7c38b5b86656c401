import { readdirSync } from 'node:fs';
import type { Conversation } from '#contract';
import type { BackupPlace } from '../../../main/storage/backup-make.ts';
import { openWorkspace, type Workspace } from '../../../main/storage/workspace.ts';
import { pixel } from '../../fixtures/import-archives.ts';
import { systemEnvironment } from '../../host/test-services.ts';
import { testSchedule, workspaceOptions } from '../storage/support.ts';

export const place = (folder: string): BackupPlace => ({ folder, environment: systemEnvironment });

export function open(folder: string): Promise<Workspace> {
  const { schedule } = testSchedule();
  return openWorkspace(workspaceOptions(folder, { environment: systemEnvironment, schedule }));
}

/** One conversation with a message, an attachment and a transcript. */
export async function addConversation(workspace: Workspace, title: string): Promise<Conversation> {
  const { id, rootId, agentId } = workspace.conversations.create();
  const attachment = await workspace.attachments.add('a.png', Buffer.concat([pixel, Buffer.from(title)]));
  workspace.messages.appendUser({
    conversationId: id,
    parentId: rootId,
    parts: [
      { type: 'text', text: `About ${title}` },
      { type: 'attachment', attachment },
    ],
  });
  await workspace.transcripts.amend(id, agentId, (transcript) => transcript);
  return workspace.conversations.rename(id, title, 'user');
}

export const titles = (workspace: Workspace): string[] =>
  workspace.conversations
    .list({ trashed: false, limit: 100 })
    .items.map(({ title }) => title)
    .sort();

/** Everything that can be read of a workspace: to compare two. */
export async function contents(workspace: Workspace): Promise<unknown> {
  const { items } = workspace.conversations.list({ trashed: false, limit: 100 });
  const all = [];
  for (const conversation of items) {
    const messages = workspace.messages.pathMessages(conversation.tipId);
    for (const { parts } of messages)
      for (const part of parts)
        if (part.type === 'attachment') await workspace.attachments.read(part.attachment.hash);
    all.push([
      conversation,
      messages,
      (await workspace.transcripts.load(conversation.id, conversation.agentId)).kind,
    ]);
  }
  return JSON.parse(JSON.stringify(all));
}

export const filesIn = (folder: string): string[] => readdirSync(folder).sort();
