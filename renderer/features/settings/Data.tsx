import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/call.ts';
import { useAsk } from '../../bridge/useAsk.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { Backups } from './Backups.tsx';
import styles from './Data.module.css';
import { ExportAll } from './ExportAll.tsx';
import { Section } from './Section.tsx';

const kept = ['conversations', 'transcripts', 'attachments', 'drafts', 'keys'] as const;

/** Where everything lives, and what is kept there. */
export function Data() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Section title={t('data.where')} hint={t('data.whereHint')}>
        <Workspace />
      </Section>
      <Backups />
      <ExportAll />
      <Section title={t('data.what')}>
        <dl className={styles.kept}>
          {kept.map((thing) => (
            <div key={thing} className={styles.thing}>
              <dt className={styles.name}>{t(`data.kept.${thing}`)}</dt>
              <dd className={styles.text}>{t(`data.kept.${thing}Text`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t('data.leaves')}>
        <p className={styles.text}>{t('data.leavesText')}</p>
      </Section>
    </>
  );
}

function Workspace() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const [info, again] = useAsk('app.info');
  const tellFailure = useFailureToast();
  if (info.status === 'loading') return <Skeleton label={common('loading')} lines={1} />;
  if (info.status === 'failed')
    return (
      <FailureState
        look="inline"
        failure={info.failure}
        actions={<Button onClick={again}>{common('retry')}</Button>}
      />
    );
  return (
    <div className={styles.place}>
      <code className={styles.path}>{info.value.workspace}</code>
      <CopyButton text={info.value.workspace} name={t('data.copyPath')} />
      <Button icon={FolderOpen} onClick={() => void call('app.showWorkspace', {}).catch(tellFailure)}>
        {t('data.show')}
      </Button>
    </div>
  );
}
