import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Grant } from '#contract';
import { call } from '../../../bridge/call.ts';
import type { Asked } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from '../providers/Providers.module.css';
import { Section } from '../Section.tsx';
import own from './Tools.module.css';

export interface AllowedListProps {
  grants: Asked<Grant[]>;
  onAgain: () => void;
}

/** What agents may do without asking; each can be taken back. */
export function AllowedList({ grants, onAgain }: AllowedListProps) {
  const { t } = useTranslation('tools');
  const { t: common } = useTranslation('common');
  const failed = useFailureToast();
  const give = (write: boolean) => void call('tools.giveFolder', { write }).catch(failed);
  return (
    <Section title={t('allowed.title')} hint={t('allowed.hint')}>
      {grants.status === 'loading' ? <Skeleton label={common('loading')} lines={2} /> : null}
      {grants.status === 'failed' ? (
        <FailureState
          failure={grants.failure}
          actions={<Button onClick={onAgain}>{common('retry')}</Button>}
        />
      ) : null}
      {grants.status === 'ready' && grants.value.length === 0 ? (
        <p className={own.none}>{t('allowed.none')}</p>
      ) : null}
      {grants.status === 'ready' && grants.value.length > 0 ? (
        <ul className={styles.cards}>
          {grants.value.map((grant) => (
            <GrantCard key={grant.id} grant={grant} />
          ))}
        </ul>
      ) : null}
      <div className={own.buttons}>
        <Button size="small" onClick={() => give(false)}>
          {t('allowed.giveRead')}
        </Button>
        <Button size="small" onClick={() => give(true)}>
          {t('allowed.giveWrite')}
        </Button>
      </div>
    </Section>
  );
}

function GrantCard({ grant }: { grant: Grant }) {
  const { t } = useTranslation('tools');
  const failed = useFailureToast();
  const what = sentence(t, grant);
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <div className={styles.words}>
          <span className={own.place}>{what}</span>
          <span className={styles.state}>
            {t(grant.conversationId === null ? 'allowed.everywhere' : 'allowed.one')}
          </span>
        </div>
        <Button
          size="small"
          aria-label={t('allowed.takeBackOf', { what })}
          onClick={() => void call('tools.revoke', { id: grant.id }).catch(failed)}
        >
          {t('allowed.takeBack')}
        </Button>
      </div>
    </li>
  );
}

function sentence(t: TFunction<'tools'>, { kind, label: place }: Grant): string {
  return kind === 'screen' ? t('allowed.screen') : t(`allowed.${kind}`, { place });
}
