import { create } from 'zustand';
import type { MethodInput, MethodOutput, PassNotice, RoomWork } from '#contract';
import { call } from '../../bridge/call.ts';
import { onEvent } from '../../bridge/events.ts';

/** A pass that the reader is told about, until they dismiss it. */
export interface RoomNotice {
  pass: PassNotice;
  /** The message that it stands below; null until its conversation is on screen. */
  anchorId: string | null;
  state: 'made' | 'undoing' | 'undone';
  /** Why it could not be undone. */
  failure: unknown;
}

interface RoomState {
  /** By conversation, oldest first. */
  notices: ReadonlyMap<string, readonly RoomNotice[]>;
  /** What is being done now, by conversation. */
  work: ReadonlyMap<string, RoomWork>;
  /** Conversations in which someone asked for it here: it can be stopped. */
  asked: ReadonlySet<string>;
}

export type RoomCommand = Pick<MethodInput<'context.run'>, 'command' | 'args'>;

/** Making room, in whichever conversation it goes on. */
export const useRoom = create<RoomState>(() => ({ notices: new Map(), work: new Map(), asked: new Set() }));

const none: readonly RoomNotice[] = [];

/** Hears of passes and of work on them. Once, at the start; returns the function that ends it. */
export function followRoom(): () => void {
  const ends = [
    onEvent('pass', ({ conversationId, pass }) => tell(conversationId, pass)),
    onEvent('room', ({ conversationId, work }) => {
      const next = new Map(useRoom.getState().work);
      if (work) next.set(conversationId, work);
      else next.delete(conversationId);
      useRoom.setState({ work: next });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** The notices of a conversation. */
export function noticesOf({ notices }: Pick<RoomState, 'notices'>, conversationId: string) {
  return notices.get(conversationId) ?? none;
}

/** Gives the notices that have no place yet the message below which they stand. */
export function anchorNotices(conversationId: string, messageId: string): void {
  if (noticesOf(useRoom.getState(), conversationId).every(({ anchorId }) => anchorId !== null)) return;
  change(conversationId, (notices) =>
    notices.map((notice) => (notice.anchorId === null ? { ...notice, anchorId: messageId } : notice)),
  );
}

/**
 * Makes room now.
 *
 * @returns the pass, or why there is none
 * @throws BridgeFailure; nothing has changed then
 */
export async function makeRoom(
  conversationId: string,
  { command, args = '' }: RoomCommand,
): Promise<MethodOutput<'context.run'>> {
  useRoom.setState(({ asked }) => ({ asked: new Set(asked).add(conversationId) }));
  try {
    const made = await call('context.run', { conversationId, command, args });
    if (made.pass) tell(conversationId, made.pass);
    return made;
  } finally {
    useRoom.setState(({ asked }) => ({ asked: new Set([...asked].filter((id) => id !== conversationId)) }));
  }
}

/** Ends what `makeRoom` began. @throws BridgeFailure */
export async function stopMakingRoom(conversationId: string): Promise<void> {
  await call('context.stop', { conversationId });
}

/** [L8] Takes a pass back. @throws BridgeFailure; the pass stands then */
export async function undoPass(conversationId: string, passId: string): Promise<void> {
  const mark = (fields: Partial<RoomNotice>) =>
    change(conversationId, (notices) =>
      notices.map((notice) => (notice.pass.id === passId ? { ...notice, ...fields } : notice)),
    );
  mark({ state: 'undoing', failure: null });
  try {
    await call('context.undo', { conversationId, passId });
    mark({ state: 'undone' });
  } catch (failure) {
    mark({ state: 'made', failure });
    throw failure;
  }
}

/** Forgets a notice. The pass stays in the list of passes. */
export function dismissNotice(conversationId: string, passId: string): void {
  change(conversationId, (notices) => notices.filter(({ pass }) => pass.id !== passId));
}

/** A pass that was asked for here is told of twice: by its event, and by the answer. */
function tell(conversationId: string, { id, trigger, counts, before, after }: PassNotice): void {
  const notice: RoomNotice = {
    pass: { id, trigger, counts, before, after },
    anchorId: null,
    state: 'made',
    failure: null,
  };
  change(conversationId, (notices) =>
    notices.some(({ pass }) => pass.id === id) ? notices : [...notices, notice],
  );
}

function change(
  conversationId: string,
  how: (notices: readonly RoomNotice[]) => readonly RoomNotice[],
): void {
  const { notices } = useRoom.getState();
  useRoom.setState({
    notices: new Map(notices).set(conversationId, how(noticesOf({ notices }, conversationId))),
  });
}
