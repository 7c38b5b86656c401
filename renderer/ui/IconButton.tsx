import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import styles from './IconButton.module.css';
import { Kbd } from './Kbd.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'style' | 'children'> {
  icon: LucideIcon;
  /** The name that screen readers say and the tooltip shows. */
  name: string;
  /** Shown behind the name in the tooltip, for example `Ctrl+N`. */
  shortcut?: string | undefined;
  variant?: 'plain' | 'primary' | 'danger';
  size?: 'normal' | 'small';
  /** Marks a toggle that is on. */
  pressed?: boolean | undefined;
  /** Switches the button off and says why. It stays focusable. */
  disabledReason?: string | undefined;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A button that shows only an icon and always has a name. */
export function IconButton({
  icon,
  name,
  shortcut,
  variant = 'plain',
  size = 'normal',
  pressed,
  disabledReason,
  tooltipSide,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const off = Boolean(disabledReason);
  const text = disabledReason ?? (shortcut ? <NameAndKeys name={name} shortcut={shortcut} /> : name);
  return (
    <Tooltip text={text} {...(tooltipSide ? { side: tooltipSide } : {})}>
      <button
        {...rest}
        type={off ? 'button' : type}
        aria-label={name}
        aria-pressed={pressed}
        aria-disabled={off || undefined}
        aria-description={disabledReason}
        onClick={off ? (event) => event.preventDefault() : onClick}
        className={cx(styles.button, styles[variant], size === 'small' && styles.small, className)}
      >
        <Icon icon={icon} size={size === 'small' ? 16 : 18} />
      </button>
    </Tooltip>
  );
}

function NameAndKeys({ name, shortcut }: { name: string; shortcut: string }) {
  return (
    <span className={styles.tip}>
      {name} <Kbd keys={shortcut} />
    </span>
  );
}
