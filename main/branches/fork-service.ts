import type { Conversation, ForkLinks, ForkPreview } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { forkTranscript, type IdMap } from '#core/transcript/fork.ts';
import { canHoldTip } from '#core/tree/tip.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { EventSink } from '../ipc/event-hub.ts';
import type { ForkPlan } from '../storage/forks.ts';
import { hashesIn } from '../storage/transcripts.ts';
import type { Workspace } from '../storage/workspace.ts';
import type { Marks } from './marks.ts';

export interface ForkServiceOptions {
  workspace: Pick<Workspace, 'conversations' | 'messages' | 'transcripts' | 'forks'>;
  marks: Marks;
  events: EventSink;
  environment: Environment;
}

/** A path of a conversation, named by its last message. */
interface PathRequest {
  conversationId: string;
  messageId: string;
}

/** [B7] Copies a path into a new conversation: its messages, and what each agent remembers of them. */
export class ForkService {
  readonly #options: ForkServiceOptions;

  constructor(options: ForkServiceOptions) {
    this.#options = options;
  }

  /** What a fork would copy. Throws `not_found`, and `bad_request` for a message that cannot be copied. */
  async preview(request: PathRequest): Promise<ForkPreview> {
    const { workspace, marks } = this.#options;
    const path = this.#pathTo(request);
    const agents = new Set(path.flatMap((node) => node.agentId ?? []));
    const remembering = workspace.transcripts.agentsOf(request.conversationId);
    return {
      messageId: request.messageId,
      messages: path.length - 1,
      attachments: workspace.forks.attachmentsOn(path).length,
      agents: remembering.filter((id) => agents.has(id)).length,
      marks: (await marks.on(request.conversationId, request.messageId)).length,
    };
  }

  /**
   * Copies a path. The transcripts are written first, under the new conversation's id, and then all of it becomes known
   * in one transaction. Throws as `preview`.
   */
  async make(request: PathRequest & { title?: string | undefined }) {
    const { workspace, environment } = this.#options;
    const path = this.#pathTo(request);
    const { conversationId: originId, title } = request;
    const conversationId = environment.newId();
    const ids = new Map(path.map((node) => [node.id, environment.newId()]));
    workspace.forks.announce(conversationId);
    try {
      const transcripts = await this.#copyTranscripts(originId, conversationId, ids);
      workspace.forks.commit({ conversationId, title, originId, path, ids, transcripts });
    } catch (error) {
      workspace.forks.abandon(conversationId);
      throw error;
    }
    const conversation = workspace.conversations.get(conversationId);
    this.#tell(conversation, originId);
    return { conversation, messages: path.length - 1 };
  }

  links(conversationId: string): ForkLinks {
    const { conversations, forks } = this.#options.workspace;
    conversations.get(conversationId);
    return { origin: forks.origin(conversationId), forks: forks.forksOf(conversationId) };
  }

  #pathTo({ conversationId, messageId }: PathRequest): PathNode[] {
    const { conversations, messages } = this.#options.workspace;
    const { trashedAt } = conversations.get(conversationId);
    if (trashedAt !== null) throw new BoughError('bad_request', 'The conversation is in the trash');
    const { rootId } = conversations.get(conversationId);
    const path = messages.pathIds(messageId);
    if (path[0]?.id !== rootId) throw new BoughError('not_found', 'The message is not in this conversation');
    const last = path.at(-1);
    if (!last || path.length < 2 || !canHoldTip(last)) {
      throw new BoughError('bad_request', 'Only finished messages can be copied');
    }
    return path;
  }

  async #copyTranscripts(
    originId: string,
    conversationId: string,
    ids: IdMap,
  ): Promise<ForkPlan['transcripts']> {
    const { transcripts } = this.#options.workspace;
    const { newId } = this.#options.environment;
    const written: { agentId: string; hash: string; attachments: string[] }[] = [];
    for (const agentId of transcripts.agentsOf(originId)) {
      const loaded = await transcripts.load(originId, agentId);
      // What is lost is lost for the copy too: its view is rebuilt from the database, as the original's is [T7].
      if (loaded.kind !== 'loaded') continue;
      const copy = forkTranscript(loaded.transcript, { ids, conversationId, newId });
      if (copy.turns.length + copy.checkpoints.length + copy.passes.length === 0) continue;
      const { hash } = await transcripts.writeAhead(copy);
      written.push({ agentId, hash, attachments: hashesIn(copy) });
    }
    return written;
  }

  #tell(conversation: Conversation, originId: string): void {
    const { events } = this.#options;
    events.publish({ type: 'conversation', conversation });
    for (const conversationId of [originId, conversation.id]) {
      events.publish({ type: 'branches', conversationId, what: 'forks' });
    }
  }
}
