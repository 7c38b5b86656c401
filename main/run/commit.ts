import type { Message } from '#contract';
import type { Log } from '#core/log.ts';
import type { Transcript, Turn as TranscriptTurn } from '#core/transcript/types.ts';
import type { TurnPasses } from '../context/turn-passes.ts';
import type { Workspace } from '../storage/workspace.ts';
import { errorPart, type TurnEnd, type TurnPlan } from './turn.ts';

export interface CommitOptions {
  workspace: Pick<Workspace, 'messages' | 'transcripts'>;
  plan: TurnPlan;
  end: TurnEnd;
  /** What was set aside while the turn ran; null where it did not come so far. */
  passes: TurnPasses | null;
  /** The tip moves onto the answer if it is still here; null: it stays. */
  moveTipFrom: string | null;
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
  const { workspace, plan, end, log } = options;
  const { parts } = end;
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
  try {
    return workspace.messages.finalise(plan.agentMessageId, {
      status: end.status,
      parts,
      usage: end.usage,
      ...(transcriptHash !== undefined && { transcriptHash }),
      ...(movesTip(end) && options.moveTipFrom !== null && { moveTipFrom: options.moveTipFrom }),
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
  const { plan, workspace } = options;
  const turn: TranscriptTurn = {
    userMessageId: plan.userMessageId,
    agentMessageId: plan.agentMessageId,
    routeId: plan.reader.target.routeId,
    model: plan.reader.model.id,
    user: plan.user,
    steps,
    source: 'seen',
    endedAt: options.now(),
  };
  const add = (transcript: Transcript): Transcript => ({
    ...transcript,
    turns: [...transcript.turns, turn],
    passes: options.passes?.mergedInto(transcript.passes) ?? transcript.passes,
  });
  const { hash } = await workspace.transcripts.update(plan.conversationId, plan.agent.id, add);
  return hash;
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
