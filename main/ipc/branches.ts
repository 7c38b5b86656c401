import type { Excerpt, MethodRequest } from '#contract';
import type { branchMethods } from '#contract/branches.ts';
import { BoughError } from '#core/errors.ts';
import { comparePaths } from '#core/tree/compare.ts';
import { plainText } from '#core/tree/text.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { ForkService } from '../branches/fork-service.ts';
import type { Gauges } from '../branches/gauges.ts';
import type { Marks } from '../branches/marks.ts';
import { firstWords } from '../run/title.ts';
import type { TurnService } from '../run/turn-service.ts';
import type { Workspace } from '../storage/workspace.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

export interface BranchHandlerOptions {
  workspace: Pick<Workspace, 'conversations' | 'messages' | 'branchNames' | 'branchTexts'>;
  forks: ForkService;
  marks: Marks;
  gauges: Gauges;
  turns: Pick<TurnService, 'turnedTo'>;
  events: EventSink;
}

export function branchHandlers(options: BranchHandlerOptions): HandlersOf<typeof branchMethods> {
  const { workspace, forks, marks, gauges, turns, events } = options;
  const { conversations, messages } = workspace;
  const moveTip = (conversationId: string, messageId: string) => {
    const move = messages.moveTip(conversationId, messageId);
    turns.turnedTo(conversationId, messageId);
    events.publish({ type: 'conversation', conversation: conversations.get(conversationId) });
    return move;
  };
  return {
    'branches.excerpts': (request) => excerpts(request, workspace),
    'branches.find': ({ conversationId, text, limit }) =>
      workspace.branchTexts.holding(conversationId, text, limit),
    'branches.setName': ({ conversationId, messageId, name }) => {
      const firstId = firstOfBranch(workspace, conversationId, messageId);
      workspace.branchNames.set(conversationId, firstId, name);
      events.publish({ type: 'branches', conversationId, what: 'names' });
      return { messageId: firstId, name };
    },
    'branches.gauges': ({ conversationId, leafIds }) => gauges.of(conversationId, leafIds),
    'branches.compare': ({ conversationId, leftId, rightId }) => {
      const pathTo = (id: string) => pathIn(workspace, conversationId, id);
      return comparePaths(pathTo(leftId), pathTo(rightId));
    },
    'branches.previewFork': (request) => forks.preview(request),
    'branches.fork': (request) => forks.make(request),
    'branches.links': ({ conversationId }) => forks.links(conversationId),
    'branches.marks': ({ conversationId, on }) =>
      on === undefined ? marks.all(conversationId) : marks.on(conversationId, on),
    'branches.mark': (request) => marks.set(request),
    'branches.unmark': (request) => marks.remove(request),
    'branches.rewind': ({ conversationId, label }) =>
      marks.rewind(conversationId, label, (messageId) => moveTip(conversationId, messageId)),
  };
}

function excerpts(
  { conversationId, ids, length }: MethodRequest<'branches.excerpts'>,
  { branchTexts }: BranchHandlerOptions['workspace'],
): Excerpt[] {
  return branchTexts.parts(conversationId, ids).map(({ id, parts }) => ({
    id,
    text: firstWords(plainText(parts), length),
    attachments: parts.filter(({ type }) => type === 'attachment' || type === 'absent').length,
  }));
}

/** The first message of the branch that a message is on: where the branch keeps its name. */
function firstOfBranch(
  { messages }: BranchHandlerOptions['workspace'],
  conversationId: string,
  messageId: string,
): string {
  const { ids, branches } = messages.skeleton(conversationId);
  const at = ids.indexOf(messageId);
  const first = ids[branches[at] ?? -1];
  if (at <= 0 || first === undefined) throw new BoughError('not_found', 'The message is not on a branch');
  return first;
}

function pathIn(
  { conversations, messages }: BranchHandlerOptions['workspace'],
  conversationId: string,
  messageId: string,
): PathNode[] {
  const path = messages.pathIds(messageId);
  if (path[0]?.id !== conversations.get(conversationId).rootId) {
    throw new BoughError('not_found', 'The message is not in this conversation');
  }
  return path;
}
