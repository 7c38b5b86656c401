import type {
  Conversation,
  DraftContent,
  Message,
  MethodRequest,
  Part,
  RetryState,
  RunningTurn,
  StartedTurn,
} from '#contract';
import type { Environment, Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Marks } from '../branches/marks.ts';
import type { TurnPasses } from '../context/turn-passes.ts';
import { type RoomServices, TurnRoom } from '../context/turn-room.ts';
import type { EventSink } from '../ipc/event-hub.ts';
import type { Workspace } from '../storage/workspace.ts';
import { commitTurn } from './commit.ts';
import { isSame, partsOf, refuseEmpty } from './content.ts';
import { Following } from './following.ts';
import { type HistoryLoader, questionOf, reachedIn } from './history.ts';
import type { ReaderSource, ToolSource } from './ports.ts';
import { historyState, retryAt } from './retry.ts';
import { type Asked, type Speaker, Speakers } from './speakers.ts';
import { titleOf } from './title.ts';
import { Turn, type TurnEnd, type TurnHost } from './turn.ts';

export interface TurnServiceOptions {
  workspace: Pick<
    Workspace,
    'conversations' | 'messages' | 'transcripts' | 'attachments' | 'drafts' | 'agents'
  >;
  history: HistoryLoader;
  readers: ReaderSource;
  room: RoomServices;
  marks: Marks;
  tools: ToolSource;
  events: EventSink;
  environment: Environment;
  schedule: Schedule;
  log: Log;
  /** An answer is over, and what it said is kept. */
  onEnded(conversationId: string): void;
}

interface Running {
  turn: Turn;
  /** Resolves when the answer is final in the database. */
  done: Promise<void>;
}

/** Starts, stops and repeats turns. Several may run at once, also in one conversation [B11]. */
export class TurnService {
  readonly #options: TurnServiceOptions;
  /** By the id of the agent's message. */
  readonly #running = new Map<string, Running>();
  readonly #speakers: Speakers;
  readonly #following = new Following();
  #closed = false;

  constructor(options: TurnServiceOptions) {
    this.#options = options;
    this.#speakers = new Speakers(options);
  }

  /**
   * Appends the user's message and starts a turn for it. Nothing is written when there is no reader to ask.
   * Throws `busy` where the message would continue from an answer that is still being written.
   */
  async send(request: MethodRequest<'turns.send'>): Promise<StartedTurn> {
    const { conversationId, content } = request;
    const { conversations, drafts } = this.#options.workspace;
    refuseEmpty(content);
    const asked = await this.#speakers.askedBy(conversationId, content.text, request.readers);
    const parentId = request.parentId ?? conversations.get(conversationId).tipId;
    this.#refuseBusy(parentId);
    const userMessageId = this.#appendUser(conversationId, parentId, content);
    if (isSame(drafts.get(conversationId), content)) {
      drafts.save(conversationId, { text: '', attachments: [] });
    }
    return this.#startAll(conversationId, userMessageId, asked);
  }

  /** [B4] Makes a sibling with new words: of a user message with a turn, of an agent message without one. */
  async edit(request: MethodRequest<'turns.edit'>): Promise<StartedTurn> {
    const { conversationId, messageId, content } = request;
    const { conversations, messages } = this.#options.workspace;
    refuseEmpty(content);
    const edited = this.#own(conversationId, messageId);
    if (edited.role === 'agent') {
      const message = messages.appendAgent({
        conversationId,
        parentId: edited.parentId,
        agentId: edited.agentId ?? conversations.get(conversationId).agentId,
        model: null,
        parts: partsOf(content),
      });
      this.#following.leave(conversationId);
      this.#tell(message);
      return { conversationId, userMessageId: edited.parentId, agentMessageId: message.id };
    }
    const asked = await this.#speakers.askedBy(conversationId, content.text);
    const userMessageId = this.#appendUser(conversationId, edited.parentId, content);
    return this.#startAll(conversationId, userMessageId, asked);
  }

  /** [B4] Asks the question of an answer again, of the same agent or of another model; the new answer is its sibling. */
  async regenerate(request: MethodRequest<'turns.regenerate'>): Promise<StartedTurn> {
    const { conversationId, messageId, reader } = request;
    const message = this.#own(conversationId, messageId);
    if (message.role === 'user') return this.#answer(message);
    const { messages } = this.#options.workspace;
    if (messages.node(message.parentId).role === 'root')
      throw new BoughError('nothing_to_retry', 'This message answers no question');
    return this.#startShown(conversationId, message.parentId, await this.#speakers.again(message, reader));
  }

  /**
   * [T2] Ends an answer and waits until what is written of it is kept.
   *
   * @returns false when it is not being written
   */
  async stop(messageId: string): Promise<boolean> {
    const running = this.#running.get(messageId);
    if (!running) return false;
    running.turn.stop();
    await running.done;
    return true;
  }

  /** Ends all answers, or those of one conversation, and waits until they are kept. */
  async stopAll(conversationId?: string): Promise<void> {
    const affected =
      conversationId === undefined ? [...this.#running.values()] : this.#runningIn(conversationId);
    await Promise.all(affected.map(({ turn }) => this.stop(turn.plan.agentMessageId)));
  }

  /** Ends all answers for good; nothing can be started any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stopAll();
  }

  /** [T8] Nothing to retry; history not loaded, and why; or what would be retried. */
  async retryState(conversationId: string): Promise<RetryState> {
    const { conversations, messages, transcripts } = this.#options.workspace;
    const { agentId, tipId } = conversations.get(conversationId);
    const ready = retryAt(messages, tipId, 'loaded');
    if (ready.kind !== 'ready') return ready;
    const failed = ready.agentMessageId === null ? null : messages.node(ready.agentMessageId);
    const loaded = await transcripts.load(conversationId, failed?.agentId ?? agentId);
    return retryAt(messages, tipId, historyState(loaded));
  }

  /** [T8] Throws `nothing_to_retry` or `history_not_loaded`, or starts the turn again. */
  async retry(conversationId: string, rebuild: boolean): Promise<StartedTurn> {
    const { conversations, messages } = this.#options.workspace;
    const { tipId } = conversations.get(conversationId);
    const state = rebuild ? retryAt(messages, tipId, 'loaded') : await this.retryState(conversationId);
    if (state.kind === 'nothing') throw new BoughError('nothing_to_retry', 'There is nothing to retry');
    if (state.kind === 'not_loaded') {
      throw new BoughError('history_not_loaded', 'The history is not loaded', {
        params: { reason: state.reason },
      });
    }
    const { userMessageId, agentMessageId } = state;
    if (agentMessageId === null) return this.#answer(messages.get(userMessageId));
    const speaker = await this.#speakers.again(messages.get(agentMessageId));
    return this.#startShown(conversationId, userMessageId, speaker);
  }

  running(): RunningTurn[] {
    return [...this.#running.values()].map(({ turn }) => {
      const { conversationId, userMessageId, agentMessageId } = turn.plan;
      return { conversationId, userMessageId, agentMessageId, wait: turn.wait };
    });
  }

  /**
   * [B11] The user looks at an answer that is being written, or (null) at none: the tip goes onto it when it is whole.
   * One whose branch the tip is not on takes nothing along.
   */
  look(conversationId: string, messageId: string | null): void {
    const running = messageId === null ? undefined : this.#running.get(messageId);
    if (messageId !== null && !running && this.#goesOnFrom(conversationId, messageId)) return;
    const isHere = running?.turn.plan.conversationId === conversationId;
    this.#following.leave(conversationId);
    if (running && isHere) this.#follow(running.turn.plan);
  }

  /** [B10] A look may arrive when what was looked at is whole, and the next agent already answers it. */
  #goesOnFrom(conversationId: string, messageId: string): boolean {
    const followed = this.#running.get(this.#following.answerOf(conversationId) ?? '');
    const question = followed?.turn.plan.userMessageId;
    if (question === undefined) return false;
    return this.#options.workspace.messages.pathIds(question).some(({ id }) => id === messageId);
  }

  /** [B11] The user moved the tip: to where an answer is being written below it, or away from all of them. */
  turnedTo(conversationId: string, tipId: string, shownId?: string): void {
    const below = this.#runningIn(conversationId).filter(({ turn }) => turn.plan.userMessageId === tipId);
    const shown = below.find(({ turn }) => turn.plan.agentMessageId === shownId) ?? below.at(-1);
    this.look(conversationId, shown?.turn.plan.agentMessageId ?? null);
  }

  /** What is written so far of an answer; null when it is not being written. */
  live(messageId: string): Part[] | null {
    return this.#running.get(messageId)?.turn.parts ?? null;
  }

  /** What the running answers of one agent, or of all in a conversation, have set aside and not saved yet. */
  passesOf(conversationId: string, agentId?: string): TurnPasses[] {
    return this.#runningIn(conversationId)
      .filter(({ turn }) => agentId === undefined || turn.plan.agent.id === agentId)
      .flatMap(({ turn }) => turn.passes ?? []);
  }

  isAnswering(conversationId: string): boolean {
    return this.#runningIn(conversationId).length > 0;
  }

  #runningIn(conversationId: string): Running[] {
    return [...this.#running.values()].filter(({ turn }) => turn.plan.conversationId === conversationId);
  }

  #appendUser(conversationId: string, parentId: string, content: DraftContent): string {
    const { conversations, messages } = this.#options.workspace;
    this.#refuseClosed(conversations.get(conversationId));
    const message = messages.appendUser({ conversationId, parentId, parts: partsOf(content) });
    const conversation = conversations.get(conversationId);
    const title = titleOf(content.text);
    if (message.depth === 1 && conversation.titleSource === 'auto' && title !== null) {
      conversations.rename(conversationId, title, 'auto');
    }
    this.#tell(message);
    return message.id;
  }

  async #answer(question: Message): Promise<StartedTurn> {
    return this.#startAll(question.conversationId, question.id, await this.#speakers.answering(question));
  }

  /** Starts one turn for each model. The agents that are named after it follow the first of them. */
  #startAll(conversationId: string, questionId: string, { first, next }: Asked): StartedTurn {
    const [shown, ...beside] = first;
    if (!shown) throw new BoughError('internal', 'Nobody was asked');
    const started = this.#start(conversationId, questionId, shown, next);
    for (const speaker of beside) this.#start(conversationId, questionId, speaker);
    this.#follow(started);
    return started;
  }

  #startShown(conversationId: string, questionId: string, speaker: Speaker): StartedTurn {
    const started = this.#start(conversationId, questionId, speaker);
    this.#follow(started);
    return started;
  }

  /** @param questionId the user's message, or what another agent said [B10] */
  #start(
    conversationId: string,
    questionId: string,
    { agent, reader }: Speaker,
    next: readonly Speaker[] = [],
  ): StartedTurn {
    const { workspace, history, log } = this.#options;
    const { conversations, messages } = workspace;
    this.#refuseClosed(conversations.get(conversationId));
    const model = `${reader.target.routeId}/${reader.model.id}`;
    const message = messages.startAgent({ conversationId, parentId: questionId, agentId: agent.id, model });
    const plan = {
      conversationId,
      userMessageId: questionId,
      agentMessageId: message.id,
      agent,
      reader,
      user: questionOf(workspace, questionId).parts,
      history: () => history.load(conversationId, agent.id, questionId),
    };
    const turn = new Turn(plan, this.#hostFor(plan));
    this.#tell(message);
    const done = turn
      .run()
      .then((end) => this.#commit(turn, end))
      .finally(() => this.#running.delete(message.id))
      .then((final) => {
        this.#tell(final);
        if (turn.points.rewindTo === null) this.#goOn(final, next);
        this.#options.onEnded(conversationId);
      })
      .catch((error: unknown) => log.error('turn not ended', { error: String(error) }));
    this.#running.set(message.id, { turn, done });
    return { conversationId, userMessageId: questionId, agentMessageId: message.id };
  }

  async #commit(turn: Turn, end: TurnEnd): Promise<Message> {
    const { workspace, marks, environment, log } = this.#options;
    const { plan, passes, history, points } = turn;
    const { conversationId, agentMessageId } = plan;
    const final = await commitTurn({
      workspace,
      plan,
      end,
      passes,
      history,
      points,
      hides: (olderId) => marks.hiddenBehind(agentMessageId)(olderId),
      moveTipFrom: () => this.#following.end(conversationId, agentMessageId),
      closing: this.#closed,
      now: environment.now,
      log,
    });
    if (end.status === 'complete' && points.labels.length > 0) {
      await marks.settle(conversationId, plan.agent.id, agentMessageId);
    }
    return final;
  }

  /** The next agent that was named answers too, having heard this one: unless this one was stopped or failed. */
  #goOn(answer: Message, [next, ...others]: readonly Speaker[]): void {
    if (!next || answer.status !== 'complete' || this.#closed) return;
    const { conversationId } = answer;
    if (this.#options.workspace.conversations.get(conversationId).trashedAt !== null) return;
    this.#follow(this.#start(conversationId, answer.id, next, others));
  }

  #follow({ conversationId, userMessageId, agentMessageId }: StartedTurn): void {
    const tipId = this.#tipOfBranch(conversationId, userMessageId);
    if (tipId !== null) this.#following.follow(conversationId, agentMessageId, tipId);
  }

  /** [B11] Where the tip stands, if that is on the branch of this question; null when it is elsewhere. */
  #tipOfBranch(conversationId: string, userMessageId: string): string | null {
    const { conversations, messages } = this.#options.workspace;
    const { tipId } = conversations.get(conversationId);
    if (tipId === userMessageId) return tipId;
    return messages.pathIds(tipId).some((node) => node.id === userMessageId) ? tipId : null;
  }

  #hostFor(plan: StartedTurn): TurnHost {
    const { workspace, tools, room, marks, events, environment, schedule, log } = this.#options;
    const { conversationId, userMessageId, agentMessageId: messageId } = plan;
    return {
      tools,
      schedule,
      now: environment.now,
      makeRoom: (turn) => new TurnRoom(turn, room),
      readPage: (hash) => room.pages.read(hash),
      marks: async (branch) => {
        const reached = reachedIn(branch);
        return (await marks.on(conversationId, userMessageId)).filter((mark) => reached.has(mark.messageId));
      },
      readAttachment: (hash) => workspace.attachments.read(hash),
      journal: (parts) => {
        try {
          workspace.messages.journal(messageId, parts);
        } catch (error) {
          // The answer goes on: its end is written in any case, and says so when it cannot be.
          log.warn('answer not journalled', { messageId, error: String(error) });
        }
      },
      onOps: (ops) => events.publish({ type: 'delta', conversationId, messageId, ops }),
      onWait: (wait) => events.publish({ type: 'waiting', conversationId, messageId, wait }),
    };
  }

  /** A message of this conversation. Throws `not_found` for one of another. */
  #own(conversationId: string, messageId: string): Message {
    const message = this.#options.workspace.messages.get(messageId);
    if (message.conversationId === conversationId) return message;
    throw new BoughError('not_found', 'The message is not in this conversation');
  }

  #refuseBusy(parentId: string): void {
    for (const { turn } of this.#running.values()) {
      if (turn.plan.agentMessageId === parentId || turn.plan.userMessageId === parentId) {
        throw new BoughError('busy', 'The answer before is still being written');
      }
    }
  }

  #refuseClosed({ trashedAt }: Conversation): void {
    if (this.#closed) throw new BoughError('busy', 'The app is closing');
    if (trashedAt !== null) throw new BoughError('bad_request', 'The conversation is in the trash');
  }

  #tell(message: Message): void {
    const { events, workspace } = this.#options;
    events.publish({ type: 'message', message });
    const conversation = workspace.conversations.get(message.conversationId);
    events.publish({ type: 'conversation', conversation });
  }
}
