import { Archive, FolderInput, FolderOpen, HardDriveDownload, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupInfo, BackupList, DataCheck } from '#contract';
import { useFormat } from '../../app/i18n/format.ts';
import { BridgeFailure, call } from '../../bridge/call.ts';
import { type Asked, useAsk } from '../../bridge/useAsk.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { ProgressLine } from '../../ui/ProgressLine.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import styles from './Backups.module.css';
import { Section } from './Section.tsx';

/** Backups, the check of all data, and the workspace as one file. */
export function Backups() {
  const { t } = useTranslation('backup');
  const { t: common } = useTranslation('common');
  const [list, again] = useAsk('backup.list');
  const [busy, setBusy] = useState<Job | null>(null);
  const run = useJob(setBusy, again);
  const [check, setCheck] = useState<DataCheck | null>(null);
  const work = (name: Job, job: () => Promise<string | null>) => () => {
    setCheck(null);
    run(name, job);
  };
  const reason = busy ? t('wait', { doing: t(`doing.${busy}`) }) : undefined;
  return (
    <>
      <Section title={t('title')} hint={t('hint')}>
        <LastFailure list={list} />
        <div className={styles.buttons}>
          <Button
            icon={Archive}
            disabledReason={reason}
            onClick={work('make', async () => {
              await call('backup.create', {});
              return t('made');
            })}
          >
            {t('make')}
          </Button>
          <Button
            icon={ShieldCheck}
            disabledReason={reason}
            onClick={work('check', async () => {
              setCheck(await call('backup.check', {}));
              return null;
            })}
          >
            {t('check')}
          </Button>
        </div>
        <div role="status">
          {busy ? <Doing job={busy} /> : null}
          {check ? <CheckResult check={check} /> : null}
        </div>
        {list.status === 'loading' ? <Skeleton label={common('loading')} lines={2} /> : null}
        {list.status === 'ready' ? (
          <BackupRows
            backups={list.value.backups}
            disabledReason={reason}
            onRestoring={(restoring) => setBusy(restoring ? 'restore' : null)}
          />
        ) : null}
      </Section>
      <Section title={t('move')} hint={t('moveHint')}>
        <div className={styles.buttons}>
          <Button
            icon={HardDriveDownload}
            disabledReason={reason}
            onClick={work('save', async () => {
              const saved = await call('backup.save', {});
              return saved && t('saved', { name: saved.name });
            })}
          >
            {t('save')}
          </Button>
          <Button
            icon={FolderInput}
            disabledReason={reason}
            onClick={work('open', async () => ((await call('backup.open', {})) ? t('opened') : null))}
          >
            {t('open')}
          </Button>
        </div>
      </Section>
    </>
  );
}

/** Why the last backup could not be made, or the backups not be looked at; with the folder that both are about. */
function LastFailure({ list }: { list: Asked<BackupList> }) {
  const { t } = useTranslation('backup');
  const tellFailure = useFailureToast();
  const known = list.status === 'ready' ? list.value.failure : null;
  const failure = list.status === 'failed' ? list.failure : known && new BridgeFailure(known);
  if (!failure) return null;
  return (
    <FailureState
      look="inline"
      failure={failure}
      actions={
        <Button icon={FolderOpen} onClick={() => void call('app.showWorkspace', {}).catch(tellFailure)}>
          {t('folder')}
        </Button>
      }
    />
  );
}

type Job = 'make' | 'check' | 'save' | 'open' | 'restore';

/** What is going on: none of it says how far it is. */
function Doing({ job }: { job: Job }) {
  const { t } = useTranslation('backup');
  const label = t(`doing.${job}`);
  return (
    <div className={styles.doing}>
      <p className={styles.text}>{label}</p>
      <ProgressLine label={label} />
    </div>
  );
}

/** Runs one job at a time; tells what it answers, or why it failed, and asks for the list again. */
function useJob(setBusy: (job: Job | null) => void, again: () => void) {
  const tellFailure = useFailureToast();
  return (name: Job, job: () => Promise<string | null>) => {
    setBusy(name);
    job()
      .then((text) => {
        if (text !== null) showToast({ text });
      }, tellFailure)
      .finally(() => {
        setBusy(null);
        again();
      });
  };
}

function CheckResult({ check }: { check: DataCheck }) {
  const { t } = useTranslation('backup');
  const { database, transcripts, attachments, backups } = check;
  const lost = attachments.missing + attachments.damaged;
  const problems = [
    ...(database === null ? [] : [t('damage.database')]),
    ...(transcripts.damaged > 0 ? [t('damage.transcripts', { count: transcripts.damaged })] : []),
    ...(lost > 0 ? [t('damage.attachments', { count: lost })] : []),
    ...(backups.damaged > 0 ? [t('damage.backups', { count: backups.damaged })] : []),
  ];
  const fine = t('fine', {
    transcripts: transcripts.checked,
    attachments: attachments.checked,
    backups: backups.checked,
  });
  return problems.length === 0 ? (
    <p className={styles.text}>{fine}</p>
  ) : (
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

export interface BackupRowsProps {
  backups: readonly BackupInfo[];
  /** Why none can be restored now. */
  disabledReason?: string | undefined;
  /** Told as a restore begins, and as it fails: when it succeeds, the window begins anew. */
  onRestoring?: (restoring: boolean) => void;
}

/** Every backup, each to go back to. */
export function BackupRows({ backups, disabledReason, onRestoring = () => {} }: BackupRowsProps) {
  const { t } = useTranslation('backup');
  const { dateTime, number } = useFormat();
  const [asked, setAsked] = useState<BackupInfo | null>(null);
  const tellFailure = useFailureToast();
  if (backups.length === 0) return <p className={styles.text}>{t('none')}</p>;
  const restore = async (name: string) => {
    onRestoring(true);
    try {
      await call('backup.restore', { name });
      window.location.reload();
    } catch (caught) {
      onRestoring(false);
      tellFailure(caught);
    }
  };
  return (
    <>
      <ul className={styles.list}>
        {backups.map((backup) => (
          <li key={backup.name} className={styles.row}>
            <span className={styles.words}>
              <span>
                {dateTime(backup.createdAt)} · {t(`reason.${backup.reason}`)}
              </span>
              <span className={styles.text}>
                {t('figures', {
                  conversations: number(backup.conversations),
                  messages: number(backup.messages),
                  attachments: number(backup.attachments),
                })}
              </span>
            </span>
            <Button
              size="small"
              disabledReason={disabledReason}
              aria-label={`${t('restore')}: ${dateTime(backup.createdAt)}`}
              onClick={() => setAsked(backup)}
            >
              {t('restore')}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title={t('ask', { date: asked ? dateTime(asked.createdAt) : '' })}
        description={t('askText')}
        action={t('confirm')}
        onConfirm={() => {
          if (asked) void restore(asked.name);
        }}
      />
    </>
  );
}
