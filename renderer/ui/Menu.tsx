import { Slot } from 'radix-ui';
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactElement,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import { landmarkOf } from './floating.ts';
import type { MenuSurfaceProps } from './MenuSurface.tsx';
import type { MenuEntry } from './menu-entries.ts';

const loadSurface = () => import('./MenuSurface.tsx');
const MenuSurface = lazy(loadSurface);
/** Fetches the menu's code while the pointer or the focus is still on its way. */
const prepare = () => void loadSurface();

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
}

/** A menu below a button. Until it is opened it costs no more than the button. */
export function Menu({ trigger, entries, align = 'start', side = 'bottom' }: MenuProps) {
  const { id, opened, open, close, gone } = useOpened();
  const toggle = (anchor: HTMLElement, byKey: boolean) => {
    if (opened?.open) close();
    else open({ anchor, at: boxOf(anchor), returnTo: anchor, byKey });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' || opened?.open) return;
    event.preventDefault();
    toggle(event.currentTarget, true);
  };
  return (
    <>
      <Slot.Root
        id={id}
        aria-haspopup="menu"
        aria-expanded={opened?.open ?? false}
        data-state={opened?.open ? 'open' : 'closed'}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event: MouseEvent<HTMLElement>) => toggle(event.currentTarget, event.detail === 0)}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </Slot.Root>
      {opened ? (
        <Suspense fallback={null}>
          <MenuSurface {...opened} {...{ entries, align, side }} onClose={close} onGone={gone} />
        </Suspense>
      ) : null}
    </>
  );
}

export interface ContextMenuProps {
  /** One element that takes handlers; a right click or the menu key on it opens the menu. */
  children: ReactElement;
  entries: readonly MenuEntry[];
}

/** The menu of a thing, by right click, long press or the menu key. */
export function ContextMenu({ children, entries }: ContextMenuProps) {
  const { id, opened, open, close, gone } = useOpened();
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    open({
      anchor: event.currentTarget,
      at: { left: event.clientX, top: event.clientY, width: 0, height: 0 },
      returnTo: document.activeElement,
      byKey: event.button !== 2,
    });
  };
  return (
    <>
      <Slot.Root id={id} data-state={opened?.open ? 'open' : 'closed'} onContextMenu={onContextMenu}>
        {children}
      </Slot.Root>
      {opened ? (
        <Suspense fallback={null}>
          <MenuSurface
            key={opened.turn}
            {...opened}
            entries={entries}
            align="start"
            side="bottom"
            onClose={close}
            onGone={gone}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function boxOf(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

type Opening = Pick<MenuSurfaceProps, 'at' | 'anchor' | 'returnTo' | 'byKey'>;
type Opened = Opening & Pick<MenuSurfaceProps, 'labelId' | 'container' | 'open'> & { turn: number };

/** The life of one menu: open, then closed while it gives the focus back, then gone. */
function useOpened() {
  const id = useId();
  const turns = useRef(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = (opening: Opening) => {
    turns.current += 1;
    const { anchor } = opening;
    const container = landmarkOf(anchor);
    setOpened({ ...opening, labelId: anchor.id, container, open: true, turn: turns.current });
  };
  const close = () => setOpened((was) => was && { ...was, open: false });
  const gone = () => setOpened((was) => (was?.open ? was : null));
  return { id, opened, open, close, gone };
}
