import { Check } from 'lucide-react';
import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui';
import { type ReactElement, useRef } from 'react';
import { cx } from './cx.ts';
import { useFloating } from './floating.ts';
import { Icon } from './Icon.tsx';
import { Kbd } from './Kbd.tsx';
import styles from './Menu.module.css';
import type { MenuAction, MenuChoice, MenuEntry } from './menu-entries.ts';

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
}

type Primitives = Pick<typeof Dropdown, 'Item' | 'Separator' | 'Label' | 'RadioGroup' | 'RadioItem'>;

/** A menu below a button. */
export function Menu({ trigger, entries, align = 'start', side = 'bottom' }: MenuProps) {
  const after = useAfterClose();
  const { anchor, open, onOpenChange, container } = useFloating();
  return (
    // Not modal: a modal menu injects a style tag to lock scrolling, which our policy forbids.
    <Dropdown.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Dropdown.Trigger asChild ref={anchor}>
        {trigger}
      </Dropdown.Trigger>
      <Dropdown.Portal container={container}>
        <Dropdown.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={styles.menu}
          onCloseAutoFocus={after.onCloseAutoFocus}
        >
          <Entries entries={entries} parts={Dropdown} choose={after.choose} />
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

export interface ContextMenuProps {
  /** One element that takes a ref; a right click or the menu key on it opens the menu. */
  children: ReactElement;
  entries: readonly MenuEntry[];
}

/** The menu of a thing, by right click, long press or the menu key. */
export function ContextMenu({ children, entries }: ContextMenuProps) {
  const after = useAfterClose();
  const { anchor, open, onOpenChange, container } = useFloating();
  return (
    <Context.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Context.Trigger asChild ref={anchor}>
        {children}
      </Context.Trigger>
      <Context.Portal container={container}>
        <Context.Content
          collisionPadding={8}
          className={styles.menu}
          onCloseAutoFocus={after.onCloseAutoFocus}
        >
          <Entries entries={entries} parts={Context} choose={after.choose} />
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  );
}

/** Runs the chosen act once the menu is gone and the focus is back, so that a dialog returns it rightly. */
function useAfterClose() {
  const chosen = useRef<(() => void) | null>(null);
  return {
    choose: (act: () => void) => {
      chosen.current = act;
    },
    onCloseAutoFocus: () => {
      const act = chosen.current;
      chosen.current = null;
      if (act) queueMicrotask(act);
    },
  };
}

interface EntriesProps {
  entries: readonly MenuEntry[];
  parts: Primitives;
  choose: (act: () => void) => void;
}

function Entries({ entries, parts, choose }: EntriesProps) {
  return entries.map((entry, index) => {
    const key = entry.kind === 'divider' ? `divider-${index}` : `${entry.kind}-${entry.label}-${index}`;
    if (entry.kind === 'divider') return <parts.Separator key={key} className={styles.divider} />;
    if (entry.kind === 'heading')
      return (
        <parts.Label key={key} className={styles.heading}>
          {entry.label}
        </parts.Label>
      );
    if (entry.kind === 'choice')
      return <Choice key={key} entry={entry} parts={parts} onChoose={() => choose(entry.onSelect)} />;
    return <Action key={key} entry={entry} parts={parts} onChoose={() => choose(entry.onSelect)} />;
  });
}

function Action({ entry, parts, onChoose }: { entry: MenuAction; parts: Primitives; onChoose: () => void }) {
  const off = Boolean(entry.disabledReason);
  return (
    <parts.Item
      aria-disabled={off || undefined}
      onSelect={(event) => (off ? event.preventDefault() : onChoose())}
      className={cx(styles.item, entry.danger && styles.danger, off && styles.off)}
    >
      {entry.icon ? <Icon icon={entry.icon} size={16} className={styles.icon} /> : null}
      <span className={styles.words}>
        {entry.label}
        {off ? <span className={styles.hint}>{entry.disabledReason}</span> : null}
      </span>
      {entry.shortcut ? <Kbd keys={entry.shortcut} /> : null}
    </parts.Item>
  );
}

function Choice({ entry, parts, onChoose }: { entry: MenuChoice; parts: Primitives; onChoose: () => void }) {
  return (
    <parts.RadioGroup value={entry.checked ? 'on' : 'off'}>
      <parts.RadioItem value="on" onSelect={onChoose} className={styles.item}>
        <span className={styles.words}>
          {entry.label}
          {entry.hint ? <span className={styles.hint}>{entry.hint}</span> : null}
        </span>
        {entry.checked ? <Icon icon={Check} size={16} className={styles.tick} /> : null}
      </parts.RadioItem>
    </parts.RadioGroup>
  );
}
