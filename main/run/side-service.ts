import type { MethodRequest } from '#contract';
import type { Environment, Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { type RoomServices, TurnRoom } from '../context/turn-room.ts';
import type { EventSink } from '../ipc/event-hub.ts';
import type { Workspace } from '../storage/workspace.ts';
import type { HistoryLoader } from './history.ts';
import type { ReaderSource, ToolSource } from './ports.ts';
import { sidePrompt } from './side-prompt.ts';
import { Speakers } from './speakers.ts';
import { Turn, type TurnHost, type TurnPlan } from './turn.ts';

export interface SideServiceOptions {
  workspace: Pick<Workspace, 'conversations' | 'agents' | 'attachments'>;
  history: HistoryLoader;
  readers: ReaderSource;
  tools: ToolSource;
  room: RoomServices;
  events: EventSink;
  environment: Environment;
  schedule: Schedule;
}

/**
 * Asks about a conversation without becoming part of it: a turn that begins with everything the agent would see, so
 * that the prompt cache holds, and that is never committed. No message, no transcript and no draft changes.
 */
export class SideService {
  readonly #options: SideServiceOptions;
  readonly #speakers: Speakers;
  readonly #running = new Map<string, { turn: Turn; done: Promise<void> }>();
  #closed = false;

  constructor(options: SideServiceOptions) {
    this.#options = options;
    this.#speakers = new Speakers(options);
  }

  /** Throws `bad_request` for an empty question, and what the reader cannot be asked for. */
  async ask({ conversationId, kind, text }: MethodRequest<'side.ask'>): Promise<{ id: string }> {
    if (kind === 'btw' && text === '') throw new BoughError('bad_request', 'There is no question');
    const { workspace, environment, events } = this.#options;
    const { tipId } = workspace.conversations.get(conversationId);
    const { agent, reader } = await this.#speakers.speaker(conversationId);
    if (this.#closed) throw new BoughError('busy', 'The app is closing');
    const id = environment.newId();
    const user = [{ type: 'text' as const, text: sidePrompt(kind, text) }];
    const plan: TurnPlan = {
      conversationId,
      userMessageId: id,
      agentMessageId: environment.newId(),
      agent,
      reader,
      user,
      history: async () => {
        const { turns, path, ...rest } = await this.#options.history.load(conversationId, agent.id, tipId);
        const open = { userMessageId: id, user, agentMessageId: null, steps: [] };
        return { ...rest, turns: [...turns, open], path: [...path, id] };
      },
    };
    const turn = new Turn(plan, this.#hostFor(id));
    const done = turn.run().then(({ status, parts }) => {
      this.#running.delete(id);
      events.publish({ type: 'side', id, end: { status, parts } });
    });
    this.#running.set(id, { turn, done });
    return { id };
  }

  /** @returns false when it is not being answered */
  async stop(id: string): Promise<boolean> {
    const running = this.#running.get(id);
    running?.turn.stop();
    await running?.done;
    return running !== undefined;
  }

  /** Ends all side questions for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }

  #hostFor(id: string): TurnHost {
    const { workspace, tools, room, events, environment, schedule } = this.#options;
    // What is set aside for a side question is not kept: nobody is told of it.
    const quiet: RoomServices = { ...room, events: { publish: () => {} } };
    return {
      // The same tools, so that the request begins like those of the conversation; but nothing is done here.
      tools: {
        specs: (names) => tools.specs(names),
        deferred: () => tools.deferred(),
        run: async (call) => refused(call),
      },
      schedule,
      now: environment.now,
      makeRoom: (turn) => new TurnRoom(turn, quiet),
      readPage: (hash) => room.pages.read(hash),
      readAttachment: (hash) => workspace.attachments.read(hash),
      marks: async () => [],
      journal: () => {},
      onOps: (ops) => events.publish({ type: 'delta', conversationId: id, messageId: id, ops }),
      onWait: (wait) => events.publish({ type: 'waiting', conversationId: id, messageId: id, wait }),
    };
  }
}

function refused({ id, name }: Parameters<ToolSource['run']>[0]) {
  const text = 'Tools do nothing in a side question. Answer from what you have seen of the conversation.';
  return { callId: id, name, parts: [{ type: 'text' as const, text }], failed: true, eventful: false };
}
