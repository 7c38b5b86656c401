import { createStore, type StoreApi } from 'zustand';
import type { Conversation, DeltaOp, Message, TurnWait } from '#contract';
import { call, toBridgeError } from '../../../bridge/call.ts';
import { onEvent } from '../../../bridge/events.ts';
import { DeltaBatch, type FrameScheduler, nextFrame, timeThinking, withOps } from './deltas.ts';
import {
  answerBelowTip,
  type KnownPath,
  leafOf,
  missingStretch,
  trimmed,
  withLeaf,
  withMessage,
  withPage,
  withTip,
} from './path.ts';
import { type ChatState, initialState } from './state.ts';

/** Messages read at opening: more than a tall window shows. */
const openingPage = 40;
/** Messages read beyond those that scrolled into view, on both sides. */
const margin = 15;

/**
 * One conversation on screen: reads its path by pages, and keeps it true to what main tells. `ChatActs` does what
 * the user asks for.
 */
export class Chat {
  readonly conversationId: string;
  readonly store: StoreApi<ChatState> = createStore<ChatState>(() => initialState);
  readonly #deltas: DeltaBatch;
  readonly #fetching = new Set<string>();
  #ends: (() => void)[] = [];
  /** Answers being written that the reader turned away from: when they are whole, the reader is told. */
  readonly #left = new Set<string>();
  /** The tip as main told it last; read pages may be older. */
  #toldTip: string | null = null;
  #reading: Promise<void> | null = null;
  #wanted: { from: number; to: number } | null = null;

  constructor(conversationId: string, schedule: FrameScheduler = nextFrame) {
    this.conversationId = conversationId;
    this.#deltas = new DeltaBatch(schedule, (ops) => this.#applyDeltas(ops));
  }

  #listen(): void {
    this.close();
    this.#ends = [
      onEvent('message', ({ message }) => this.#onMessage(message)),
      onEvent('conversation', ({ conversation }) => this.#onConversation(conversation)),
      onEvent('waiting', ({ messageId, wait }) => this.#onWait(messageId, wait)),
      onEvent('delta', ({ conversationId: id, messageId, ops }) => {
        if (id === this.conversationId) this.#deltas.add(messageId, ops);
      }),
    ];
  }

  /** Listens, then reads the end of the current branch, and what is being written. */
  async open(): Promise<void> {
    const { conversationId } = this;
    this.#listen();
    this.store.setState({ phase: 'loading', failure: null });
    try {
      const [page, running] = await Promise.all([
        call('tree.page', { conversationId, limit: openingPage }),
        call('turns.running', {}),
        call('conversations.get', { id: conversationId }).then((conversation) =>
          this.store.setState({ conversation }),
        ),
      ]);
      this.#change((path) => withPage(path, page));
      this.store.setState({ phase: 'ready' });
      const mine = running.filter((turn) => turn.conversationId === conversationId);
      for (const { agentMessageId, wait } of mine) if (wait) this.#onWait(agentMessageId, wait);
      await this.#followRegeneration(mine.map((turn) => turn.agentMessageId));
      this.#syncTip();
    } catch (caught) {
      this.store.setState({ phase: 'failed', failure: toBridgeError(caught) });
    }
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
  }

  /** Reads the messages between two depths that are not known yet, and forgets those far away. */
  want(from: number, to: number): void {
    this.#wanted = { from, to };
    if (!this.#reading) this.#reading = this.#readWanted().finally(() => (this.#reading = null));
  }

  /** Reads what is around a depth and is not known yet. */
  async readAround(depth: number): Promise<void> {
    const stretch = missingStretch(this.store.getState().path, depth, depth, margin);
    if (!stretch) return;
    const page = await call('tree.page', { conversationId: this.conversationId, ...stretch });
    this.#change((path) => withPage(path, page));
  }

  /** Reads the end of the tip's path again. */
  async readTip(): Promise<void> {
    const page = await call('tree.page', { conversationId: this.conversationId, limit: openingPage });
    this.#change((path) => withPage(path, page));
  }

  /** The message, read if it is not known. */
  async message(id: string): Promise<Message> {
    const known = this.store.getState().path.messages.get(id);
    if (known) return known;
    const message = await call('tree.message', { id });
    this.#change((path) => withMessage(path, message));
    return message;
  }

  /** Shows an answer last without moving the tip: one being written, or one that failed. Null: the tip. */
  show(messageId: string | null): void {
    const left = leafOf(this.store.getState().path);
    if (left?.status === 'streaming' && left.id !== messageId) this.#left.add(left.id);
    if (messageId !== null) this.#left.delete(messageId);
    this.#change((path) => withLeaf(path, messageId));
    if (left?.status === 'streaming' && !writingLeaf(this.store.getState().path)) this.#look(null);
  }

  /** [B11] Tells main which answer is looked at: only that one takes the tip along when it is whole. */
  #look(messageId: string | null): void {
    const { conversationId } = this;
    call('turns.look', { conversationId, messageId }).catch((caught: unknown) => this.#tell(caught));
  }

  #change(change: (path: KnownPath) => KnownPath): void {
    const before = writingLeaf(this.store.getState().path);
    this.store.setState(({ path }) => ({ path: change(path) }));
    const after = writingLeaf(this.store.getState().path);
    if (after && after !== before) this.#look(after);
  }

  async #readWanted(): Promise<void> {
    while (this.#wanted) {
      const { from, to } = this.#wanted;
      const { path } = this.store.getState();
      const stretch = missingStretch(path, from, to, margin);
      this.#wanted = null;
      if (!stretch) continue;
      try {
        const page = await call('tree.page', { conversationId: this.conversationId, ...stretch });
        this.#change((current) => trimmed(withPage(current, page), from, to));
        this.#wanted ??= { from, to };
      } catch (caught) {
        this.store.setState({ notice: { kind: 'failed', error: toBridgeError(caught) } });
      }
    }
  }

  /** A window that opens while an answer is tried again shows the new one, as the window before it did. */
  async #followRegeneration(running: readonly string[]): Promise<void> {
    if (this.store.getState().path.leafId !== null) return;
    for (const id of running) {
      await this.message(id);
      this.show(id);
    }
  }

  #onMessage(message: Message): void {
    if (message.conversationId !== this.conversationId) return;
    this.#deltas.drop(message.id);
    const { path, phase } = this.store.getState();
    const before = path.messages.get(message.id);
    this.#change((current) => withMessage(current, message));
    this.#syncTip();
    this.#syncLeaf();
    if (message.status === 'streaming' || phase !== 'ready') return;
    this.#onWait(message.id, null);
    this.store.setState((state) => ({ thinking: timeThinking(state.thinking, message, Date.now()) }));
    if (before?.status === 'streaming') this.#onFinished(message);
  }

  /** [B4] After a new try that failed the last good answer is shown again. */
  #onFinished(message: Message): void {
    const { path } = this.store.getState();
    const code = message.status === 'complete' ? 'done' : message.status === 'failed' ? 'failed' : 'stopped';
    this.store.setState({ announcement: { code, messageId: message.id } });
    const shown = leafOf(path)?.id === message.id;
    // Stopped before there was a word: there is nothing to show or to go on from.
    if (shown && message.status === 'interrupted' && message.parts.length === 0) this.show(null);
    if (this.#left.delete(message.id) && code === 'done' && !shown) {
      this.store.setState({ notice: { kind: 'otherReady', messageId: message.id } });
    }
    if (message.status !== 'failed' || !shown || path.tipDepth < message.depth) return;
    const error = message.parts.findLast((part) => part.type === 'error') ?? null;
    this.show(null);
    this.store.setState({ notice: { kind: 'tryFailed', messageId: message.id, error } });
  }

  #onConversation(conversation: Conversation): void {
    if (conversation.id !== this.conversationId) return;
    this.#toldTip = conversation.tipId;
    this.store.setState({ conversation });
    this.#syncTip();
    this.#syncLeaf();
  }

  #onWait(messageId: string, wait: TurnWait | null): void {
    const { waits } = this.store.getState();
    if (!wait && !waits.has(messageId)) return;
    const next = new Map(waits);
    if (wait) next.set(messageId, wait);
    else next.delete(messageId);
    this.store.setState({ waits: next });
  }

  /** Goes to the tip that main told of: by what is known, otherwise by reading. */
  #syncTip(): void {
    const { path, phase } = this.store.getState();
    const tip = this.#toldTip;
    if (phase !== 'ready' || tip === null || tip === path.tipId) return;
    const followed = withTip(path, tip);
    if (followed) {
      this.store.setState({ path: followed });
      return;
    }
    if (this.#fetching.has(tip)) return;
    this.#fetching.add(tip);
    this.readTip()
      .catch((caught: unknown) => this.#tell(caught))
      .finally(() => this.#fetching.delete(tip));
  }

  #syncLeaf(): void {
    const { path, phase } = this.store.getState();
    const below = answerBelowTip(path);
    const shown = leafOf(path);
    if (phase !== 'ready' || !below || (shown && shown.status === 'streaming')) return;
    if (below.status === 'streaming' || !shown) this.show(below.id);
  }

  #applyDeltas(batch: ReadonlyMap<string, readonly DeltaOp[]>): void {
    const { path, thinking } = this.store.getState();
    const messages = new Map(path.messages);
    let times = thinking;
    for (const [id, ops] of batch) {
      const message = messages.get(id);
      if (message?.status !== 'streaming') continue;
      const next = withOps(message, ops);
      if (!next) {
        this.#refetch(id);
        continue;
      }
      messages.set(id, next);
      times = timeThinking(times, next, Date.now());
    }
    this.store.setState({ path: { ...path, messages }, thinking: times });
  }

  #refetch(id: string): void {
    if (this.#fetching.has(id)) return;
    this.#fetching.add(id);
    call('tree.message', { id })
      .then((message) => this.#change((path) => withMessage(path, message)))
      .catch((caught: unknown) => this.#tell(caught))
      .finally(() => this.#fetching.delete(id));
  }

  #tell(caught: unknown): void {
    this.store.setState({ notice: { kind: 'failed', error: toBridgeError(caught) } });
  }
}

/** The answer that is shown last and is being written. */
function writingLeaf(path: KnownPath): string | null {
  const leaf = leafOf(path);
  return leaf?.status === 'streaming' ? leaf.id : null;
}
