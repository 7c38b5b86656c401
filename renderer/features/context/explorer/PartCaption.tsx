import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../app/i18n/format.ts';
import { call } from '../../../bridge/call.ts';
import { reportError } from '../../../bridge/report.ts';
import styles from './PartCaption.module.css';
import { blockName, tokensAndShare } from './part-words.ts';
import type { Block } from './parts.ts';

/** What is pointed at, in two lines below the picture. Screen readers have it from the parts themselves. */
export function PartCaption({ block }: { block: Block | null }) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const words = useFirstWords(block);
  if (!block) return <p className={styles.hint}>{t('explorer.hint')}</p>;
  return (
    <p aria-hidden="true" className={styles.caption}>
      <span className={styles.name}>
        <strong>{blockName(t, block)}</strong>
        <span className={styles.size}>{tokensAndShare(t, format, block.tokens, block.share)}</span>
      </span>
      <span className={styles.words} dir="auto">
        {words}
      </span>
    </p>
  );
}

/** How long one must rest on a part before its words are fetched, in ms. */
const rest = 120;

/** The words that a turn begins with, once they are there. */
function useFirstWords(block: Block | null): string {
  const first = block?.parts[0];
  const id = first?.kind === 'turn' ? first.id : null;
  const [found, setFound] = useState({ id: '', words: '' });
  useEffect(() => {
    if (!id || found.id === id) return;
    let here = true;
    const timer = setTimeout(() => {
      call('tree.message', { id }).then(({ parts }) => {
        const text = parts.find((part) => part.type === 'text')?.text ?? '';
        if (here) setFound({ id, words: text.slice(0, 200) });
      }, reportError);
    }, rest);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [id, found.id]);
  return id !== null && found.id === id ? found.words : '';
}
