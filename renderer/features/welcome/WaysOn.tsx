import { Download, KeyRound, type LucideIcon, MessageCircle, Monitor } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalServer } from '#contract';
import { call } from '../../bridge/call.ts';
import { keepLocalServer, useProviders } from '../../bridge/providers.ts';
import { useAsk } from '../../bridge/useAsk.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Welcome.module.css';
import type { WelcomeProps } from './Welcome.tsx';

/** Names of models written out before the rest becomes dots. */
const named = 3;

/** What can be done next. Model servers of this computer are looked for once, in the background. */
export function WaysOn({ onTry, onUseKey, onImport, onReady }: WelcomeProps) {
  const { t } = useTranslation('welcome');
  const { routes } = useProviders();
  const [found] = useAsk('providers.detectLocal');
  const [starting, setStarting] = useState(false);
  const tellFailure = useFailureToast();
  const servers = found.status === 'ready' ? found.value.filter(({ models }) => models.length > 0) : [];

  const use = async (server: LocalServer) => {
    const kept = routes.find(({ baseUrl }) => baseUrl === server.baseUrl) ?? (await keepLocalServer(server));
    const model = kept.models[0] ?? server.models[0];
    if (model) await call('providers.setDefaultReader', { reader: { routeId: kept.id, modelId: model.id } });
    onReady();
  };
  const start = (server: LocalServer) => {
    if (starting) return;
    setStarting(true);
    use(server)
      .catch(tellFailure)
      .finally(() => setStarting(false));
  };
  return (
    <>
      <ul className={styles.ways}>
        <Way primary icon={MessageCircle} title={t('try.title')} hint={t('try.hint')} onChoose={onTry} />
        {servers.map((server) => (
          <Way
            key={server.preset}
            icon={Monitor}
            title={t('local.title', { name: server.name })}
            hint={t('local.hint', { models: nameModels(server) })}
            onChoose={() => start(server)}
          />
        ))}
        <Way icon={KeyRound} title={t('key.title')} hint={t('key.hint')} onChoose={onUseKey} />
        <Way icon={Download} title={t('import.title')} hint={t('import.hint')} onChoose={onImport} />
      </ul>
      <div role="status">
        <VisuallyHidden>{servers.length > 0 ? t('local.found') : ''}</VisuallyHidden>
      </div>
    </>
  );
}

function nameModels({ models }: LocalServer): string {
  const names = models.slice(0, named).map(({ name }) => name);
  return models.length > named ? `${names.join(', ')}, …` : names.join(', ');
}

interface WayProps {
  primary?: boolean;
  icon: LucideIcon;
  title: string;
  hint: string;
  onChoose: () => void;
}

function Way({ primary = false, icon, title, hint, onChoose }: WayProps) {
  return (
    <li>
      <button type="button" className={cx(styles.way, primary && styles.primary)} onClick={onChoose}>
        <Icon icon={icon} size={20} className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.name}>{title}</span>
          <span className={styles.hint}>{hint}</span>
        </span>
      </button>
    </li>
  );
}
