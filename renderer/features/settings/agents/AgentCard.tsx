import { Archive, Copy, Download, MoreHorizontal, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '#contract';
import { call } from '../../../bridge/call.ts';
import { findModel, useProviders } from '../../../bridge/providers.ts';
import { AgentDot } from '../../../ui/AgentDot.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from '../providers/Providers.module.css';

export interface AgentCardProps {
  agent: Agent;
  /** The one that new conversations begin with: it stays. */
  first: boolean;
  onEdit: () => void;
  /** The card is about to go, and the focus with it. */
  onGone: () => void;
}

/** One agent: its name, its model, and what can be done with it. */
export function AgentCard({ agent, first, onEdit, onGone }: AgentCardProps) {
  const { t } = useTranslation('agents');
  const { routes } = useProviders();
  const acts = useAgentActs(agent, onGone);
  const model = agent.reader && (findModel(routes, agent.reader)?.name ?? agent.reader.modelId);
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        <AgentDot colour={agent.colour} />
        <div className={styles.words}>
          <span className={styles.name}>{agent.name}</span>
          <span className={styles.state}>
            {[model ?? t('anyModel'), t('tools', { count: agent.tools.length })].join(' · ')}
          </span>
        </div>
        <Button variant="plain" size="small" aria-label={t('editOf', { name: agent.name })} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Menu
          align="end"
          trigger={<IconButton icon={MoreHorizontal} name={t('more', { name: agent.name })} size="small" />}
          entries={[
            { label: t('edit'), icon: Pencil, onSelect: onEdit },
            { label: t('duplicate'), icon: Copy, onSelect: acts.duplicate },
            { label: t('save'), icon: Download, onSelect: acts.save },
            { kind: 'divider' },
            {
              label: t('putAway'),
              icon: Archive,
              onSelect: acts.putAway,
              disabledReason: first ? t('firstStays') : undefined,
            },
          ]}
        />
      </div>
    </li>
  );
}

function useAgentActs({ id, name }: Agent, onGone: () => void) {
  const { t } = useTranslation('agents');
  const { t: common } = useTranslation('common');
  const tellFailure = useFailureToast();
  const takeBack = () => void call('agents.restore', { id }).catch(tellFailure);
  return {
    duplicate: () => {
      call('agents.duplicate', { id }).then(
        (copy) => showToast({ text: t('duplicated', { name: copy.name }) }),
        tellFailure,
      );
    },
    save: () => {
      call('agents.saveFile', { id }).then(({ saved }) => {
        if (saved) showToast({ text: t('saved', { name }) });
      }, tellFailure);
    },
    putAway: () => {
      onGone();
      call('agents.archive', { id }).then(
        () =>
          showToast({
            text: t('wasPutAway', { name }),
            action: { label: common('undo'), onSelect: takeBack },
          }),
        tellFailure,
      );
    },
  };
}
