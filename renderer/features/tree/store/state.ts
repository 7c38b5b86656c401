import type { BridgeError, Mark } from '#contract';
import type { Layout } from '../model/layout.ts';
import type { Preview } from '../model/lines.ts';
import type { Tree } from '../model/tree.ts';

/** What is being dragged: the tip, a message, or the end of a branch. */
export type Dragged = { kind: 'tip' | 'message' | 'end'; id: string };

/** Where it would be dropped. */
export type Target = { kind: 'message'; id: string } | { kind: 'library' };

export interface Drag {
  dragged: Dragged;
  over: Target | null;
}

/** The graph and what its tree is laid out as; absent until the tree was read. */
export interface Drawing {
  tree: Tree;
  layout: Layout;
}

export interface GraphState {
  phase: 'loading' | 'ready' | 'failed';
  failure: BridgeError | null;
  drawing: Drawing | null;
  /** [T10] Marks by the place of their message. */
  marks: ReadonlyMap<number, readonly Mark[]>;
  /** Ids of the first messages of runs that are open. */
  opened: ReadonlySet<string>;
  /** The message that keys and the card below the canvas are about. */
  focusId: string | null;
  /** The message that the pointer is on. */
  hoverId: string | null;
  /** The message that the chat shows. */
  inSightId: string | null;
  query: string;
  /** Messages that hold the query; null while nothing is searched for. */
  found: readonly string[] | null;
  /** The items that they stand in. */
  lit: ReadonlySet<number>;
  drag: Drag | null;
  /** What dropping it there would do to the drawing. */
  preview: Preview;
  /** The branch end that is to be compared with the one chosen next. */
  picked: string | null;
  /** The first message of the branch that is being named. */
  namingId: string | null;
}

export const initialState: GraphState = {
  phase: 'loading',
  failure: null,
  drawing: null,
  marks: new Map(),
  opened: new Set(),
  focusId: null,
  hoverId: null,
  inSightId: null,
  query: '',
  found: null,
  lit: new Set(),
  drag: null,
  preview: new Map(),
  picked: null,
  namingId: null,
};
