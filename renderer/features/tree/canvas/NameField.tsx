import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../bridge/call.ts';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { useGraph, useGraphState } from '../place.ts';
import styles from './Mark.module.css';

/** Names a branch in place: Enter and leaving the field keep the new name, Escape the old one; empty takes it away. */
export function NameField({ id }: { id: string }) {
  const { t } = useTranslation('tree');
  const { graph } = useGraph();
  const failed = useFailureToast();
  const input = useRef<HTMLInputElement>(null);
  const before = useGraphState(({ drawing }) => drawing?.tree.names.get(drawing.tree.placeOf.get(id) ?? -1));
  const [text, setText] = useState(before ?? '');
  const over = useRef(false);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const finish = (keep: boolean, byKey: boolean) => {
    if (over.current) return;
    over.current = true;
    const name = text.trim();
    if (keep && name !== (before ?? ''))
      call('branches.setName', {
        conversationId: graph.conversationId,
        messageId: id,
        name: name === '' ? null : name,
      }).catch(failed);
    graph.store.setState({ namingId: null });
    if (byKey) document.querySelector<HTMLElement>('[data-graph-keys]')?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    finish(event.key === 'Enter', true);
  };
  return (
    <input
      ref={input}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true, false)}
      aria-label={t('name.label')}
      placeholder={t('name.placeholder')}
      maxLength={80}
      dir="auto"
      spellCheck={false}
      className={`${styles.name} nopan nowheel`}
    />
  );
}
