import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type FocusEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import { Kbd } from './Kbd.tsx';
import styles from './Menu.module.css';
import type { MenuAction, MenuChoice, MenuEntry } from './menu-entries.ts';
import type { Box } from './place.ts';

export interface MenuSurfaceProps {
  entries: readonly MenuEntry[];
  /** What it hangs on, in px from the window's corner: a button, or the spot that was clicked. */
  at: Box;
  /** The element that it belongs to; a press there is not a press outside. */
  anchor: HTMLElement;
  /** Id of the element whose name it bears. */
  labelId: string;
  container: HTMLElement | null;
  /** What has the focus again once it is closed. */
  returnTo: Element | null;
  open: boolean;
  /** Opened by a key: the first line has the focus at once. */
  byKey: boolean;
  align: 'start' | 'end';
  side: 'top' | 'bottom';
  onClose: () => void;
  /** It is closed and the focus is back. */
  onGone: () => void;
}

/** The menu itself, on Radix. Loaded when the first one opens. */
export default function MenuSurface(props: MenuSurfaceProps) {
  const { entries, at, labelId, container, open, align, side, onClose } = props;
  const life = useMenuLife(props);
  return (
    // Not modal: a modal menu injects a style tag to lock scrolling, which our policy forbids.
    <Radix.Root modal={false} open={open} onOpenChange={onClose}>
      {/* In the body: below a row that is moved by a transform, fixed would mean fixed to that row. */}
      {createPortal(
        <Radix.Trigger asChild>
          <span aria-hidden="true" className={styles.anchor} style={at} tabIndex={-1} />
        </Radix.Trigger>,
        document.body,
      )}
      <Radix.Portal container={container}>
        <Radix.Content
          aria-labelledby={labelId}
          align={align}
          side={side}
          sideOffset={at.height === 0 ? 0 : 4}
          collisionPadding={8}
          className={styles.menu}
          onFocus={life.onFocus}
          onInteractOutside={life.onInteractOutside}
          onCloseAutoFocus={life.onCloseAutoFocus}
        >
          <Entries entries={entries} choose={life.choose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Runs the chosen act once the menu is gone and the focus is back, so that a dialog returns it rightly. */
function useMenuLife({ anchor, at, returnTo, byKey, onGone }: MenuSurfaceProps) {
  const toFirst = useRef(byKey);
  const chosen = useRef<(() => void) | null>(null);
  const pressedOutside = useRef(false);
  return {
    choose: (act: () => void) => {
      chosen.current = act;
    },
    // Radix focuses the menu as a whole; it was not there yet when the key was pressed.
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (!toFirst.current || event.target !== event.currentTarget) return;
      toFirst.current = false;
      event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    },
    onInteractOutside: (event: Event) => {
      // The button closes its menu itself; of a thing with a context menu every press is outside.
      const own = at.height > 0 && event.target instanceof Node && anchor.contains(event.target);
      if (own) event.preventDefault();
      else pressedOutside.current = true;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (!pressedOutside.current && returnTo instanceof HTMLElement) returnTo.focus();
      const act = chosen.current;
      onGone();
      act?.();
    },
  };
}

function Entries({ entries, choose }: { entries: readonly MenuEntry[]; choose: (act: () => void) => void }) {
  return entries.map((entry, index) => {
    const key = entry.kind === 'divider' ? `divider-${index}` : `${entry.kind}-${entry.label}-${index}`;
    if (entry.kind === 'divider') return <Radix.Separator key={key} className={styles.divider} />;
    if (entry.kind === 'heading')
      return (
        <Radix.Label key={key} className={styles.heading}>
          {entry.label}
        </Radix.Label>
      );
    if (entry.kind === 'choice')
      return <Choice key={key} entry={entry} onChoose={() => choose(entry.onSelect)} />;
    return <Action key={key} entry={entry} onChoose={() => choose(entry.onSelect)} />;
  });
}

function Action({ entry, onChoose }: { entry: MenuAction; onChoose: () => void }) {
  const off = Boolean(entry.disabledReason);
  return (
    <Radix.Item
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
    </Radix.Item>
  );
}

function Choice({ entry, onChoose }: { entry: MenuChoice; onChoose: () => void }) {
  return (
    <Radix.RadioGroup value={entry.checked ? 'on' : 'off'}>
      <Radix.RadioItem value="on" onSelect={onChoose} className={styles.item}>
        <span className={styles.words}>
          {entry.label}
          {entry.hint ? <span className={styles.hint}>{entry.hint}</span> : null}
        </span>
        {entry.checked ? <Icon icon={Check} size={16} className={styles.tick} /> : null}
      </Radix.RadioItem>
    </Radix.RadioGroup>
  );
}
