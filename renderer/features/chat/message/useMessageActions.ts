import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '#contract';
import { copyText } from '../../../bridge/clipboard.ts';
import type { MenuAction, MenuEntry } from '../../../ui/menu-entries.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useChatPlace } from '../context.ts';
import { cleanHtml, plainText } from '../markdown/copy-content.ts';
import { attachmentsOf, textOf } from './parts.ts';

export interface MessageActions {
  /** Shown below the message. */
  bar: MenuAction[];
  /** Behind "More" and a right click. */
  menu: MenuEntry[];
}

interface Circumstances {
  /** It ends what is shown: there is nothing to go back from. */
  last: boolean;
  body: RefObject<HTMLElement | null>;
}

/** What can be done with a message. */
export function useMessageActions(message: Message, { last, body }: Circumstances): MessageActions {
  const { t } = useTranslation(['chat', 'fork']);
  const { chat, acts, onAskAnother, onFork, onMark } = useChatPlace();
  const copy = async (plain: boolean) => {
    const element = body.current;
    const text = plain && element ? plainText(element) : textOf(message);
    const copied = await copyText(text, plain || !element ? undefined : cleanHtml(element));
    showToast({ text: t(copied ? 'actions.wasCopied' : 'actions.notCopied') });
  };
  const edit = () => {
    const content = { text: textOf(message), attachments: attachmentsOf(message) };
    chat.store.setState({ editing: { messageId: message.id, content, asking: false, sending: false } });
  };
  const copying: MenuAction = { label: t('actions.copy'), onSelect: () => void copy(false) };
  const editing: MenuAction = { label: t('actions.edit'), onSelect: edit };
  const again: MenuAction = { label: t('actions.again'), onSelect: () => void acts.regenerate(message.id) };
  const another: MenuAction = { label: t('actions.another'), onSelect: () => onAskAnother(message.id) };
  const from: MenuAction = { label: t('actions.from'), onSelect: () => void acts.continueFrom(message.id) };
  const fork: MenuAction = { label: t('fork:actions.fork'), onSelect: () => onFork(message.id) };
  const mark: MenuAction = { label: t('fork:actions.mark'), onSelect: () => onMark(message.id) };
  if (message.status === 'streaming') return { bar: [], menu: [copying] };

  const words = textOf(message) !== '';
  const goOn = !last && message.status !== 'failed' ? [from] : [];
  if (message.role === 'user') {
    const bar = [...(words ? [copying] : []), editing];
    return { bar, menu: [...bar, { kind: 'divider' }, fork] };
  }
  // The card of a failed answer offers the new try itself.
  const retry = message.status === 'failed' && last ? [] : [again];
  const bar = [...(words ? [copying] : []), ...retry, ...goOn];
  const plain: MenuAction = { label: t('actions.copyPlain'), onSelect: () => void copy(true) };
  const more = words
    ? [{ kind: 'divider' as const }, another, plain, { ...editing, label: t('actions.editAnswer') }]
    : [];
  const points = message.status === 'failed' ? [] : [{ kind: 'divider' as const }, mark, fork];
  return { bar, menu: [...bar, ...more, ...points] };
}
