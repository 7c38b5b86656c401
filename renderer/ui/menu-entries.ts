import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line of a menu. */
export interface MenuAction {
  kind?: 'action';
  label: string;
  icon?: LucideIcon;
  /** For example `Ctrl+N`. Shown only; the key itself is bound elsewhere. */
  shortcut?: string;
  danger?: boolean;
  /** Switches the line off and says why below it. */
  disabledReason?: string | undefined;
  onSelect: () => void;
}

/** One of several that exclude each other; the chosen one carries a tick. */
export interface MenuChoice {
  kind: 'choice';
  label: string;
  /** A second line in a softer ink. */
  hint?: ReactNode;
  checked: boolean;
  onSelect: () => void;
}

export interface MenuHeading {
  kind: 'heading';
  label: string;
}

export interface MenuDivider {
  kind: 'divider';
}

export type MenuEntry = MenuAction | MenuChoice | MenuHeading | MenuDivider;
