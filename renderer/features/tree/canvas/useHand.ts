import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, type RefObject, type TouchEvent, useRef } from 'react';
import { choosePicked } from '../drag/acts.ts';
import { type Under, usePress } from '../drag/usePress.ts';
import { itemAt, sizeOf, spotOf } from '../model/layout.ts';
import { useGraph, useGraphState } from '../place.ts';
import type { Drawing } from '../store/state.ts';

/** How near to an edge a drag moves the canvas, and how fast at most, in px and px a frame. */
const edge = 24;
const pace = 8;
/** How far from the middle of the tip's marker a press still takes it, in px. */
const reach = 18;

type Place = RefObject<HTMLDivElement | null>;
type Flow = ReturnType<typeof useReactFlow>;

/**
 * The pointer on the canvas: what it is over, presses, drags, and the menu. It works by where things are drawn and not
 * by elements, so that it is the same in a small drawing that has none.
 */
export function useHand(drawing: Drawing, place: Place, ghost: RefObject<HTMLElement | null>) {
  const { graph } = useGraph();
  const flow = useReactFlow();
  const board = useRef<HTMLDivElement>(null);
  const dragging = useGraphState((state) => state.drag !== null);
  const hovering = useGraphState((state) => state.hoverId !== null);
  const under = (x: number, y: number) => underAt(drawing, flow, place.current, { x, y });
  const takeKeys = () =>
    place.current?.querySelector<HTMLElement>('[data-graph-keys]')?.focus({ preventScroll: true });
  const press = usePressed(drawing);
  const onPointerDown = usePress(
    {
      under,
      onPress: press,
      onEdge: (x, y) => moveAtEdge(drawing, flow, place.current, { x, y }),
    },
    ghost,
  );
  const hold = (event: MouseEvent | TouchEvent) => {
    const point = 'touches' in event ? event.touches[0] : event;
    // What is on a message is ours: the canvas under it must not move along.
    if (!point || !under(point.clientX, point.clientY)) return;
    event.stopPropagation();
    if (event.type !== 'mousedown') return;
    // Nor would the browser know where the focus belongs.
    event.preventDefault();
    takeKeys();
  };
  return {
    board,
    /** Opens the menu of an item by the keyboard. */
    openMenu: (item: number) =>
      openMenuAt(drawing, flow, { board: board.current, place: place.current }, item),
    handlers: {
      'data-over': hovering ? 'item' : undefined,
      'data-dragging': dragging || undefined,
      onPointerDown,
      onMouseDownCapture: hold,
      onTouchStartCapture: hold,
      onPointerMove: (event: PointerEvent) => {
        if (dragging) return;
        const hoverId = under(event.clientX, event.clientY)?.id ?? null;
        if (graph.store.getState().hoverId !== hoverId) graph.store.setState({ hoverId });
      },
      onPointerLeave: () => graph.store.setState({ hoverId: null }),
      onContextMenu: (event: MouseEvent) => {
        if (event.button !== 2) return;
        const found = under(event.clientX, event.clientY);
        if (!found || found.item === 0) return event.preventDefault();
        graph.store.setState({ focusId: found.id });
        takeKeys();
      },
    },
  };
}

/** What a press does that was no drag: it opens a run, ends a choice, or goes to the message. */
function usePressed({ tree, layout }: Drawing) {
  const place = useGraph();
  const { graph } = place;
  return ({ item, id }: Under): void => {
    const it = layout.items[item];
    if (!it || it.kind === 'root') return;
    const { picked } = graph.store.getState();
    if (picked !== null) choosePicked(place, picked, id);
    else if (it.kind === 'run') graph.toggleRun(tree.ids[it.first] ?? '');
    else {
      graph.store.setState({ focusId: id });
      if (layout.current[item]) place.onShow(id);
    }
  };
}

function underAt(
  { tree, layout }: Drawing,
  flow: Flow,
  place: HTMLElement | null,
  { x, y }: { x: number; y: number },
): Under | null {
  const bounds = place?.getBoundingClientRect();
  if (!bounds || x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom) return null;
  const { zoom, x: left, y: top } = flow.getViewport();
  const point = { x: (x - bounds.left - left) / zoom, y: (y - bounds.top - top) / zoom };
  const tip = spotOf(layout, layout.tip);
  const away = Math.hypot(point.x - tip.x, point.y - tip.y) * zoom;
  const onTip = tree.tip > 0 && away < reach * Math.max(1, zoom);
  const item = onTip ? layout.tip : itemAt(layout, point);
  const it = item === null ? undefined : layout.items[item];
  if (item === null || !it) return null;
  const id = tree.ids[it.last] ?? '';
  const kind = onTip ? 'tip' : it.children.length === 0 ? 'end' : 'message';
  return { item, id, dragged: it.kind === 'message' ? { kind, id } : null };
}

/** As a right click does, at the item: one menu for the hand and for the keys. */
function openMenuAt(
  { layout }: Drawing,
  flow: Flow,
  { board, place }: { board: HTMLElement | null; place: HTMLElement | null },
  item: number,
): void {
  const bounds = place?.getBoundingClientRect();
  if (!bounds) return;
  const { x, y } = flow.flowToScreenPosition(spotOf(layout, item));
  const clientX = Math.min(Math.max(x + 12, bounds.left), bounds.right);
  const clientY = Math.min(Math.max(y + 12, bounds.top), bounds.bottom);
  board?.dispatchEvent(
    new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 0 }),
  );
}

/** Moves the canvas along while something is held at its edge, as far as there is something to be seen. */
function moveAtEdge(
  { layout }: Drawing,
  flow: Flow,
  place: HTMLElement | null,
  at: { x: number; y: number },
): void {
  const bounds = place?.getBoundingClientRect();
  if (!bounds || at.x < bounds.left || at.x > bounds.right || at.y < bounds.top || at.y > bounds.bottom)
    return;
  const { x, y, zoom } = flow.getViewport();
  const size = sizeOf(layout);
  const push = (value: number, low: number, high: number, start: number, length: number) =>
    (start < 0 ? Math.max(0, low + edge - value) : 0) -
    (start + length * zoom > high - low ? Math.max(0, value - high + edge) : 0);
  const aside = push(at.x, bounds.left, bounds.right, x, size.width);
  const down = push(at.y, bounds.top, bounds.bottom, y, size.height);
  if (aside === 0 && down === 0) return;
  void flow.setViewport({ x: x + (aside / edge) * pace, y: y + (down / edge) * pace, zoom });
}
