import styles from './AgentDot.module.css';
import { cx } from './cx.ts';

export interface AgentDotProps {
  /** Colour index of an agent. */
  colour: number;
  size?: 'normal' | 'small';
  className?: string | undefined;
}

/** The sign of an agent: always beside its name, so it says nothing of its own. */
export function AgentDot({ colour, size = 'normal', className }: AgentDotProps) {
  return <span className={cx(styles.dot, styles[size], className)} data-colour={colour} aria-hidden="true" />;
}
