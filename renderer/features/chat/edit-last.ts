import { attachmentsOf, textOf } from './message/parts.ts';
import type { Chat } from './store/chat.ts';
import { messageAt, shownLength } from './store/path.ts';

/** Opens the editor of the newest message of the user's own, if it was read. */
export function editLast(chat: Chat): void {
  const { path } = chat.store.getState();
  for (let depth = shownLength(path); depth > 0; depth -= 1) {
    const message = messageAt(path, depth);
    if (!message) return;
    if (message.role !== 'user') continue;
    const content = { text: textOf(message), attachments: attachmentsOf(message) };
    chat.store.setState({ editing: { messageId: message.id, content, asking: false, sending: false } });
    return;
  }
}
