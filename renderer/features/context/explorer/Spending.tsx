import { useTranslation } from 'react-i18next';
import type { Spent, StampedReport } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import styles from './Overview.module.css';

export interface SpendingProps {
  conversationId: string;
  report: StampedReport;
}

/** What the conversation cost so far, and what reading it once more costs. Nothing where no price is known. */
export function Spending({ conversationId, report }: SpendingProps) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const [asked, again] = useAnswer('conversations.spent', { id: conversationId });
  useEvent('message', ({ message }) => {
    if (message.conversationId === conversationId && message.status !== 'streaming') again();
  });
  const spent = asked.status === 'ready' ? asked.value : null;
  const money = report.money && report.money.fresh > 0 ? report.money : null;
  if (!money && !spent?.cost) return null;
  return (
    <section className={styles.passes}>
      <h3 className={styles.heading}>{t('title')}</h3>
      {spent && spent.cost > 0 ? <SpentLine spent={spent} /> : null}
      {money ? (
        <p className={styles.capacity}>
          {t('next', { cached: format.money(money.cached), fresh: format.money(money.fresh) })}
        </p>
      ) : null}
    </section>
  );
}

function SpentLine({ spent }: { spent: Spent }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { cost, answers, unpriced, input, cacheRead, cacheWrite } = spent;
  const read = input + cacheRead + cacheWrite;
  return (
    <p className={styles.capacity}>
      {t('spent', { money: format.money(cost), count: answers - unpriced })}{' '}
      {cacheRead > 0 ? t('cache', { share: format.percent(cacheRead / read) }) : null}{' '}
      {unpriced > 0 ? t('unpriced', { count: unpriced }) : null}
    </p>
  );
}
