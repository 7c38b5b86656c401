import { FolderOpen, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '#contract';
import { agentsInUse, loadAgents, useAgents } from '../../../bridge/agents.ts';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from '../providers/Providers.module.css';
import { Section } from '../Section.tsx';
import { AgentCard } from './AgentCard.tsx';
import { AgentDialog } from './AgentDialog.tsx';

/** The agents: made, changed, copied, put away, and handed on as files. */
export function Agents() {
  const { t } = useTranslation('agents');
  const { t: common } = useTranslation('common');
  const known = useAgents();
  const [open, setOpen] = useState<Agent | 'new' | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const openFiles = useOpenFiles();
  if (known.status === 'loading') return <Skeleton label={common('loading')} lines={5} />;
  if (known.status === 'failed' && known.agents.size === 0)
    return (
      <FailureState
        failure={known.failure}
        actions={<Button onClick={() => void loadAgents()}>{common('retry')}</Button>}
      />
    );
  const inUse = agentsInUse(known);
  const away = [...known.agents.values()].filter(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      <Section
        title={t('title')}
        hint={t('hint')}
        action={
          <>
            <Button icon={FolderOpen} onClick={openFiles}>
              {t('open')}
            </Button>
            <Button ref={addButton} variant="primary" icon={Plus} onClick={() => setOpen('new')}>
              {t('add')}
            </Button>
          </>
        }
      >
        <ul className={styles.cards}>
          {inUse.map((agent) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              first={agent === inUse[0]}
              onEdit={() => setOpen(agent)}
              onGone={() => addButton.current?.focus()}
            />
          ))}
        </ul>
      </Section>
      {away.length > 0 ? <PutAway agents={away} /> : null}
      {open === null ? null : (
        <AgentDialog agent={open === 'new' ? null : open} others={inUse} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** Makes agents of files that somebody handed on. */
function useOpenFiles() {
  const { t } = useTranslation('agents');
  const tellFailure = useFailureToast();
  return () => {
    call('agents.openFiles', {}).then((added) => {
      if (added.length > 0)
        showToast({ text: t('added', { names: added.map(({ name }) => name).join(', ') }) });
    }, tellFailure);
  };
}

/** Agents that answer no more. Their messages keep their names. */
function PutAway({ agents }: { agents: readonly Agent[] }) {
  const { t } = useTranslation('agents');
  const tellFailure = useFailureToast();
  return (
    <Section title={t('away.title')} hint={t('away.hint')}>
      <ul className={styles.cards}>
        {agents.map(({ id, name }) => (
          <li key={id} className={styles.card}>
            <div className={styles.line}>
              <div className={styles.words}>
                <span className={styles.name}>{name}</span>
              </div>
              <Button
                size="small"
                aria-label={t('away.takeBackOf', { name })}
                onClick={() => void call('agents.restore', { id }).catch(tellFailure)}
              >
                {t('away.takeBack')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
