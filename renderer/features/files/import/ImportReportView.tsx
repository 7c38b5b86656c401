import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedConversation, ImportProblem, ImportReport } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { BridgeFailure, call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from './Import.module.css';
import { marksText, problemText } from './problem-words.ts';

/** Lines of a list that are drawn; the saved report has them all. */
const most = 200;

export interface ImportReportViewProps {
  id: string;
  onOpen: (conversationId: string) => void;
}

/** What came of an import: figures, what was left out and why, and the conversations. */
export function ImportReportView({ id, onOpen }: ImportReportViewProps) {
  const { t } = useTranslation('common');
  const [report, setReport] = useState<ImportReport | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    call('import.report', { id }).then(setReport, setFailure);
  }, [id]);
  if (failure) return <FailureState failure={failure} />;
  if (!report) return <Skeleton label={t('loading')} lines={5} />;
  return <Report report={report} onOpen={onOpen} />;
}

function Report({ report, onOpen }: { report: ImportReport; onOpen: (conversationId: string) => void }) {
  const { t } = useTranslation('import');
  const nothingNew = report.state === 'done' && report.imported + report.grown === 0 && report.duplicates > 0;
  return (
    <div className={styles.report}>
      <p className={styles.name} role="status">
        {report.state === 'done' ? t('done', { name: report.name }) : t(`state.${report.state}`)}
      </p>
      {report.failure ? <FailureState look="inline" failure={new BridgeFailure(report.failure)} /> : null}
      {nothingNew ? <p className={styles.text}>{t('nothingNew')}</p> : null}
      <Figures report={report} />
      <Problems problems={report.problems} />
      <Conversations conversations={report.conversations} onOpen={onOpen} />
      <SaveButton report={report} />
    </div>
  );
}

function Figures({ report }: { report: ImportReport }) {
  const { t } = useTranslation('import');
  const { number } = useFormat();
  const { imported, grown, duplicates, empty, unreadable, messages, attachments, tally } = report;
  const figures = [
    [t('count.imported'), number(imported)],
    [t('count.messages'), number(messages)],
    ...(tally.leaves > 0 ? [[t('count.branches'), number(tally.leaves)]] : []),
    ...(grown > 0 ? [[t('count.grown'), number(grown)]] : []),
    ...(duplicates > 0 ? [[t('count.duplicates'), number(duplicates)]] : []),
    ...(empty > 0 ? [[t('count.empty'), number(empty)]] : []),
    ...(unreadable > 0 ? [[t('count.unreadable'), number(unreadable)]] : []),
    ...(attachments.referenced > 0
      ? [
          [
            t('count.attachments'),
            t('ofCount', { found: number(attachments.found), count: attachments.referenced }),
          ],
        ]
      : []),
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt className={styles.hint}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  if (problems.length === 0) return <p className={styles.hint}>{t('noProblems')}</p>;
  return (
    <section aria-label={t('problems')}>
      <h3 className={styles.heading}>{t('problems')}</h3>
      <ul className={styles.problems}>
        {problems.slice(0, most).map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and two lines may be alike
          <li key={at} dir="auto">
            {problemText(t, format, problem)}
          </li>
        ))}
      </ul>
      <More count={problems.length - most} />
    </section>
  );
}

interface ConversationsProps {
  conversations: readonly ImportedConversation[];
  onOpen: (conversationId: string) => void;
}

function Conversations({ conversations, onOpen }: ConversationsProps) {
  const { t } = useTranslation('import');
  const { number } = useFormat();
  if (conversations.length === 0) return null;
  return (
    <section aria-label={t('conversations')}>
      <h3 className={styles.heading}>{t('conversations')}</h3>
      <ul className={styles.list}>
        {conversations.slice(0, most).map(({ conversationId, title, messages, tally, marks = [] }) => (
          <li key={conversationId} className={styles.row}>
            <span className={styles.rowText}>
              <span className={styles.rowTitle} dir="auto">
                {title || t('untitled')}
              </span>
              <span className={styles.hint}>
                {t('count.messages')}: {number(messages)} · {t('count.branches')}: {number(tally.leaves)}
                {marks.length > 0 ? <bdi> · {marksText(t, marks)}</bdi> : null}
              </span>
            </span>
            <Button
              variant="plain"
              size="small"
              aria-label={`${t('openOne')}: ${title || t('untitled')}`}
              onClick={() => onOpen(conversationId)}
            >
              {t('openOne')}
            </Button>
          </li>
        ))}
      </ul>
      <More count={conversations.length - most} />
    </section>
  );
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('import');
  if (count <= 0) return null;
  return <p className={styles.hint}>{t('more', { count })}</p>;
}

function SaveButton({ report }: { report: ImportReport }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const tellFailure = useFailureToast();
  const save = async () => {
    const lines = [
      `# ${report.name}`,
      '',
      `${format.dateTime(report.startedAt)} · ${t('count.imported')}: ${report.imported} · ${t('count.messages')}: ${report.messages}`,
      '',
      `## ${t('problems')}`,
      '',
      ...report.problems.map((problem) => `- ${problemText(t, format, problem)}`),
      '',
      `## ${t('conversations')}`,
      '',
      ...report.conversations.map(({ title, messages, tally, marks }) =>
        `- ${title || t('untitled')} (${t('count.messages')}: ${messages}, ${t('count.branches')}: ${tally.leaves}) ${marksText(t, marks)}`.trimEnd(),
      ),
    ];
    const { saved } = await call('import.saveReport', { id: report.id, text: `${lines.join('\n')}\n` });
    if (saved) showToast({ text: t('saved') });
  };
  return (
    <div>
      <Button onClick={() => void save().catch(tellFailure)}>{t('save')}</Button>
    </div>
  );
}
