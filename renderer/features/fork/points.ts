import { create } from 'zustand';
import type { ForkLinks, Mark } from '#contract';
import { call } from '../../bridge/call.ts';
import { onEvent } from '../../bridge/events.ts';
import { reportError } from '../../bridge/report.ts';

interface PointsState {
  conversationId: string | null;
  /** Marks of every branch. */
  marks: readonly Mark[];
  links: ForkLinks;
}

const nothing: PointsState = { conversationId: null, marks: [], links: { origin: null, forks: [] } };

/** What is marked in the open conversation, where it was copied from, and what was copied from it. */
export const usePoints = create<PointsState>(() => nothing);

/** Keeps the points of a conversation true until it is called. */
export function followPoints(conversationId: string): () => void {
  const isOpen = () => usePoints.getState().conversationId === conversationId;
  const readMarks = () =>
    call('branches.marks', { conversationId })
      .then((marks) => isOpen() && usePoints.setState({ marks }))
      .catch(reportError);
  const readLinks = () =>
    call('branches.links', { conversationId })
      .then((links) => isOpen() && usePoints.setState({ links }))
      .catch(reportError);
  usePoints.setState({ ...nothing, conversationId });
  void readMarks();
  void readLinks();
  const endBranches = onEvent('branches', (event) => {
    if (event.conversationId !== conversationId) return;
    if (event.what === 'marks') void readMarks();
    if (event.what === 'forks') void readLinks();
  });
  // A linked conversation may have been renamed, put into the trash or emptied from it.
  const endConversation = onEvent('conversation', ({ conversation }) => {
    const { origin, forks } = usePoints.getState().links;
    const linked = [origin?.conversationId, ...forks.map((fork) => fork.conversationId)];
    if (linked.includes(conversation.id)) void readLinks();
  });
  const endDeleted = onEvent('conversationsDeleted', () => void readLinks());
  return () => {
    endBranches();
    endConversation();
    endDeleted();
    if (isOpen()) usePoints.setState(nothing);
  };
}
