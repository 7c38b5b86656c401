import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './Splitter.module.css';

export interface SplitterProps {
  /** What it resizes, for example "Width of the list". */
  label: string;
  /** Id of the pane it resizes. */
  controls: string;
  /** Width of that pane in px. */
  value: number;
  min: number;
  max: number;
  /** The edge of the pane on which the splitter lies. */
  edge: 'left' | 'right';
  onChange: (value: number) => void;
  /** The hand has let go: the moment to remember the width. */
  onCommit: (value: number) => void;
}

const step = 16;

/** The edge between two panes: drag it, or use the arrow keys, Home and End. */
export function Splitter(props: SplitterProps) {
  const { label, controls, value, min, max, edge, onChange, onCommit } = props;
  const start = useRef<{ x: number; value: number } | null>(null);
  const clamp = (width: number) => Math.round(Math.min(max, Math.max(min, width)));
  const grow = edge === 'right' ? 1 : -1;

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, value };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const from = start.current;
    if (from) onChange(clamp(from.value + grow * (event.clientX - from.x)));
  };
  const onPointerUp = () => {
    if (!start.current) return;
    start.current = null;
    onCommit(value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = keyTarget(event.key, { value, min, max, grow });
    if (next === null) return;
    event.preventDefault();
    onChange(clamp(next));
    onCommit(clamp(next));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is the window splitter pattern; hr takes no value
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className={cx(styles.splitter, styles[edge])}
      {...{ onPointerDown, onPointerMove, onPointerUp, onKeyDown }}
      onPointerCancel={onPointerUp}
    />
  );
}

function keyTarget(
  key: string,
  at: { value: number; min: number; max: number; grow: number },
): number | null {
  if (key === 'ArrowRight') return at.value + at.grow * step;
  if (key === 'ArrowLeft') return at.value - at.grow * step;
  if (key === 'Home') return at.min;
  if (key === 'End') return at.max;
  return null;
}
