import { allRungs, type PassRequest, requestFor } from './ladder.ts';
import type { RungName } from './rungs/rung.ts';
import { estimateNow, type Situation } from './situation.ts';

/** Share of what there is that `/compact` leaves where the view is far below the threshold. */
const half = 0.5;

/** What people type behind a command, read; null where it is not understood. */
export type RoomCommand =
  | { command: 'shake'; what: 'tools' | 'images' | 'all' }
  | { command: 'compact'; rung: 'snapshots' | 'summary' | null; focus: string | null };

/**
 * [L10] Reads the arguments of `/shake` and `/compact`. For `/compact` everything that is no rung is what the summary
 * is to be about.
 *
 * @returns null where `/shake` is given a word that it does not know
 */
export function readRoomCommand(command: 'shake' | 'compact', args: string): RoomCommand | null {
  const words = args.trim();
  if (command === 'shake') {
    const what = words.toLowerCase() || 'tools';
    return what === 'tools' || what === 'images' || what === 'all' ? { command, what } : null;
  }
  const [first = '', ...rest] = words.split(/\s+/);
  const rung = (['snapshots', 'summary'] as const).find((name) => name === first.toLowerCase()) ?? null;
  const focus = rung ? rest.join(' ') : words;
  return { command, rung, focus: focus === '' ? null : focus };
}

const shaken: Record<'tools' | 'images' | 'all', readonly RungName[]> = {
  tools: ['elide'],
  images: ['shed'],
  all: ['elide', 'shed'],
};

/**
 * What a command asks of the ladder. A rung that is named goes as far as it can; `/compact` alone makes room as the
 * app would, and halves a view that is far from full. What the user asks for need not repay the prompt cache.
 */
export function commandRequest(command: RoomCommand, situation: Situation): PassRequest {
  if (command.command === 'shake') {
    return requestFor(situation, { trigger: 'user', rungs: shaken[command.what], target: 0 });
  }
  const { rung, focus } = command;
  if (rung) return requestFor(situation, { trigger: 'user', rungs: [rung], target: 0, focus });
  const target = Math.min(
    situation.settings.target * situation.reader.window,
    estimateNow(situation).tokens * half,
  );
  return requestFor(situation, { trigger: 'user', rungs: allRungs, target, focus });
}
