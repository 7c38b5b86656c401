import { useTranslation } from 'react-i18next';
import type { Agent } from '#contract';
import { AgentDot } from '../../ui/AgentDot.tsx';
import { optionId } from './option-id.ts';
import styles from './SlashMenu.module.css';

export interface MentionMenuProps {
  id: string;
  agents: readonly Agent[];
  /** Place of the marked one, from 0. */
  active: number;
  onChoose: (agent: Agent) => void;
  onHover: (place: number) => void;
}

/** The agents that fit what was typed behind an `@`. The text keeps the focus; arrows and Enter work there. */
export function MentionMenu({ id, agents, active, onChoose, onHover }: MentionMenuProps) {
  const { t } = useTranslation('composer');
  return (
    <div id={id} role="listbox" aria-label={t('agent.mention')} className={styles.menu}>
      {agents.map((agent, place) => (
        <div
          key={agent.id}
          id={optionId(id, place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          className={styles.option}
          onPointerMove={() => onHover(place)}
          onPointerDown={(event) => {
            // The text must keep the focus.
            event.preventDefault();
            onChoose(agent);
          }}
        >
          <span className={styles.agent}>
            <AgentDot colour={agent.colour} size="small" />
            {agent.name}
          </span>
          <span className={styles.description}>{firstLine(agent.systemPrompt)}</span>
        </div>
      ))}
    </div>
  );
}

/** Enough of the instructions to tell one agent from another. */
function firstLine(prompt: string): string {
  const [line = ''] = prompt.trim().split('\n', 1);
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}
