import type { DraftContent, Reader, StartedTurn, TipMove } from '#contract';
import { call, failedWith, toBridgeError } from '../../../bridge/call.ts';
import type { Chat } from './chat.ts';
import { leafOf } from './path.ts';
import { type ChatState, continuesFrom, runningId } from './state.ts';

/** What the user can do in a conversation. Nothing here throws but `send` and `edit`, whose words must be kept. */
export class ChatActs {
  readonly #chat: Chat;

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  /**
   * Sends a message below what is shown.
   *
   * @param readers each of these models answers; without any the one that answers here
   * @throws BridgeFailure; nothing was sent then
   */
  async send(content: DraftContent, readers: readonly Reader[] = []): Promise<void> {
    const parentId = continuesFrom(this.#state());
    const { conversationId } = this.#chat;
    this.#set({ notice: null });
    await this.#follow(
      await call('turns.send', {
        conversationId,
        content,
        ...(parentId === undefined ? {} : { parentId }),
        ...(readers.length > 0 && { readers: [...readers] }),
      }),
    );
  }

  /**
   * [B4] Makes a sibling with new words.
   * @throws BridgeFailure; nothing was changed then
   */
  async edit(messageId: string, content: DraftContent): Promise<void> {
    const { conversationId } = this.#chat;
    this.#set({ notice: null });
    await this.#follow(await call('turns.edit', { conversationId, messageId, content }));
  }

  /** [B4] Asks the same question again, of another model where one is named; the answer is a sibling. */
  async regenerate(messageId: string, reader?: Reader): Promise<void> {
    const { conversationId } = this.#chat;
    this.#set({ notice: null });
    await this.#guard(async () => {
      const request = { conversationId, messageId, ...(reader && { reader }) };
      await this.#follow(await call('turns.regenerate', request));
    });
  }

  /** [T8] Tries the last turn again, or says why not. */
  async retry(rebuild = false): Promise<void> {
    const { conversationId } = this.#chat;
    this.#set({ notice: null });
    await this.#guard(async () => {
      const state = await call('turns.retryState', { conversationId });
      if (state.kind === 'nothing') this.#set({ notice: { kind: 'nothingToRetry' } });
      else if (state.kind === 'not_loaded' && !rebuild)
        this.#set({ notice: { kind: 'historyNotLoaded', reason: state.reason } });
      else await this.#follow(await call('turns.retry', { conversationId, rebuild }));
    });
  }

  /** [T2] Ends the answer that is being written; what there is of it stays. */
  async stop(): Promise<void> {
    const messageId = runningId(this.#state());
    if (messageId) await this.#guard(() => call('turns.stop', { messageId }));
  }

  /** [B9] Shows a sibling. One that has no words to go on from is only looked at; the tip stays. */
  async switchTo(fromId: string, toId: string): Promise<void> {
    await this.#guard(async () => {
      const to = await this.#chat.message(toId);
      const { path } = this.#state();
      this.#set({ notice: null });
      if (path.ids.get(to.depth) === toId) this.#chat.show(null);
      else if (to.status === 'streaming' || to.status === 'failed') this.#chat.show(toId);
      else await this.#moved(await call('tree.switchSibling', { ...this.#here(), fromId, toId }));
    });
  }

  /** [B2] Continues from any message; `moved` offers the way back. */
  async continueFrom(messageId: string): Promise<void> {
    await this.#guard(async () => {
      const move = await call('tree.moveTip', { ...this.#here(), messageId });
      await this.#moved(move);
      this.#set({ moved: move });
    });
  }

  /** Takes a move of the tip back. */
  async undoMove({ previousTipId }: TipMove): Promise<void> {
    await this.#guard(async () => {
      await this.#moved(await call('tree.moveTip', { ...this.#here(), messageId: previousTipId }));
    });
  }

  /**
   * Makes sure that a message is on what is shown, by continuing from it where it is on another branch.
   *
   * @returns its depth; null when it cannot be shown
   */
  async goTo(messageId: string): Promise<number | null> {
    let depth: number | null = null;
    await this.#guard(async () => {
      const message = await this.#chat.message(messageId);
      await this.#chat.readAround(message.depth);
      const { path } = this.#state();
      const shown = path.ids.get(message.depth) === messageId || path.leafId === messageId;
      if (!shown && message.status === 'failed') await this.look(messageId);
      else if (!shown) await this.continueFrom(messageId);
      depth = message.depth;
    });
    return depth;
  }

  /** Brings a message into view; of another branch it does so as `goTo` does. */
  reveal(messageId: string): void {
    this.#set({ wanted: { messageId } });
  }

  /** Looks at an answer that the tip is not on. */
  async look(messageId: string): Promise<void> {
    await this.#guard(async () => {
      await this.#chat.message(messageId);
      this.#set({ notice: null });
      this.#chat.show(messageId);
    });
  }

  dismissNotice(): void {
    this.#set({ notice: null });
  }

  #state() {
    return this.#chat.store.getState();
  }

  #here() {
    return { conversationId: this.#chat.conversationId };
  }

  #set(change: Partial<ChatState>): void {
    this.#chat.store.setState(change);
  }

  /** Shows the answer of a turn that was started here. */
  async #follow({ agentMessageId }: StartedTurn): Promise<void> {
    const message = await this.#chat.message(agentMessageId);
    const { path } = this.#state();
    const tip = path.messages.get(path.tipId);
    if (message.parentId !== path.tipId && tip?.parentId !== message.parentId) await this.#chat.readTip();
    this.#chat.show(agentMessageId);
    this.#set({ announcement: { code: 'writing', messageId: agentMessageId } });
  }

  async #moved(move: TipMove): Promise<void> {
    if (leafOf(this.#state().path)) this.#chat.show(null);
    if (this.#state().path.tipId !== move.tipId) await this.#chat.readTip();
  }

  async #guard(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (caught) {
      if (failedWith(caught, 'cancelled')) return;
      this.#set({ notice: { kind: 'failed', error: toBridgeError(caught) } });
    }
  }
}
