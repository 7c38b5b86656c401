import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PassPreview } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Arithmetic.module.css';

/** [S5] What a way costs and saves, worked out, folded away until someone wants to know. */
export function Arithmetic({ preview, model }: { preview: PassPreview; model: string }) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const { before, after, frees, pages, calls, money, repaysAfter } = preview;
  const tokens = (count: number) => t('part.tokens', { tokens: format.number(Math.round(count)) });
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        <Icon icon={ChevronRight} size={14} className={styles.chevron} />
        {t('sums.title')}
      </summary>
      <dl className={styles.sums}>
        <Sum name={t('sums.before')}>{tokens(before)}</Sum>
        <Sum name={t('sums.after')}>{tokens(after)}</Sum>
        <Sum name={t('sums.frees')}>{tokens(frees)}</Sum>
        {pages.count > 0 ? (
          <Sum name={t('count.pages', { count: pages.count })}>
            {t('sums.pages', { tokens: tokens(pages.tokens), size: format.bytes(pages.bytes) })}
          </Sum>
        ) : null}
        {calls.count > 0 ? (
          <Sum name={t('sums.calls', { count: calls.count })}>
            {t('sums.inOut', { input: tokens(calls.input), output: tokens(calls.output) })}
          </Sum>
        ) : null}
        {money ? (
          <>
            <Sum name={t('sums.once')}>{format.money(money.once)}</Sum>
            <Sum name={t('sums.perRequest')}>{format.money(money.perRequest)}</Sum>
            <Sum name={t('sums.perCached')}>{format.money(money.perCachedRequest)}</Sum>
          </>
        ) : null}
      </dl>
      <p className={styles.note}>
        {t('sums.cache')} {repaysText()} {money ? null : t('sums.noPrices', { model })}
      </p>
    </details>
  );

  function repaysText(): string {
    if (repaysAfter === null) return t('sums.never');
    const count = Math.ceil(repaysAfter);
    return count < 1 ? t('sums.atOnce') : t('sums.repays', { count, messages: format.number(count) });
  }
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.sum}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
    </div>
  );
}
