import type { ComponentProps } from 'react';
import styles from './Card.module.css';
import { cx } from './cx.ts';

/** A bordered surface for one thing. `floating` lifts it off the page with the app's one shadow. */
export function Card({
  floating = false,
  className,
  ...rest
}: ComponentProps<'div'> & { floating?: boolean }) {
  return <div {...rest} className={cx(styles.card, floating && styles.floating, className)} />;
}
