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
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import styles from './Backups.module.css';
import { Section } from './Section.tsx';

/** Backups, the check of all data, and the workspace as one file. */
export function Backups() {
  const { t } = useTranslation('backup');
  const [list, again] = useAsk('backup.list');
  const [busy, run] = useJob(again);
  const [check, setCheck] = useState<DataCheck | null>(null);
  const work = (job: () => Promise<string | null>) => () => {
    setCheck(null);
    run(job);
  };
  const reason = busy ? t('make') : undefined;
  return (
    <>
      <Section title={t('title')} hint={t('hint')}>
        <LastFailure list={list} />
        <div className={styles.buttons}>
          <Button
            icon={Archive}
            disabledReason={reason}
            onClick={work(async () => {
              await call('backup.create', {});
              return t('made');
            })}
          >
            {t('make')}
          </Button>
          <Button
            icon={ShieldCheck}
            disabledReason={reason}
            onClick={work(async () => {
              setCheck(await call('backup.check', {}));
              return null;
            })}
          >
            {t('check')}
          </Button>
        </div>
        <div role="status">{check ? <CheckResult check={check} /> : null}</div>
        {list.status === 'ready' ? <BackupRows backups={list.value.backups} /> : null}
      </Section>
      <Section title={t('move')} hint={t('moveHint')}>
        <div className={styles.buttons}>
          <Button
            icon={HardDriveDownload}
            disabledReason={reason}
            onClick={work(async () => {
              const saved = await call('backup.save', {});
              return saved && t('saved', { name: saved.name });
            })}
          >
            {t('save')}
          </Button>
          <Button
            icon={FolderInput}
            disabledReason={reason}
            onClick={work(async () => ((await call('backup.open', {})) ? t('opened') : null))}
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

/** Runs one job at a time; tells what it answers, or why it failed, and asks for the list again. */
function useJob(again: () => void): [boolean, (job: () => Promise<string | null>) => void] {
  const [busy, setBusy] = useState(false);
  const tellFailure = useFailureToast();
  const run = (job: () => Promise<string | null>) => {
    setBusy(true);
    job()
      .then((text) => {
        if (text !== null) showToast({ text });
      }, tellFailure)
      .finally(() => {
        setBusy(false);
        again();
      });
  };
  return [busy, run];
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

/** Every backup, each to go back to. */
export function BackupRows({ backups }: { backups: readonly BackupInfo[] }) {
  const { t } = useTranslation('backup');
  const { dateTime, number } = useFormat();
  const [asked, setAsked] = useState<BackupInfo | null>(null);
  const tellFailure = useFailureToast();
  if (backups.length === 0) return <p className={styles.text}>{t('none')}</p>;
  const restore = async (name: string) => {
    await call('backup.restore', { name });
    window.location.reload();
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
          if (asked) restore(asked.name).catch(tellFailure);
        }}
      />
    </>
  );
}
