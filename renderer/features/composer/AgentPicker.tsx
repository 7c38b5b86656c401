import { ChevronDown, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '#contract';
import { AgentDot } from '../../ui/AgentDot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import styles from './ModelPicker.module.css';

export interface AgentPickerProps {
  agent: Agent | undefined;
  agents: readonly Agent[];
  onAgent: (agentId: string) => void;
  onAgents: () => void;
}

/** Who answers where nobody is named, and the choice of another. Not there while there is only one. */
export function AgentPicker({ agent, agents, onAgent, onAgents }: AgentPickerProps) {
  const { t } = useTranslation('composer');
  if (!agent || agents.length < 2) return null;
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={t('agent.trigger', { name: agent.name })}
          className={styles.trigger}
        >
          <AgentDot colour={agent.colour} size="small" />
          <span className={styles.name}>{agent.name}</span>
          <Icon icon={ChevronDown} size={16} />
        </button>
      }
      entries={[
        ...agents.map(({ id, name }) => ({
          kind: 'choice' as const,
          label: name,
          checked: id === agent.id,
          onSelect: () => onAgent(id),
        })),
        { kind: 'divider' },
        { label: t('agent.manage'), icon: UsersRound, onSelect: onAgents },
      ]}
    />
  );
}
