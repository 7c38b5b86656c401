import { KeyRound, MoreHorizontal, Pencil, RefreshCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Route } from '#contract';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import styles from './Providers.module.css';
import { keyStateOf } from './route-words.ts';

export interface RouteCardProps {
  route: Route;
  onEdit: () => void;
  onModels: () => void;
  onRemove: () => void;
}

/** One provider: how it stands with its key, its models, and what can be done with it. */
export function RouteCard({ route, onEdit, onModels, onRemove }: RouteCardProps) {
  const { t } = useTranslation('settings');
  const state = keyStateOf(route);
  const refresh = useRefresh(route.id);
  if (state === 'practice') return <PracticeCard />;
  const count = route.models.length;
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <div className={styles.words}>
          <span className={styles.name}>{route.name}</span>
          <span className={state === 'missing' ? styles.missing : styles.state}>{t(`key.${state}`)}</span>
        </div>
        {state === 'missing' ? (
          <Button size="small" icon={KeyRound} onClick={onEdit}>
            {t('route.addKey')}
          </Button>
        ) : (
          <Button
            variant="plain"
            size="small"
            aria-label={t('route.modelsOf', { count, name: route.name })}
            onClick={count > 0 ? onModels : refresh.run}
          >
            {count > 0 ? t('models', { count }) : t('route.fetch')}
          </Button>
        )}
        <Menu
          align="end"
          trigger={
            <IconButton icon={MoreHorizontal} name={t('route.more', { name: route.name })} size="small" />
          }
          entries={[
            { label: t('route.edit'), icon: Pencil, onSelect: onEdit },
            { label: t('route.models'), icon: SlidersHorizontal, onSelect: onModels },
            { label: t('route.refresh'), icon: RefreshCw, onSelect: refresh.run },
            { kind: 'divider' },
            { label: t('route.remove'), icon: Trash2, danger: true, onSelect: onRemove },
          ]}
        />
      </div>
      {refresh.running ? <ProgressLine label={t('route.refreshing', { name: route.name })} /> : null}
      {refresh.failure === null ? null : <FailureState look="inline" failure={refresh.failure} />}
    </li>
  );
}

/** Fetches a route's models again. */
function useRefresh(id: string) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = () => {
    setRunning(true);
    setFailure(null);
    call('providers.refreshModels', { id })
      .catch(setFailure)
      .finally(() => setRunning(false));
  };
  return { running, failure, run };
}

/** Always there, and clearly no AI. */
function PracticeCard() {
  const { t } = useTranslation('settings');
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <div className={styles.words}>
          <span className={styles.name}>{t('practice.name')}</span>
          <span className={styles.state}>{t('practice.text')}</span>
        </div>
      </div>
    </li>
  );
}
