import { type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';
import styles from './SidePanel.module.css';
import { Splitter } from './Splitter.tsx';

export interface SidePanelProps {
  /** The landmark that it is. */
  as: 'nav' | 'aside';
  /** The landmark's name. */
  label: string;
  side: 'left' | 'right';
  /** Names the splitter, for example "Width of the side panel". */
  resizeLabel: string;
  /** Remembered width in px; while a hand drags, the panel follows by itself. */
  width: number;
  min: number;
  max: number;
  onWidthCommit: (width: number) => void;
  /** Escape anywhere in it that nothing else took. */
  onEscape?: () => void;
  children: ReactNode;
  className?: string | undefined;
}

/** A column at the side of the window whose inner edge can be moved. */
export function SidePanel(props: SidePanelProps) {
  const {
    as: Landmark,
    label,
    side,
    resizeLabel,
    width,
    min,
    max,
    onWidthCommit,
    onEscape,
    children,
    className,
  } = props;
  const id = useId();
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = Math.min(max, Math.max(min, dragged ?? width));
  return (
    <Landmark
      id={id}
      aria-label={label}
      tabIndex={-1}
      data-region
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onEscape?.();
      }}
      className={cx(styles.panel, styles[side], className)}
      style={{ width: shown }}
    >
      {children}
      <Splitter
        label={resizeLabel}
        controls={id}
        value={shown}
        min={min}
        max={max}
        edge={side === 'left' ? 'right' : 'left'}
        onChange={setDragged}
        onCommit={(next) => {
          setDragged(null);
          onWidthCommit(next);
        }}
      />
    </Landmark>
  );
}
