import type { Attachment, ExportOptions, ExportScope, Message, TreeSkeleton } from '#contract';
import { BoughError } from '#core/errors.ts';
import { type DocumentBranch, type DocumentHead, modelName } from '#core/export/document.ts';
import { type Branch, branchesOf, pathOf } from '#core/export/outline.ts';
import { firstWords } from '#core/export/words.ts';
import { plainText } from '#core/tree/text.ts';
import { foldsOnPath, type NotedFold } from './folds.ts';
import { type ExportWorkspace, inPieces } from './reading.ts';

/** What a document will hold, found out before it is written. */
export interface DocumentPlan {
  head: DocumentHead;
  /** Messages in the order of the document. */
  ids: string[];
  /** Branches by the message that each begins with; empty where there is only one. */
  starts: Map<string, DocumentBranch>;
  folds: NotedFold[];
  survey: Survey;
}

/** What is in some messages. */
export interface Survey {
  /** By hash. */
  attachments: Map<string, Attachment>;
  models: string[];
  agentIds: string[];
  tools: number;
  reasoning: number;
}

export interface PlanRequest {
  workspace: ExportWorkspace;
  conversationId: string;
  scope: ExportScope;
  options: ExportOptions;
  /** Version of the app. */
  app: string;
  now: number;
  /** Stands for a title that is not there. */
  untitled: string;
  signal?: AbortSignal | undefined;
}

/** Reads what a document needs to know before its first line. Throws `not_found`, `cancelled`. */
export async function planDocument(request: PlanRequest): Promise<DocumentPlan> {
  const { workspace, conversationId, scope, options } = request;
  const conversation = workspace.conversations.get(conversationId);
  const skeleton = workspace.messages.skeleton(conversationId);
  const branches = chosenBranches(skeleton, scope);
  const ids = branches.flatMap((branch) => branch.ids);
  const survey = await surveyMessages(workspace, ids, request.signal);
  const named = nameBranches(workspace, skeleton, branches);
  const names = new Map(workspace.agents.list().map(({ id, name }) => [id, name]));
  return {
    head: {
      title: conversation.title === '' ? request.untitled : conversation.title,
      conversationId,
      createdAt: conversation.createdAt,
      updatedAt: conversation.updatedAt,
      exportedAt: request.now,
      app: request.app,
      agents: survey.agentIds.flatMap((id) => names.get(id) ?? []),
      models: survey.models,
      messages: ids.length,
      branches: named,
    },
    ids,
    starts: named.length < 2 ? new Map() : new Map(named.map((branch) => [branch.ids[0] ?? '', branch])),
    folds: options.pages ? await foldsOnPath(workspace, conversation, new Set(ids)) : [],
    survey,
  };
}

function chosenBranches(skeleton: TreeSkeleton, scope: ExportScope): Branch[] {
  if (scope.kind === 'tree') return branchesOf(skeleton, skeleton.tipId);
  const leafId = scope.leafId ?? skeleton.tipId;
  if (!skeleton.ids.includes(leafId)) throw new BoughError('not_found', 'There is no such message');
  return [{ number: 1, from: null, ids: pathOf(skeleton, leafId), level: 0 }];
}

function nameBranches(
  workspace: ExportWorkspace,
  skeleton: TreeSkeleton,
  branches: Branch[],
): DocumentBranch[] {
  const given = new Map(skeleton.names.map(({ messageId, name }) => [messageId, name]));
  const numbers = new Map<string, number>();
  for (const id of branches.flatMap((branch) => branch.ids)) numbers.set(id, numbers.size + 1);
  return branches.map((branch) => {
    const [first = ''] = branch.ids;
    return {
      ...branch,
      name: given.get(first) ?? (branches.length < 2 || first === '' ? '' : wordsOf(workspace, first)),
      firstNumber: numbers.get(first) ?? 1,
      fromNumber: branch.from === null ? null : (numbers.get(branch.from.messageId) ?? null),
      current: branch.ids.includes(skeleton.tipId),
    };
  });
}

const wordsOf = ({ messages }: ExportWorkspace, id: string): string =>
  firstWords(plainText(messages.parts(id)));

/** Reads messages for what is in them. Throws `cancelled`. */
async function surveyMessages(
  workspace: Pick<ExportWorkspace, 'messages'>,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Survey> {
  const survey: Survey = { attachments: new Map(), models: [], agentIds: [], tools: 0, reasoning: 0 };
  for await (const messages of inPieces(workspace, ids)) {
    if (signal?.aborted) throw cancelled();
    for (const message of messages) countMessage(survey, message);
  }
  return survey;
}

function countMessage(survey: Survey, { parts, model, agentId }: Message): void {
  const name = model === null ? null : modelName(model);
  if (name !== null && !survey.models.includes(name)) survey.models.push(name);
  if (agentId !== null && !survey.agentIds.includes(agentId)) survey.agentIds.push(agentId);
  for (const part of parts) {
    if (part.type === 'attachment') survey.attachments.set(part.attachment.hash, part.attachment);
    else if (part.type === 'tool') survey.tools += 1;
    else if (part.type === 'reasoning') survey.reasoning += 1;
  }
}

/** What ends an export that is not wanted any more. */
export const cancelled = (): BoughError => new BoughError('cancelled', 'The export was cancelled');
