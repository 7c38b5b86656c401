import { FileUp, FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProgress, ImportSummary } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { useAsk } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from './Import.module.css';
import { ImportReportView } from './ImportReportView.tsx';
import { chooseImport, closeImports, showReport, stopImport, useImports } from './import-state.ts';

export interface ImportDialogProps {
  /** Opens a conversation that was brought in. */
  onOpen: (conversationId: string) => void;
}

/** Where conversations are brought in: the choice, how far it is, and what came of it. */
export default function ImportDialog({ onOpen }: ImportDialogProps) {
  const { t } = useTranslation('import');
  const { open, running, reportId, failure } = useImports();
  const leaveFor = (id: string) => {
    closeImports();
    onOpen(id);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) closeImports();
      }}
      title={t('title')}
      size="large"
      footer={<Footer reporting={reportId !== null && !running} />}
    >
      {failure ? <FailureState look="inline" failure={failure} /> : null}
      {running ? (
        <Running progress={running} />
      ) : reportId ? (
        <ImportReportView key={reportId} id={reportId} onOpen={leaveFor} />
      ) : (
        <>
          <Choice />
          <Earlier />
        </>
      )}
    </Dialog>
  );
}

function Footer({ reporting }: { reporting: boolean }) {
  const { t } = useTranslation('import');
  return (
    <>
      {reporting ? (
        <Button variant="plain" onClick={() => showReport(null)}>
          {t('again')}
        </Button>
      ) : null}
      <Button onClick={closeImports}>{t('close')}</Button>
    </>
  );
}

function Choice() {
  const { t } = useTranslation('import');
  return (
    <section className={styles.choice}>
      <p className={styles.text}>{t('text')}</p>
      <div className={styles.buttons}>
        <Button variant="primary" icon={FileUp} onClick={() => void chooseImport('files')}>
          {t('chooseFiles')}
        </Button>
        <Button icon={FolderOpen} onClick={() => void chooseImport('folder')}>
          {t('chooseFolder')}
        </Button>
      </div>
      <p className={styles.hint}>{t('drop')}</p>
    </section>
  );
}

function Running({ progress }: { progress: ImportProgress }) {
  const { t } = useTranslation('import');
  const { number } = useFormat();
  const tellFailure = useFailureToast();
  const { id, name, phase, done, total, conversations, messages } = progress;
  const label = t(phase, { name });
  return (
    <section className={styles.running}>
      <p className={styles.name} role="status">
        {label}
      </p>
      <ProgressLine label={label} value={total > 0 ? done / total : undefined} />
      <p className={styles.hint}>
        {t('figures', { conversations: number(conversations), messages: number(messages) })}
      </p>
      <p className={styles.hint}>{t('meanwhile')}</p>
      <Button onClick={() => void stopImport(id).catch(tellFailure)}>{t('stop')}</Button>
    </section>
  );
}

/** Imports of before, each with its report. */
function Earlier() {
  const { t } = useTranslation('import');
  const [list, again] = useAsk('import.list');
  const ended = useImports((state) => state.running === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that just ended is in the list
  useEffect(() => again(), [ended, again]);
  if (list.status !== 'ready' || list.value.length === 0) return null;
  return (
    <section aria-label={t('earlier')}>
      <h3 className={styles.heading}>{t('earlier')}</h3>
      <ul className={styles.list}>
        {list.value.map((summary) => (
          <EarlierRow key={summary.id} summary={summary} />
        ))}
      </ul>
    </section>
  );
}

function EarlierRow({ summary }: { summary: ImportSummary }) {
  const { t } = useTranslation('import');
  const { dateTime, number } = useFormat();
  const figures = { conversations: number(summary.imported), messages: number(summary.messages) };
  return (
    <li className={styles.row}>
      <span className={styles.rowText}>
        <span className={styles.rowTitle}>{summary.name}</span>
        <span className={styles.hint}>
          {dateTime(summary.startedAt)} · {t('figures', figures)}
        </span>
      </span>
      <Button variant="plain" size="small" onClick={() => showReport(summary.id)}>
        {t('see')}
      </Button>
    </li>
  );
}
