import { create } from 'zustand';
import type { BridgeError, Part, SideEnd, SideKind } from '#contract';
import { applyOps } from '#contract/events.ts';
import { call, toBridgeError } from '../../bridge/call.ts';
import { onEvent } from '../../bridge/events.ts';

/** A question beside a conversation, and what there is of its answer. It is kept nowhere. */
export interface Side {
  id: string;
  conversationId: string;
  kind: SideKind;
  /** What the user asked; of a handoff, what it shall dwell on. */
  question: string;
  parts: readonly Part[];
  status: 'running' | SideEnd['status'];
}

interface SideState {
  side: Side | null;
  /** Why nothing could be asked. */
  failure: { question: string; error: BridgeError } | null;
}

/** One at a time: a new question takes the place of the one before. */
export const useSide = create<SideState>(() => ({ side: null, failure: null }));

let followed = false;

/** Asks beside a conversation. What was asked before is stopped. */
export async function askAside(conversationId: string, kind: SideKind, question: string): Promise<void> {
  follow();
  closeSide();
  try {
    const { id } = await call('side.ask', { conversationId, kind, text: question });
    useSide.setState({ side: { id, conversationId, kind, question, parts: [], status: 'running' } });
  } catch (caught) {
    useSide.setState({ failure: { question, error: toBridgeError(caught) } });
  }
}

/** Ends the answer; what there is of it stays in sight. */
export function stopSide(): void {
  const { side } = useSide.getState();
  if (side?.status === 'running') void call('side.stop', { id: side.id }).catch(() => {});
}

/** Lets it go for good. */
export function closeSide(): void {
  stopSide();
  useSide.setState({ side: null, failure: null });
}

/** The words of its answer. */
export function wordsOf({ parts }: Pick<Side, 'parts'>): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}

/** Why it failed, if it did. */
export function errorOf({ parts }: Pick<Side, 'parts'>): BridgeError | null {
  const last = parts.at(-1);
  if (last?.type !== 'error') return null;
  const { code, params, detail } = last;
  return { code, message: detail ?? code, ...(params && { params }), ...(detail && { detail }) };
}

function follow(): void {
  if (followed) return;
  followed = true;
  onEvent('delta', ({ messageId, ops }) => {
    change(messageId, (side) => ({ ...side, parts: applyOps(side.parts, ops) ?? side.parts }));
  });
  onEvent('side', ({ id, end }) => change(id, (side) => ({ ...side, ...end })));
}

function change(id: string, next: (side: Side) => Side): void {
  useSide.setState(({ side }) => (side?.id === id ? { side: next(side) } : {}));
}
