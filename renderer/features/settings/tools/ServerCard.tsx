import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerProblem, ToolServer } from '#contract';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Details } from '../../../ui/Details.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from '../providers/Providers.module.css';
import own from './Tools.module.css';
import { useServerCheck } from './useServerCheck.ts';

export interface ServerCardProps {
  server: ToolServer;
  onEdit: () => void;
  /** The card is about to go, and the focus with it. */
  onGone: () => void;
}

/** One server: whether it works, what it brings, and what can be done with it. */
export function ServerCard({ server, onEdit, onGone }: ServerCardProps) {
  const { t } = useTranslation('tools');
  const failed = useFailureToast();
  const { checking, problem, check } = useServerCheck();
  const [removing, setRemoving] = useState(false);
  const { id, name, enabled, checkedAt, tools } = server;
  const state = enabled
    ? checkedAt === null
      ? t('servers.unchecked')
      : t('servers.tools', { count: tools.length })
    : t('servers.off');
  const remove = () => {
    onGone();
    call('tools.removeServer', { id }).catch(failed);
  };
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <div className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.state} role="status">
            {checking ? t('servers.checking') : state}
          </span>
        </div>
        <div className={own.buttons}>
          <Button
            size="small"
            aria-label={t('servers.checkOf', { name })}
            onClick={() => void (checking || check(server).catch(failed))}
          >
            {t('servers.check')}
          </Button>
          <Button size="small" aria-label={t('servers.editOf', { name })} onClick={onEdit}>
            {t('servers.edit')}
          </Button>
          <Button size="small" aria-label={t('servers.removeOf', { name })} onClick={() => setRemoving(true)}>
            {t('servers.remove')}
          </Button>
        </div>
      </div>
      <Switch
        label={t('servers.use', { name })}
        checked={enabled}
        onCheckedChange={(on) => void call('tools.enableServer', { id, enabled: on }).catch(failed)}
      />
      {problem ? <Problem name={name} problem={problem} /> : null}
      {tools.length > 0 ? <ToolNames server={server} /> : null}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('servers.removeTitle', { name })}
        description={t('servers.removeText')}
        action={t('servers.removeOf', { name })}
        onConfirm={remove}
        danger
      />
    </li>
  );
}

/** What is wrong with a server, in a sentence. */
export function Problem({ name, problem }: { name: string; problem: ServerProblem }) {
  const { t } = useTranslation('tools');
  return (
    <div role="alert">
      <p>{t(`servers.problem.${problem.code}`, { name })}</p>
      {problem.detail === '' ? null : <Details text={problem.detail} />}
    </div>
  );
}

function ToolNames({ server: { tools } }: { server: ToolServer }) {
  const { t } = useTranslation('tools');
  return (
    <details className={own.details}>
      <summary>{t('servers.list')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <ul className={own.tools} tabIndex={0} aria-label={t('servers.list')}>
        {tools.map((tool) => (
          <li key={tool.name} className={own.tool}>
            {tool.name} {tool.readOnly ? `(${t('servers.readOnly')})` : null}
            <div className={own.about}>{tool.description}</div>
          </li>
        ))}
      </ul>
    </details>
  );
}
