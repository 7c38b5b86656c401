import type { Part } from '#contract';
import type { Workspace } from '../../../main/storage/workspace.ts';

/** Writes a conversation message by message, user and agent in turn. Returns its id. */
export function writeConversation(
  workspace: Workspace,
  title: string,
  said: readonly (string | Part[])[],
): string {
  const { id, rootId, agentId } = workspace.conversations.create();
  workspace.conversations.rename(id, title, 'user');
  let parentId = rootId;
  for (const [at, content] of said.entries()) {
    const parts: Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const place = { conversationId: id, parentId, parts };
    const message =
      at % 2 === 0
        ? workspace.messages.appendUser(place)
        : workspace.messages.appendAgent({ ...place, agentId, model: 'openai/gpt-test' });
    parentId = message.id;
  }
  return id;
}
