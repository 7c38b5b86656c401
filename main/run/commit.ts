import type { Message } from '#contract';
import type { Log } from '#core/log.ts';
import { withMark, withoutTrimmed } from '#core/transcript/marks.ts';
import type { Checkpoint, Transcript, Turn as TranscriptTurn } from '#core/transcript/types.ts';
import type { TurnPasses } from '../context/turn-passes.ts';
import type { Workspace } from '../storage/workspace.ts';
import { type History, reachedIn } from './history.ts';
import { errorPart, type TurnEnd, type TurnPlan } from './turn.ts';
import type { TurnPoints } from './turn-points.ts';

export interface CommitOptions {
  workspace: Pick<Workspace, 'messages' | 'transcripts'>;
  plan: TurnPlan;
  end: TurnEnd;
  /** What was set aside while the turn ran; null where it did not come so far. */
  passes: TurnPasses | null;
  /** The branch as the turn began with it; null where it did not come so far. */
  history: History | null;
  /** What the agent marked, and where it goes back to [T9]. */
  points: Pick<TurnPoints, 'labels' | 'rewindTo'>;
  /** Whether a mark on the answer hides one on an older message from every branch. */
  hides(olderId: string): boolean;
  /** Asked last: the tip moves onto the answer if it is still here; null: it stays. */
  moveTipFrom(): string | null;
  /** The app is closing: an answer that ends unfinished was not stopped by the user. */
  closing: boolean;
  now(): number;
  log: Log;
}

/**
 * The end of a turn in its order: the transcript file is replaced [commit order 3], then one transaction finalises
 * the message, moves the tip and records the file's hash [commit order 4]. Only a whole turn reaches the
 * transcript [T2].
 *
 * @returns the final message; where the database itself cannot be written, what it would have been, with the reason
 */
export async function commitTurn(options: CommitOptions): Promise<Message> {
  const { workspace, plan, end, points, log } = options;
  const { parts } = end;
  const rewind = end.status === 'complete' ? points.rewindTo : null;
  let transcriptHash: string | undefined;
  if (end.status === 'complete') {
    try {
      transcriptHash = await saveTurn(options, end.steps);
    } catch (error) {
      // The answer itself is safe in the database: it is rebuilt from there as plain text [T6].
      log.error('transcript not saved', { conversationId: plan.conversationId, error: String(error) });
      parts.push(errorPart(error));
    }
  } else {
    await keepPasses(options);
  }
  const moveTipFrom = options.moveTipFrom();
  try {
    return workspace.messages.finalise(plan.agentMessageId, {
      status: end.status,
      parts,
      usage: end.usage,
      ...(end.status === 'interrupted' && options.closing && { cutOff: true }),
      ...(transcriptHash !== undefined && { transcriptHash }),
      ...(rewind && { goBack: { toId: rewind.messageId, digest: rewind.digest } }),
      ...(movesTip(end) && moveTipFrom !== null && { moveTipFrom }),
    });
  } catch (error) {
    log.error('answer not finalised', { messageId: plan.agentMessageId, error: String(error) });
    const message = workspace.messages.get(plan.agentMessageId);
    return { ...message, status: 'failed', parts: [...parts, errorPart(error)] };
  }
}

/** [B4] A failed answer leaves the tip, and so does one that was stopped before there was anything to keep. */
function movesTip(end: TurnEnd): boolean {
  return end.status === 'complete' || (end.status === 'interrupted' && end.parts.length > 0);
}

async function saveTurn(options: CommitOptions, steps: TranscriptTurn['steps']): Promise<string> {
  const { plan, workspace, points } = options;
  const endedAt = options.now();
  const turn: TranscriptTurn = {
    userMessageId: plan.userMessageId,
    agentMessageId: plan.agentMessageId,
    routeId: plan.reader.target.routeId,
    model: plan.reader.model.id,
    user: plan.user,
    steps,
    source: 'seen',
    endedAt,
    ...(points.rewindTo && { rewind: points.rewindTo }),
  };
  const add = (transcript: Transcript): Transcript => ({
    ...transcript,
    turns: [...transcript.turns, turn],
    checkpoints: keptMarks(transcript.checkpoints, options, endedAt),
    passes: options.passes?.mergedInto(transcript.passes) ?? transcript.passes,
  });
  const { hash } = await workspace.transcripts.update(plan.conversationId, plan.agent.id, add);
  return hash;
}

/** [T9] What the turn marked is kept with it; what its run no longer reached of older marks goes. */
function keptMarks(
  before: readonly Checkpoint[],
  { history, points, plan, hides }: CommitOptions,
  createdAt: number,
): Checkpoint[] {
  const reached = history ? withoutTrimmed(before, new Set(history.path), reachedIn(history)) : [...before];
  const mark = (label: string): Checkpoint => ({ label, messageId: plan.agentMessageId, createdAt });
  return points.labels.reduce<Checkpoint[]>((kept, label) => withMark(kept, mark(label), hides), reached);
}

/** A turn that is not kept leaves what it set aside of the turns before: a summary is not paid for twice. */
async function keepPasses({ workspace, plan, passes, log }: CommitOptions): Promise<void> {
  if (!passes?.isChanged) return;
  const { conversationId, agentMessageId } = plan;
  const keep = (transcript: Transcript): Transcript => ({
    ...transcript,
    passes: passes.mergedInto(transcript.passes, agentMessageId),
  });
  try {
    await workspace.transcripts.amend(conversationId, plan.agent.id, keep);
  } catch (error) {
    log.error('passes not saved', { conversationId, error: String(error) });
  }
}
