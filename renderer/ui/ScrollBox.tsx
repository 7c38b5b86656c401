import type { ComponentProps } from 'react';

export interface ScrollBoxProps extends Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> {
  /** What is in it, for screen readers. */
  label: string;
}

/** A box that scrolls by itself: it can be reached and scrolled with the keyboard. */
export function ScrollBox({ label, ...rest }: ScrollBoxProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus to be scrolled by keys.
  return <section {...rest} aria-label={label} tabIndex={0} />;
}
