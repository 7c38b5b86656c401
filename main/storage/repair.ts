import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message, Part, StartupNotice, Usage } from '#contract';
import type { Environment } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import { partsOfTurn } from '#core/transcript/parts.ts';
import type { Turn } from '#core/transcript/types.ts';
import { temporarySuffix } from './durable-file.ts';
import { guardedFiles } from './failures.ts';
import type { Writable } from './handle.ts';
import type { MessageStore } from './messages.ts';
import type { LoadedTranscript, TranscriptStore } from './transcripts.ts';

export interface RepairOptions {
  db: Writable;
  messages: MessageStore;
  transcripts: TranscriptStore;
  environment: Environment;
  log: Log;
  /** Whether to look at every conversation's tip, too: it takes time in a large library. */
  tips: boolean;
}

/**
 * Ends what a crash left unfinished, so that every conversation stands at a turn boundary [T2]. Returns what people
 * should be told. Safe to be cut short and run again.
 */
export async function repair(options: RepairOptions): Promise<StartupNotice[]> {
  const notices: StartupNotice[] = [];
  for (const message of options.messages.streaming()) notices.push(...(await endAnswer(message, options)));
  if (options.tips) repairTips(options.db, options.log);
  return notices;
}

/** Removes files that were being written when the process ended. The files they were to replace are whole. */
export async function removeTemporaries(folder: string, log: Log): Promise<void> {
  await guardedFiles(async () => {
    for (const name of existsSync(folder) ? await readdir(folder) : []) {
      if (!name.endsWith(temporarySuffix)) continue;
      await rm(join(folder, name), { recursive: true, force: true });
      log.info('Removed a file that a crash left half written', { name });
    }
  });
}

/**
 * The transcript is saved before the database learns of the turn. Where the file holds it, the answer had ended and
 * is complete; where it does not, what was journalled is kept as interrupted.
 */
async function endAnswer(message: Message, options: RepairOptions): Promise<StartupNotice[]> {
  const { messages, environment, log } = options;
  const loaded = await loadFor(message, options);
  const notice = (kind: StartupNotice['kind'], detail: string): StartupNotice => ({
    id: environment.newId(),
    kind,
    conversationId: message.conversationId,
    detail,
  });
  const turn = turnOf(message, loaded);
  if (turn && loaded?.kind === 'loaded') {
    messages.finalise(message.id, {
      status: 'complete',
      parts: partsOfTurn(turn),
      usage: totalUsage(turn),
      transcriptHash: loaded.hash,
      ...(turn.rewind && { goBack: { toId: turn.rewind.messageId, digest: turn.rewind.digest } }),
      moveTipFrom: message.parentId,
    });
    log.info('Completed an answer from its transcript', { message: message.id });
    return [];
  }
  messages.finalise(message.id, {
    status: 'interrupted',
    parts: message.parts.map(stopped),
    cutOff: true,
    usage: null,
    moveTipFrom: message.parentId,
  });
  log.warn('Kept an interrupted answer', { message: message.id });
  const quarantined =
    loaded?.kind === 'quarantined' ? [notice('transcript_quarantined', loaded.setAsideAs)] : [];
  return [notice('answer_interrupted', message.id), ...quarantined];
}

async function loadFor(message: Message, options: RepairOptions): Promise<LoadedTranscript | null> {
  return message.agentId === null ? null : options.transcripts.load(message.conversationId, message.agentId);
}

function turnOf(message: Message, loaded: LoadedTranscript | null): Turn | undefined {
  if (loaded?.kind !== 'loaded') return undefined;
  return loaded.transcript.turns.find((turn) => turn.agentMessageId === message.id);
}

function stopped(part: Part): Part {
  return part.type === 'tool' && part.state === 'running' ? { ...part, state: 'stopped' } : part;
}

function totalUsage(turn: Turn): Usage | null {
  const known = turn.steps.flatMap((step) => (step.usage ? [step.usage] : []));
  if (known.length === 0) return null;
  const sum = (field: keyof Usage): number => known.reduce((total, usage) => total + usage[field], 0);
  return {
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
  };
}

/** A tip that points nowhere, or where no tip can stand, goes to the conversation's newest message that can hold it. */
function repairTips(db: Writable, log: Log): void {
  const dangling = db.query<Record<string, never>, { id: string }>(`
    SELECT c.id FROM conversations c
    LEFT JOIN messages m ON m.id = c.tip_id AND m.conversation_id = c.id
    WHERE m.id IS NULL OR m.status IN ('streaming', 'failed')`);
  const move = db.command<{ id: string }>(`
    UPDATE conversations SET tip_id = (
      SELECT m.id FROM messages m
      WHERE m.conversation_id = @id AND m.status IN ('complete', 'interrupted') ORDER BY m.seq DESC LIMIT 1
    ) WHERE id = @id`);
  for (const { id } of dangling.all({})) {
    move.run({ id });
    log.warn('Repaired the tip of a conversation', { conversation: id });
  }
}
