import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolInfo } from '#contract';
import { useAsk } from '../../../bridge/useAsk.ts';
import styles from './AgentDialog.module.css';

export interface ToolChoiceProps {
  /** Names of the tools that it has at hand. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The app's own tools that are told in words. */
const told = [
  'read_attachment',
  'search_workspace',
  'read_file',
  'write_file',
  'fetch_page',
  'take_screenshot',
  'checkpoint',
  'rewind',
] as const;
/** What every agent has, whatever is chosen. */
const always = ['recall', 'search_tools', 'use_tool'];

/** The tools that an agent has at hand. The others it looks up when it needs one. */
export function ToolChoice({ chosen, onChange }: ToolChoiceProps) {
  const { t } = useTranslation('agents');
  const hint = useId();
  const [tools] = useAsk('tools.list');
  // A failure leaves the choice as it is: the agent keeps what it has.
  if (tools.status !== 'ready') return null;
  const offered = tools.value.filter(({ name }) => !always.includes(name));
  return (
    <details className={styles.tools}>
      <summary aria-describedby={hint} className={styles.legend}>
        {t('dialog.tools', { count: chosen.length })}
      </summary>
      <p id={hint} className={styles.hint}>
        {t('dialog.toolsHint')}
      </p>
      <ul className={styles.toolList}>
        {offered.map((tool) => (
          <li key={tool.name}>
            <label className={styles.tool}>
              <input
                type="checkbox"
                checked={chosen.includes(tool.name)}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, tool.name]
                      : chosen.filter((name) => name !== tool.name),
                  )
                }
              />
              <ToolWords tool={tool} />
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function ToolWords({ tool: { name, description } }: { tool: ToolInfo }) {
  const { t } = useTranslation('agents');
  const own = told.find((candidate) => candidate === name);
  return <span title={description}>{own ? t(`tool.${own}`) : name}</span>;
}
