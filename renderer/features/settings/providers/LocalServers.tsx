import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalServer, Route } from '#contract';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import styles from './Providers.module.css';

export interface LocalServersProps {
  routes: readonly Route[];
  onKeep: (server: LocalServer) => void;
}

type Look =
  | { status: 'idle' | 'looking' }
  | { status: 'found'; servers: readonly LocalServer[] }
  | { status: 'failed'; failure: unknown };

/** Looks for model servers on this computer when asked to, never on its own or again and again. */
export function LocalServers({ routes, onKeep }: LocalServersProps) {
  const { t } = useTranslation('settings');
  const [look, setLook] = useState<Look>({ status: 'idle' });
  const run = () => {
    setLook({ status: 'looking' });
    call('providers.detectLocal', {}).then(
      (servers) => setLook({ status: 'found', servers }),
      (failure: unknown) => setLook({ status: 'failed', failure }),
    );
  };
  return (
    <>
      {look.status === 'looking' ? <ProgressLine label={t('local.looking')} /> : null}
      {look.status === 'failed' ? <FailureState look="inline" failure={look.failure} /> : null}
      {look.status === 'found' ? <Servers servers={look.servers} routes={routes} onKeep={onKeep} /> : null}
      <div>
        <Button
          icon={Monitor}
          disabledReason={look.status === 'looking' ? t('local.looking') : undefined}
          onClick={run}
        >
          {look.status === 'found' || look.status === 'failed' ? t('local.again') : t('local.look')}
        </Button>
      </div>
    </>
  );
}

function Servers({ servers, routes, onKeep }: LocalServersProps & { servers: readonly LocalServer[] }) {
  const { t } = useTranslation('settings');
  if (servers.length === 0)
    return (
      <div role="status" className={styles.nothing}>
        <p>{t('local.nothing')}</p>
        <p className={styles.state}>{t('local.nothingHint')}</p>
      </div>
    );
  const kept = new Set(routes.map(({ baseUrl }) => baseUrl));
  return (
    <ul className={styles.cards} aria-label={t('local.found')}>
      {servers.map((server) => (
        <li key={server.preset} className={styles.card}>
          <div className={styles.line}>
            <div className={styles.words}>
              <span className={styles.name}>{server.name}</span>
              <span className={styles.state}>
                {server.models.length === 0
                  ? t('local.noModels')
                  : server.models.map(({ name }) => name).join(', ')}
              </span>
            </div>
            {kept.has(server.baseUrl) ? (
              <span className={styles.state}>{t('local.kept')}</span>
            ) : (
              <Button size="small" onClick={() => onKeep(server)}>
                {t('local.keep')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
