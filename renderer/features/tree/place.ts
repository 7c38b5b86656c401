import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Agent } from '#contract';
import type { Graph } from './store/graph.ts';
import type { GraphState } from './store/state.ts';

/** What the rest of the app does for the graph. */
export interface GraphExits {
  /** Brings a message of the current branch into view in the chat. */
  onShow: (messageId: string) => void;
  /** The same for who wants to read it there: nothing may lie over the chat then. */
  onLeaveFor: (messageId: string) => void;
  /** [B2] Moves the tip; offers the way back. */
  onContinue: (messageId: string) => void;
  /** [B7] Asks whether the path that ends with a message is to be copied. */
  onFork: (messageId: string) => void;
  /** Opens another conversation. */
  onOpen: (conversationId: string) => void;
}

export interface GraphPlace extends GraphExits {
  graph: Graph;
  agents: ReadonlyMap<string, Agent>;
  /** Shows two branches side by side, named by any message of each. */
  onCompare: (leftId: string, rightId: string) => void;
  /** Asks for the label of a mark at a message. */
  onMark: (messageId: string) => void;
}

export const GraphContext = createContext<GraphPlace | null>(null);

/** The graph that a component stands in. */
export function useGraph(): GraphPlace {
  const place = useContext(GraphContext);
  if (!place) throw new Error('used outside of a graph');
  return place;
}

/** A part of the graph's state; draws again only when that part changes. */
export function useGraphState<Part>(select: (state: GraphState) => Part): Part {
  return useStore(useGraph().graph.store, select);
}
