import type { ComponentProps } from 'react';

export interface ScrollBoxProps extends Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> {
  /** What is in it, for screen readers. */
  label: string;
}

/** A box that scrolls by itself: it can be reached and scrolled with the keyboard. */
export function ScrollBox({ label, role = 'group', ...rest }: ScrollBoxProps) {
  return <section {...rest} role={role} aria-label={label} tabIndex={0} />;
}
