import '@xyflow/react/dist/base.css';
import { ReactFlow, ReactFlowProvider, useReactFlow, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ContextMenu } from '../../../ui/Menu.tsx';
import { DragGhost } from '../drag/DragGhost.tsx';
import { useEntries } from '../entries.ts';
import type { Layout } from '../model/layout.ts';
import { Outline } from '../outline/Outline.tsx';
import { useGraph, useGraphState } from '../place.ts';
import type { Drawing } from '../store/state.ts';
import styles from './Canvas.module.css';
import { largest, opening, reveal, smallestFor } from './camera.ts';
import { FarMarks } from './FarMarks.tsx';
import { Lines } from './Lines.tsx';
import { Mark } from './Mark.tsx';
import { nodesOf } from './nodes.ts';
import { TreeMap } from './TreeMap.tsx';
import { useHand } from './useHand.ts';
import { type Box, useSight } from './useSight.ts';
import { ViewBar } from './ViewBar.tsx';

const nodeTypes = { mark: Mark };
const noEdges: [] = [];
const withoutAttribution = { hideAttribution: true };

/** The whole tree as a canvas. Nothing is drawn before the room for it is known. */
export function Canvas() {
  const place = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box | null>(null);
  const drawing = useGraphState((state) => state.drawing);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setBox({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.place}>
      {box && drawing ? (
        <ReactFlowProvider>
          <Board box={box} drawing={drawing} place={place} />
        </ReactFlowProvider>
      ) : null}
    </div>
  );
}

interface BoardProps {
  box: Box;
  drawing: Drawing;
  place: React.RefObject<HTMLDivElement | null>;
}

function Board({ box, drawing, place }: BoardProps) {
  const { graph } = useGraph();
  const { tree, layout } = drawing;
  const flow = useReactFlow();
  const ghost = useRef<HTMLDivElement>(null);
  const [first] = useState(() => opening(layout, box));
  const [sight, follow] = useSight(layout, first, box);
  const nodes = useMemo(() => (sight.near ? nodesOf(tree, layout, sight.items) : []), [tree, layout, sight]);
  useEffect(() => follow(flow.getViewport()), [flow, follow]);
  const show = useCallback((item: number) => reveal(flow as never, layout, item, box), [flow, layout, box]);
  useFollowChat(layout, show, place);
  useFollowFocus(drawing, show);
  const hand = useHand(drawing, place, ghost);
  const entries = useEntries();
  const limits = useMemo(() => ({ smallest: smallestFor(layout, box) }), [layout, box]);
  return (
    <>
      <Outline
        onMenu={() => {
          const item = focusedItem(graph.store.getState());
          show(item);
          hand.openMenu(item);
        }}
      />
      <ContextMenu entries={entries}>
        <div ref={hand.board} className={styles.board} {...hand.handlers}>
          <ReactFlow
            nodes={nodes}
            edges={noEdges}
            nodeTypes={nodeTypes}
            defaultViewport={first}
            onMove={(_, viewport: Viewport) => follow(viewport)}
            minZoom={limits.smallest}
            maxZoom={largest}
            panOnScroll
            zoomOnDoubleClick={false}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            proOptions={withoutAttribution}
          >
            <Lines layout={layout} sight={sight} />
            {sight.near ? null : <FarMarks layout={layout} zoom={sight.zoom} />}
          </ReactFlow>
        </div>
      </ContextMenu>
      <TreeMap layout={layout} box={box} />
      <ViewBar layout={layout} box={box} />
      <DragGhost ref={ghost} />
    </>
  );
}

function focusedItem({ drawing, focusId }: { drawing: Drawing | null; focusId: string | null }): number {
  const at = drawing?.tree.placeOf.get(focusId ?? '');
  return at === undefined ? 0 : (drawing?.layout.itemOf[at] ?? 0);
}

/** What the chat shows stays in sight here too, unless the eye and the hand are on the canvas. */
function useFollowChat(
  layout: Layout,
  show: (item: number) => void,
  place: React.RefObject<HTMLDivElement | null>,
): void {
  const { graph } = useGraph();
  const inSight = useGraphState((state) => state.inSightId);
  const tip = useGraphState((state) => state.drawing?.tree.tip);
  const newest = useRef(show);
  useEffect(() => {
    newest.current = show;
  });
  const away = useCallback(
    () => !place.current?.matches(':hover') && !place.current?.contains(document.activeElement),
    [place],
  );
  useEffect(() => {
    const at = graph.store.getState().drawing?.tree.placeOf.get(inSight ?? '');
    if (at !== undefined && away()) newest.current(layout.itemOf[at] ?? 0);
  }, [graph, inSight, layout, away]);
  const before = useRef(tip);
  useEffect(() => {
    if (before.current !== tip) newest.current(layout.tip);
    before.current = tip;
  }, [tip, layout]);
}

/** Wherever the keys, a search or the menu put the focus is brought into sight. */
function useFollowFocus({ tree, layout }: Drawing, show: (item: number) => void): void {
  const focusId = useGraphState((state) => state.focusId);
  const before = useRef(focusId);
  useEffect(() => {
    const at = tree.placeOf.get(focusId ?? '');
    if (before.current !== focusId && at !== undefined) show(layout.itemOf[at] ?? 0);
    before.current = focusId;
  }, [focusId, tree, layout, show]);
}
