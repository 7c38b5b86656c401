import type { Mark, TipMove } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { marksOn, withMark } from '#core/transcript/marks.ts';
import type { Checkpoint } from '#core/transcript/types.ts';
import { canHoldTip } from '#core/tree/tip.ts';
import type { EventSink } from '../ipc/event-hub.ts';
import type { Workspace } from '../storage/workspace.ts';
import { hiddenBehind } from './hidden.ts';

export interface MarksOptions {
  workspace: Pick<Workspace, 'conversations' | 'messages' | 'transcripts'>;
  events: EventSink;
  environment: Environment;
}

interface MarkRequest {
  conversationId: string;
  messageId: string;
  label: string;
}

/**
 * [T9] [T10] Labels on turn boundaries. Each is kept in the transcript of the agent whose turn it is; agents and people
 * see those of all agents on their branch.
 */
export class Marks {
  readonly #options: MarksOptions;

  constructor(options: MarksOptions) {
    this.#options = options;
  }

  /** Every mark of a conversation, in the order they were set. Throws `not_found`. */
  async all(conversationId: string): Promise<Mark[]> {
    const { conversations, transcripts } = this.#options.workspace;
    conversations.get(conversationId);
    const found: Mark[] = [];
    for (const agentId of transcripts.agentsOf(conversationId)) {
      const loaded = await transcripts.load(conversationId, agentId);
      if (loaded.kind !== 'loaded') continue;
      found.push(...loaded.transcript.checkpoints.map((mark) => ({ ...mark, agentId })));
    }
    // A stable sort: what one agent's file has in order stays in order where the clock stood still.
    return found.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** The marks that count on the branch that ends with a message. */
  async on(conversationId: string, leafId: string): Promise<Mark[]> {
    const marks = await this.all(conversationId);
    if (marks.length === 0) return [];
    const path = new Set(this.#options.workspace.messages.pathIds(leafId).map((node) => node.id));
    return marksOn(marks, path);
  }

  /** Marks the moment after an agent's message. Throws `not_found`, `bad_request`. */
  async set({ conversationId, messageId, label }: MarkRequest) {
    const { environment } = this.#options;
    const { agentId } = this.#boundary(conversationId, messageId);
    const before = (await this.on(conversationId, messageId)).find((mark) => mark.label === label);
    const mark: Checkpoint = { label, messageId, createdAt: environment.now() };
    const hides = this.hiddenBehind(messageId);
    await this.#options.workspace.transcripts.amend(conversationId, agentId, (transcript) => ({
      ...transcript,
      checkpoints: withMark(transcript.checkpoints, mark, hides),
    }));
    // Last: whatever ends this early leaves the label, at its old place or at both, where the newer one counts.
    await this.#hideOlder(conversationId, mark, agentId);
    this.#tell(conversationId);
    const movedFrom = before && before.messageId !== messageId ? before.messageId : null;
    return { mark: { ...mark, agentId }, movedFrom };
  }

  /** Takes a mark away. Throws `not_found`. */
  async remove({ conversationId, messageId, label }: MarkRequest): Promise<{ mark: Mark }> {
    const marks = await this.all(conversationId);
    const mark = marks.find((one) => one.label === label && one.messageId === messageId);
    if (!mark) throw new BoughError('not_found', 'There is no such mark');
    await this.#options.workspace.transcripts.amend(conversationId, mark.agentId, (transcript) => ({
      ...transcript,
      checkpoints: transcript.checkpoints.filter((one) => one.label !== label || one.messageId !== messageId),
    }));
    this.#tell(conversationId);
    return { mark };
  }

  /** [T10] Goes back to a mark of the current branch. Throws `no_checkpoint`, `no_checkpoints`. */
  async rewind(
    conversationId: string,
    label: string,
    moveTip: (messageId: string) => TipMove,
  ): Promise<TipMove & { mark: Mark }> {
    const { tipId } = this.#options.workspace.conversations.get(conversationId);
    const marks = await this.on(conversationId, tipId);
    const mark = marks.find((one) => one.label === label);
    if (!mark) throw noSuchMark(marks);
    return { ...moveTip(mark.messageId), mark };
  }

  /** Whether a mark on a newer message hides those of its label on an older one from every branch. */
  hiddenBehind(newerId: string): (olderId: string) => boolean {
    return hiddenBehind(this.#options.workspace.messages, newerId);
  }

  /** A mark that an agent set has been kept with its turn: what it hides in other agents' files goes. */
  async settle(conversationId: string, agentId: string, messageId: string): Promise<void> {
    const own = (await this.all(conversationId)).filter((mark) => mark.messageId === messageId);
    for (const mark of own) await this.#hideOlder(conversationId, mark, agentId);
    this.#tell(conversationId);
  }

  async #hideOlder(conversationId: string, newer: Checkpoint, ownAgentId: string): Promise<void> {
    const hides = this.hiddenBehind(newer.messageId);
    const isHidden = (old: Checkpoint) => old.label === newer.label && hides(old.messageId);
    const others = new Set(
      (await this.all(conversationId))
        .filter((mark) => mark.agentId !== ownAgentId && isHidden(mark))
        .map((mark) => mark.agentId),
    );
    for (const agentId of others) {
      await this.#options.workspace.transcripts.amend(conversationId, agentId, (transcript) => ({
        ...transcript,
        checkpoints: transcript.checkpoints.filter((old) => !isHidden(old)),
      }));
    }
  }

  #boundary(conversationId: string, messageId: string): { agentId: string } {
    const { conversations, messages } = this.#options.workspace;
    const { rootId } = conversations.get(conversationId);
    const path = messages.pathIds(messageId);
    const node = path.at(-1);
    if (!node || path[0]?.id !== rootId) throw new BoughError('not_found', 'There is no such message');
    if (node.agentId === null || !canHoldTip(node)) {
      throw new BoughError('bad_request', 'Only the end of an answer can be marked');
    }
    return { agentId: node.agentId };
  }

  #tell(conversationId: string): void {
    this.#options.events.publish({ type: 'branches', conversationId, what: 'marks' });
  }
}

function noSuchMark(marks: readonly Mark[]): BoughError {
  if (marks.length === 0) return new BoughError('no_checkpoints', 'Nothing is marked on this branch');
  const labels = marks.map((mark) => mark.label).join(', ');
  return new BoughError('no_checkpoint', `No such checkpoint; these exist: ${labels}`, {
    params: { labels },
  });
}
