import type { Attachment } from '#contract';
import { attachedLine, attachedMark } from '../snapshot/serialise.ts';
import type { SeenPart, ToolResult } from '../transcript/types.ts';
import type { ViewTurn } from './build-view.ts';
import { cutText } from './cut-text.ts';
import {
  type Edit,
  type Fold,
  foldsById,
  type ImagePlace,
  type Pass,
  type ResultPlace,
  sourceOf,
} from './passes.ts';

/** Characters of one part of a recalled text: what a model can take in with one call. */
const mostInPart = 16_000;

/** Characters of a part for a reader: in any language about a third of a small window at most. */
export function partLengthFor(window: number): number {
  return Math.min(mostInPart, Math.max(500, Math.floor(window / 2)));
}

/** What was set aside under an id [L7]. */
export type Recalled =
  /**
   * Text, a part of it at a time; parts count from 1. Images of the same result go with its first part, images of a
   * stretch with the part that names them.
   */
  | { kind: 'text'; text: string; part: number; parts: number; images: Attachment[] }
  | { kind: 'image'; image: Attachment }
  /** There is no such id. */
  | { kind: 'unknown' }
  /** There is no such part. */
  | { kind: 'no-part'; parts: number }
  /** The turn is not in the transcript any more: the database has what was said in it [T6]. */
  | { kind: 'gone'; messageId: string };

/** The turns that a result or image is looked for in: of the transcript, and the one that is open. */
export type RecallTurn = Pick<ViewTurn, 'userMessageId' | 'user' | 'agentMessageId' | 'steps'>;

/**
 * Brings back the original of what was set aside. A pass that was undone keeps its ids: a model may still hold one.
 *
 * @param part of a long text, from 1
 * @param length characters of a part
 */
export function recall(
  passes: readonly Pass[],
  turns: Iterable<RecallTurn>,
  id: string,
  part = 1,
  length = mostInPart,
): Recalled {
  const edit = editOf(passes, id);
  if (!edit) return { kind: 'unknown' };
  if (edit.kind === 'fold') {
    const found = textPart(sourceOf(edit, foldsById(passes)), { part, length });
    return found.kind === 'text' ? { ...found, images: imagesNamedIn(found.text, edit, turns) } : found;
  }
  if (edit.kind === 'elision') {
    const result = resultAt(turns, edit.place);
    return result ? resultPart(result, { part, length }) : { kind: 'gone', messageId: edit.place.messageId };
  }
  const seen = imageAt(turns, edit.place);
  const image = seen?.type === 'attachment' && seen.attachment.hash === edit.hash ? seen.attachment : null;
  return image ? { kind: 'image', image } : { kind: 'gone', messageId: edit.place.messageId };
}

/** The images of a stretch that a part of its text names. One that was set aside by itself has an id of its own. */
function imagesNamedIn(text: string, { covers }: Fold, turns: Iterable<RecallTurn>): Attachment[] {
  if (!text.includes(attachedMark)) return [];
  const byId = new Map<string, RecallTurn>();
  for (const turn of turns) {
    for (const id of [turn.userMessageId, turn.agentMessageId]) if (id !== null) byId.set(id, turn);
  }
  const parts = covers.flatMap(({ messageId, steps }) => {
    const turn = byId.get(messageId);
    if (steps === null) return turn?.user ?? [];
    const made = turn?.steps.slice(steps.from, steps.to ?? undefined) ?? [];
    return made.flatMap(({ results }) => results.flatMap((result) => result.parts));
  });
  const images = parts.flatMap((part) =>
    part.type === 'attachment' &&
    part.attachment.kind === 'image' &&
    text.includes(attachedLine(part.attachment))
      ? [part.attachment]
      : [],
  );
  return [...new Map(images.map((image) => [image.hash, image])).values()];
}

function editOf(passes: readonly Pass[], id: string): Edit | undefined {
  return passes
    .flatMap((pass) => pass.edits)
    .find((edit) => (edit.kind === 'fold' ? edit.id : edit.recallId) === id);
}

function resultAt(turns: Iterable<RecallTurn>, place: ResultPlace): ToolResult | undefined {
  for (const turn of turns) {
    if (turn.agentMessageId !== place.messageId) continue;
    return turn.steps[place.step]?.results.find((result) => result.callId === place.callId);
  }
  return undefined;
}

function imageAt(turns: Iterable<RecallTurn>, place: ImagePlace): SeenPart | undefined {
  if (place.of === 'result') return resultAt(turns, place)?.parts[place.part];
  for (const turn of turns) {
    if (turn.userMessageId === place.messageId) return turn.user[place.part];
  }
  return undefined;
}

function resultPart({ parts }: ToolResult, wanted: WantedPart): Recalled {
  const images = parts.flatMap((seen) => (seen.type === 'attachment' ? [seen.attachment] : []));
  const text = parts.flatMap((seen) => (seen.type === 'text' ? [seen.text] : [])).join('\n\n');
  return textPart(text, wanted, images);
}

interface WantedPart {
  /** From 1. */
  part: number;
  /** Characters of a part. */
  length: number;
}

/** A part of a text that was set aside; its images go with the first. */
export function textPart(text: string, { part, length }: WantedPart, images: Attachment[] = []): Recalled {
  const pieces = text === '' ? [''] : [...cutText(text, length)];
  const piece = pieces[part - 1];
  if (piece === undefined) return { kind: 'no-part', parts: pieces.length };
  return { kind: 'text', text: piece, part, parts: pieces.length, images: part === 1 ? images : [] };
}
