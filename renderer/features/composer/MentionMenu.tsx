import { useTranslation } from 'react-i18next';
import type { Agent } from '#contract';
import { AgentDot } from '../../ui/AgentDot.tsx';
import styles from './OptionList.module.css';
import { OptionList, type OptionListProps } from './OptionList.tsx';

export type MentionMenuProps = Omit<OptionListProps<Agent>, 'label' | 'keyOf' | 'children'>;

/** The agents that fit what was typed behind an `@`. */
export function MentionMenu(props: MentionMenuProps) {
  const { t } = useTranslation('composer');
  return (
    <OptionList {...props} label={t('agent.mention')} keyOf={({ id }) => id}>
      {(agent) => (
        <>
          <span className={styles.agent}>
            <AgentDot colour={agent.colour} size="small" />
            {agent.name}
          </span>
          <span className={styles.description}>{firstLine(agent.systemPrompt)}</span>
        </>
      )}
    </OptionList>
  );
}

/** Enough of the instructions to tell one agent from another. */
function firstLine(prompt: string): string {
  const [line = ''] = prompt.trim().split('\n', 1);
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}
