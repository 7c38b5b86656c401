import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { landmarkOf } from './floating.ts';
import { type Side, useBeside } from './place.ts';
import styles from './Tooltip.module.css';
import { TipContext } from './Tooltip.tsx';

export interface Tip {
  text: ReactNode;
  side: Side;
}

/** What the triggers tell of themselves. */
export interface TipHost {
  hovered: (anchor: HTMLElement, tip: Tip) => void;
  focused: (anchor: HTMLElement, tip: Tip) => void;
  hide: () => void;
}

/** The wait before the first tooltip, and how long after one the next comes at once. In ms. */
const wait = 500;
const warmFor = 250;

interface Shown extends Tip {
  anchor: HTMLElement;
}

/** Shows the one tooltip of all the triggers below it. Once, at the top of the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const lastKey = useLastKey();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hiddenAt = useRef(Number.NEGATIVE_INFINITY);
  const host = useMemo<TipHost>(() => {
    const show = (anchor: HTMLElement, tip: Tip, after: number) => {
      clearTimeout(timer.current);
      // A menu that is open has said more than its button's name.
      if (anchor.getAttribute('aria-expanded') === 'true') return;
      timer.current = setTimeout(() => setShown({ ...tip, anchor }), after);
    };
    return {
      hovered: (anchor, tip) => show(anchor, tip, performance.now() - hiddenAt.current < warmFor ? 0 : wait),
      focused: (anchor, tip) => {
        if (/^(Tab|F\d+|Arrow\w+|Home|End)$/.test(lastKey.current ?? '')) show(anchor, tip, 0);
      },
      hide: () => {
        clearTimeout(timer.current);
        setShown((was) => {
          if (was) hiddenAt.current = performance.now();
          return null;
        });
      },
    };
  }, [lastKey]);
  return (
    <TipContext value={host}>
      {children}
      {shown ? <Bubble shown={shown} onGone={host.hide} /> : null}
    </TipContext>
  );
}

function Bubble({ shown, onGone }: { shown: Shown; onGone: () => void }) {
  const { anchor, text, side } = shown;
  const bubble = useRef<HTMLDivElement>(null);
  useBeside(bubble, anchor, side);
  useDescription(bubble, anchor);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onGone();
    };
    // Reports that the anchor left the page or was scrolled out of sight.
    const sight = new IntersectionObserver((entries) => {
      if (entries.some((entry) => !entry.isIntersecting)) onGone();
    });
    sight.observe(anchor);
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('scroll', onGone, true);
    return () => {
      sight.disconnect();
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('scroll', onGone, true);
    };
  }, [anchor, onGone]);
  return createPortal(
    <div ref={bubble} role="tooltip" id={tipId} className={styles.tip}>
      {text}
    </div>,
    landmarkOf(anchor) ?? document.body,
  );
}

const tipId = 'tooltip';

/** Ties the tooltip to its anchor for screen readers, where it says more than the anchor's own name and description. */
function useDescription(bubble: { current: HTMLElement | null }, anchor: HTMLElement): void {
  useEffect(() => {
    const said = [anchor.getAttribute('aria-label'), anchor.getAttribute('aria-description')];
    if (said.includes(bubble.current?.textContent ?? '')) return;
    const before = anchor.getAttribute('aria-describedby');
    anchor.setAttribute('aria-describedby', before ? `${before} ${tipId}` : tipId);
    return () => {
      if (before) anchor.setAttribute('aria-describedby', before);
      else anchor.removeAttribute('aria-describedby');
    };
  }, [bubble, anchor]);
}

/** The key pressed last, or null after a pointer was used. */
function useLastKey() {
  const lastKey = useRef<string | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      lastKey.current = event.key;
    };
    const onPointerDown = () => {
      lastKey.current = null;
    };
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
  return lastKey;
}
