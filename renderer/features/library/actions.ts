import type { Conversation } from '#contract';
import { call } from '../../bridge/call.ts';
import { conversations, trash } from './shelf.ts';

/** Gives a conversation a title of the user's own. */
export async function rename(id: string, title: string): Promise<void> {
  conversations.apply([await call('conversations.rename', { id, title })]);
}

/** [B5] Moves a conversation to the trash; an answer being written is stopped and kept first. */
export async function moveToTrash(id: string): Promise<void> {
  settle([await call('conversations.trash', { id })]);
}

/** Takes a conversation out of the trash again. */
export async function restore(id: string): Promise<void> {
  settle([await call('conversations.restore', { id })]);
}

/** [B5] Moves several to the trash at once. Returns the ids of those that were still there. */
export async function moveSeveralToTrash(ids: readonly string[]): Promise<string[]> {
  const moved = await call('conversations.trashSeveral', { ids: [...ids] });
  settle(moved);
  return moved.map(({ id }) => id);
}

/** Takes several out of the trash again. */
export async function restoreSeveral(ids: readonly string[]): Promise<void> {
  settle(await call('conversations.restoreSeveral', { ids: [...ids] }));
}

/** [B5] Deletes conversations that are in the trash for good. */
export async function deleteForGood(ids: readonly string[]): Promise<void> {
  await call('conversations.emptyTrash', { ids: [...ids] });
  trash.remove(ids);
}

function settle(moved: readonly Conversation[]): void {
  conversations.apply(moved);
  trash.apply(moved);
}
