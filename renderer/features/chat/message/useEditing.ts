import type { RefObject } from 'react';
import type { Attachment, Message } from '#contract';
import { toBridgeError } from '../../../bridge/call.ts';
import { useChatPlace } from '../context.ts';
import type { Editing } from '../store/state.ts';
import { attachmentsOf, textOf } from './parts.ts';

/** What the editor of a message does. Cancel asks first where words would be lost. */
export function useEditing(message: Message, box: RefObject<HTMLElement | null>) {
  const { chat, acts, onFocusComposer } = useChatPlace();
  const change = (fields: Partial<Editing>) =>
    chat.store.setState(({ editing }) => ({ editing: editing && { ...editing, ...fields } }));
  const now = () => chat.store.getState().editing;

  const leave = () => {
    const row = box.current?.closest('[data-index]');
    chat.store.setState({ editing: null });
    // The message comes back in the editor's place, and takes the focus from it.
    requestAnimationFrame(() => {
      const article = row?.querySelector<HTMLElement>('article');
      if (article) article.focus({ preventScroll: true });
      else onFocusComposer();
    });
  };
  const save = async () => {
    const editing = now();
    if (!editing || editing.sending) return;
    const { content } = editing;
    if (!isChanged(message, editing) || (content.text.trim() === '' && content.attachments.length === 0)) {
      leave();
      return;
    }
    change({ sending: true });
    try {
      await acts.edit(message.id, content);
      chat.store.setState({ editing: null });
      onFocusComposer();
    } catch (caught) {
      change({ sending: false });
      chat.store.setState({ notice: { kind: 'failed', error: toBridgeError(caught) } });
    }
  };
  return {
    setText: (text: string) => {
      const editing = now();
      if (editing) change({ content: { ...editing.content, text }, asking: false });
    },
    remove: (file: Attachment) => {
      const editing = now();
      const attachments = editing?.content.attachments.filter((other) => other !== file) ?? [];
      if (editing) change({ content: { ...editing.content, attachments }, asking: false });
    },
    save: () => void save(),
    cancel: () => {
      const editing = now();
      if (editing && !editing.asking && isChanged(message, editing)) change({ asking: true });
      else leave();
    },
    keep: () => change({ asking: false }),
    leave,
  };
}

function isChanged(message: Message, { content }: Editing): boolean {
  return content.text !== textOf(message) || content.attachments.length !== attachmentsOf(message).length;
}
