import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'style'> {
  /** `primary` once on a screen; `danger` for what cannot be undone; `plain` has no ground until hovered. */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger';
  size?: 'normal' | 'small';
  icon?: LucideIcon;
  /** Switches the button off and says why, in a tooltip and to screen readers. It stays focusable. */
  disabledReason?: string | undefined;
  children: ReactNode;
}

/** A button with words. It is never off without a reason. */
export function Button({
  variant = 'quiet',
  size = 'normal',
  icon,
  disabledReason,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const off = Boolean(disabledReason);
  return (
    <Tooltip text={disabledReason}>
      <button
        {...rest}
        type={off ? 'button' : type}
        aria-disabled={off || undefined}
        aria-description={disabledReason}
        onClick={off ? (event) => event.preventDefault() : onClick}
        className={cx(styles.button, styles[variant], size === 'small' && styles.small, className)}
      >
        {icon ? <Icon icon={icon} size={size === 'small' ? 16 : 18} /> : null}
        <span className={styles.label}>{children}</span>
      </button>
    </Tooltip>
  );
}
