import type { Agent, Conversation, Message, Reader } from '#contract';
import { mentionsIn } from '#contract/mentions.ts';
import { plainText } from '#core/tree/text.ts';
import type { ResolvedReader } from '../providers/routes.ts';
import type { Workspace } from '../storage/workspace.ts';
import type { ReaderSource } from './ports.ts';

/** Who answers, and the model it answers with. */
export interface Speaker {
  agent: Agent;
  reader: ResolvedReader;
}

/** What a message asks for: several models answer beside each other, several agents one after the other. */
export interface Asked {
  /** One for each model; at least one. */
  first: Speaker[];
  /** They hear the answers before theirs. */
  next: Speaker[];
}

export interface SpeakersOptions {
  workspace: Pick<Workspace, 'conversations' | 'agents'>;
  readers: ReaderSource;
}

/** The reader that an agent has in a conversation; null: the app's default. */
export function readerFor(
  agent: Agent,
  conversation: Pick<Conversation, 'agentId' | 'reader'>,
): Reader | null {
  // What was chosen for the conversation counts for its own agent; one that is named brings its own model.
  return agent.id === conversation.agentId
    ? (conversation.reader ?? agent.reader)
    : (agent.reader ?? conversation.reader);
}

/** Finds out who answers. */
export class Speakers {
  readonly #options: SpeakersOptions;

  constructor(options: SpeakersOptions) {
    this.#options = options;
  }

  /**
   * The agents that a text names, or else the conversation's own.
   *
   * @param models each of them answers; without any the agent's own
   * @throws `no_reader`, `key_missing` or `key_unreadable`, for any of them
   */
  async askedBy(conversationId: string, text: string, models: readonly Reader[] = []): Promise<Asked> {
    const { conversations, agents } = this.#options.workspace;
    const named = new Set(mentionsIn(text, agents.list()).map(({ agentId }) => agentId));
    const [first, ...next] = named.size > 0 ? [...named] : [conversations.get(conversationId).agentId];
    return {
      first: await Promise.all(
        (models.length > 0 ? models : [null]).map((model) => this.speaker(conversationId, first, model)),
      ),
      next: await Promise.all(next.map((agentId) => this.speaker(conversationId, agentId))),
    };
  }

  /** Who answers a question that was answered, or failed to be, by this message. */
  async again(answer: Message, model: Reader | null = null): Promise<Speaker> {
    return this.speaker(answer.conversationId, answer.agentId ?? undefined, model);
  }

  /** Who answers a question once more, when nothing is known of the first try. */
  async answering(question: Message): Promise<Asked> {
    return this.askedBy(question.conversationId, question.role === 'user' ? plainText(question.parts) : '');
  }

  /**
   * @param agentId one that was put away gives way to the conversation's own
   * @param model null: the one that the agent has here
   */
  async speaker(conversationId: string, agentId?: string, model: Reader | null = null): Promise<Speaker> {
    const { workspace, readers } = this.#options;
    const conversation = workspace.conversations.get(conversationId);
    const wanted = workspace.agents.get(agentId ?? conversation.agentId);
    const agent = wanted.archivedAt === null ? wanted : workspace.agents.get(conversation.agentId);
    return { agent, reader: await readers.resolve(model ?? readerFor(agent, conversation)) };
  }
}
