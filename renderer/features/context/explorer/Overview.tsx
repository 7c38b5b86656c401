import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContextPart, StampedReport } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { useExploredAgent } from './agent.ts';
import { Legend } from './Legend.tsx';
import type { MemoryPanelProps } from './MemoryPanel.tsx';
import styles from './Overview.module.css';
import { PassList } from './PassList.tsx';
import type { Kind } from './parts.ts';
import { RoomRule } from './RoomRule.tsx';
import { Spending } from './Spending.tsx';
import { WindowPicture } from './WindowPicture.tsx';

export interface OverviewProps extends MemoryPanelProps {
  report: StampedReport;
  /** The part that one comes back from: it has the focus again. */
  returnTo: string | null;
  onOpen: (parts: readonly ContextPart[]) => void;
}

/** How full the memory is and with what, what was set aside, and when. */
export function Overview(props: OverviewProps) {
  const { conversationId, passId, report, returnTo, onMakeRoom, onOpen, onPages } = props;
  const { t } = useTranslation('context');
  const [lit, setLit] = useState<Kind | null>(null);
  const [passes, again] = useAnswer('context.passes', { conversationId, ...useExploredAgent() });
  useEvent('pass', (event) => {
    if (event.conversationId === conversationId) again();
  });
  useEvent('gauge', ({ gauge }) => {
    if (gauge.conversationId === conversationId) again();
  });
  const pressing = report.level === 'getting-full' || report.level === 'nearly-full';
  return (
    <div className={styles.overview}>
      <section className={styles.head}>
        <h3 className={styles.level}>
          {t(report.share > 1 ? 'explorer.level.over' : `explorer.level.${report.level}`)}
        </h3>
        <Capacity report={report} />
        <div>
          <Button variant={pressing ? 'primary' : 'quiet'} onClick={onMakeRoom}>
            {t('makeRoom')}
          </Button>
        </div>
      </section>
      <section>
        <WindowPicture report={report} lit={lit} returnTo={returnTo} onOpen={({ parts }) => onOpen(parts)} />
        <Legend report={report} onPoint={setLit} />
        <Notes report={report} />
      </section>
      <Spending conversationId={conversationId} report={report} />
      <section className={styles.passes}>
        <h3 className={styles.heading}>{t('passes.title')}</h3>
        <PassList {...{ conversationId, passes, onPages }} openId={passId} onAgain={again} />
        <RoomRule />
      </section>
    </div>
  );
}

/** What this model gets otherwise than it was said, after another one was chosen for example. */
function Notes({ report }: { report: StampedReport }) {
  const { t } = useTranslation('context');
  if (!report.notes) return null;
  return (
    <ul className={styles.notes}>
      {report.notes.map(({ kind, count }) => (
        <li key={kind}>{t(`notes.${kind}`, { count })}</li>
      ))}
    </ul>
  );
}

/** Words in a token, roughly, in English. */
const wordsPerToken = 0.75;

function Capacity({ report }: { report: StampedReport }) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const { reader, window, tokens, share } = report;
  const words = format.about(window * wordsPerToken);
  return (
    <p className={styles.capacity}>
      {t('explorer.capacity', { model: reader.model, window: format.number(window), words })}{' '}
      {share > 1
        ? t('explorer.over', { tokens: format.number(tokens) })
        : t('explorer.taken', { tokens: format.number(tokens), share: format.percent(share) })}
    </p>
  );
}
