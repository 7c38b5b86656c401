import { type PointerEvent, useEffect, useRef } from 'react';
import { type GraphPlace, useGraph } from '../place.ts';
import type { Dragged, Target } from '../store/state.ts';
import { drop, previewOf } from './acts.ts';

/** A press that goes further than this is a drag, in px. */
const slack = 5;

/** What lies under the pointer on the canvas. */
export interface Under {
  item: number;
  /** Of its last message. */
  id: string;
  /** What a drag from here takes along; null for what only opens. */
  dragged: Dragged | null;
}

export interface PressOptions {
  /** By a point of the window. */
  under: (x: number, y: number) => Under | null;
  /** A press that was no drag. */
  onPress: (under: Under) => void;
  /** Every frame of a drag, so that the edges of the canvas can move it. */
  onEdge: (x: number, y: number) => void;
}

/** What is dragged follows the pointer by this element. */
export type Ghost = React.RefObject<HTMLElement | null>;

/**
 * Presses and drags on the canvas. A drag knows what it is over on the canvas and on the list of conversations; Escape
 * ends it with nothing done.
 */
export function usePress(options: PressOptions, ghost: Ghost) {
  const place = useGraph();
  const newest = useRef({ options, place });
  useEffect(() => {
    newest.current = { options, place };
  });
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  return (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const under = options.under(event.clientX, event.clientY);
    if (!under) return;
    end.current?.();
    end.current = follow({ x: event.clientX, y: event.clientY }, under, newest, ghost);
  };
}

type Newest = React.RefObject<{ options: PressOptions; place: GraphPlace }>;

function follow(from: { x: number; y: number }, under: Under, newest: Newest, ghost: Ghost): () => void {
  const at = { ...from };
  let frame = 0;
  const { graph } = newest.current.place;
  const dragging = () => graph.store.getState().drag !== null;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const [type, listener] of listeners)
      window.removeEventListener(type, listener as EventListener, true);
    if (dragging()) graph.store.setState({ drag: null, preview: new Map() });
    delete document.documentElement.dataset['dragging'];
  };
  const tick = () => {
    newest.current.options.onEdge(at.x, at.y);
    look(newest.current, at);
    frame = requestAnimationFrame(tick);
  };
  const onMove = (event: globalThis.PointerEvent) => {
    Object.assign(at, { x: event.clientX, y: event.clientY });
    if (!dragging()) {
      if (!under.dragged || Math.hypot(at.x - from.x, at.y - from.y) < slack) return;
      graph.store.setState({ drag: { dragged: under.dragged, over: null }, picked: null });
      document.documentElement.dataset['dragging'] = under.dragged.kind;
      frame = requestAnimationFrame(tick);
    }
    if (ghost.current) ghost.current.style.transform = `translate(${at.x}px, ${at.y}px)`;
  };
  const onUp = (event: globalThis.PointerEvent) => {
    Object.assign(at, { x: event.clientX, y: event.clientY });
    const { options, place } = newest.current;
    if (!dragging()) {
      stop();
      if (event.type === 'pointerup' && Math.hypot(at.x - from.x, at.y - from.y) < slack)
        options.onPress(under);
      return;
    }
    look(newest.current, at);
    const { drag } = graph.store.getState();
    stop();
    if (event.type === 'pointerup' && drag?.over) drop(place, drag.dragged, drag.over);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dragging()) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
  };
  const listeners = [
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onUp],
    ['keydown', onKey],
  ] as const;
  for (const [type, listener] of listeners) window.addEventListener(type, listener as EventListener, true);
  return stop;
}

/** Finds out what the pointer is over, and tells what dropping there would do. */
function look(
  { options, place }: { options: PressOptions; place: GraphPlace },
  at: { x: number; y: number },
): void {
  const { store } = place.graph;
  const { drag, drawing } = store.getState();
  if (!drag || !drawing) return;
  const over = targetAt(options, drag.dragged, at);
  if (same(over, drag.over)) return;
  const next = { dragged: drag.dragged, over };
  store.setState({ drag: next, preview: previewOf(drawing, next) });
  document.documentElement.dataset['over'] = over?.kind ?? 'nothing';
}

function targetAt(
  options: PressOptions,
  dragged: Dragged,
  { x, y }: { x: number; y: number },
): Target | null {
  const list = document.elementFromPoint(x, y)?.closest('[data-drop="conversations"]');
  if (list) return dragged.kind === 'tip' ? null : { kind: 'library' };
  const under = options.under(x, y);
  return under && under.item !== 0 ? { kind: 'message', id: under.id } : null;
}

function same(left: Target | null, right: Target | null): boolean {
  if (left?.kind === 'message' && right?.kind === 'message') return left.id === right.id;
  return left?.kind === right?.kind;
}
