import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './FindBar.module.css';
import { useGraph, useGraphState } from './place.ts';

/** Finds words in this tree: what holds them lights up, and Enter goes from one to the next. */
export function FindBar() {
  const { t } = useTranslation('tree');
  const { graph } = useGraph();
  const [text, setText] = useState('');
  const found = useGraphState((state) => state.found);
  const focusId = useGraphState((state) => state.focusId);
  useEffect(() => {
    // A moment after the last letter: every search reads the whole conversation.
    const timer = setTimeout(() => void graph.search(text), text === '' ? 0 : 150);
    return () => clearTimeout(timer);
  }, [graph, text]);
  const at = found?.indexOf(focusId ?? '') ?? -1;
  const go = (step: 1 | -1) => {
    if (!found || found.length === 0) return;
    const next = at === -1 ? (step === 1 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
    const id = found[next] ?? null;
    if (id === null) return;
    graph.uncover(id);
    graph.focus(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.bar}>
      <TextField
        label={t('find.label')}
        hideLabel
        look="soft"
        icon={Search}
        placeholder={t('find.label')}
        value={text}
        data-graph-find
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={styles.field}
        end={
          text === '' ? null : (
            <IconButton icon={X} name={t('find.clear')} size="small" onClick={() => setText('')} />
          )
        }
      />
      <span role="status" className={styles.count}>
        {found === null
          ? ''
          : found.length === 0
            ? t('find.none')
            : at === -1
              ? t('find.count', { count: found.length })
              : t('find.place', { index: at + 1, count: found.length })}
      </span>
      {found && found.length > 0 ? (
        <>
          <IconButton icon={ChevronUp} name={t('find.previous')} size="small" onClick={() => go(-1)} />
          <IconButton icon={ChevronDown} name={t('find.next')} size="small" onClick={() => go(1)} />
        </>
      ) : null}
    </search>
  );
}
