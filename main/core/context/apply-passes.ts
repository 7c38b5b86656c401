import type { SeenPart, ToolResult } from '../transcript/types.ts';
import { type FoldNeed, type FoldReader, type PlacedFold, placeFolds } from './fold-place.ts';
import type { Branch, Elision, Pass, Shedding } from './passes.ts';
import { elidedResult, foldMessage, shedImage } from './placeholders.ts';
import { type Place, placesOf } from './places.ts';
import { shortHash } from './short-id.ts';
import type { AgentMessage, FoldMessage, PagedMessage, PagedView, ViewMessage } from './view.ts';

/** A branch as its passes shape it for one reader. */
export interface AppliedView {
  view: PagedView;
  /** Of each message of the view. */
  places: Place[];
  /** Stands for all edits in the view: what the next step is asked with, and keeps as its `passMark`. */
  mark: string;
  /** Folds that cannot be used before they have a form for this reader. Their messages are in the view whole. */
  needs: FoldNeed[];
  /** The folds in use, by their id. */
  folds: Map<string, PlacedFold>;
}

/**
 * Makes the view of a branch from its turns and its passes. Pure: the same turns, passes, path and reader give the
 * same messages, and turns that come later change none before them. Messages without an edit are passed on as the
 * objects they are, so that what was counted for them stays counted.
 *
 * Elisions and sheddings count where the message with the result or image is on the branch; a fold counts where
 * all its messages are [L9]; an undone pass counts nowhere. Behind an edit, reasoning that answered another prefix is
 * left out of the view, never out of the transcript (facts of the providers: it is bound to what stood before it).
 */
export function applyPasses(branch: Branch, reader: FoldReader): AppliedView {
  const { view, path } = branch;
  const passes = branch.passes.filter((pass) => !pass.undone);
  const places = placesOf(view);
  const { placed, needs } = placeFolds(view.messages, places, passes, new Set(path), reader);
  const edits = indexEdits(passes, path);
  const shaped = new Shaped({ ...view, messages: [] }, needs);
  const folds = placed.values();
  let next = folds.next().value;
  for (let at = 0; at < view.messages.length; at += 1) {
    const message = view.messages[at];
    const place = places[at];
    if (!message || !place) break;
    if (next?.start === at) {
      shaped.addFold(foldMessage(next.fold, next.form, message.messageId), { ...place, step: -1 }, next);
      at = next.end - 1;
      next = folds.next().value;
    } else {
      shaped.add(message, place, edits);
    }
  }
  return shaped;
}

/** The view as it grows, with the running mark of the edits so far. */
class Shaped implements AppliedView {
  readonly view: PagedView;
  readonly places: Place[] = [];
  readonly needs: FoldNeed[];
  readonly folds = new Map<string, PlacedFold>();
  mark = '';

  constructor(view: PagedView, needs: FoldNeed[]) {
    this.view = view;
    this.needs = needs;
  }

  addFold(message: FoldMessage, place: Place, placed: PlacedFold): void {
    this.#push(message, place);
    this.folds.set(placed.fold.id, placed);
    this.#note(`${placed.fold.id}:${placed.form.kind}${'shape' in placed.form ? placed.form.shape : ''}`);
  }

  add(message: ViewMessage, place: Place, edits: EditIndex): void {
    if (message.role === 'agent') {
      const kept = (message.passMark ?? '') === this.mark ? message : withoutReasoning(message);
      if (kept) this.#push(kept, place);
      return;
    }
    const applied: string[] = [];
    const edited =
      message.role === 'user'
        ? editedUser(message, edits, applied)
        : editedResults(message, place.step, edits, applied);
    this.#push(edited, place);
    for (const id of applied) this.#note(id);
  }

  #push(message: PagedMessage, place: Place): void {
    this.view.messages.push(message);
    this.places.push(place);
  }

  #note(editId: string): void {
    this.mark = shortHash(`${this.mark} ${editId}`);
  }
}

interface EditIndex {
  elisions: ReadonlyMap<string, Elision>;
  /** By the place of the message or result, then by part. */
  sheddings: ReadonlyMap<string, ReadonlyMap<number, Shedding>>;
}

function indexEdits(passes: readonly Pass[], path: readonly string[]): EditIndex {
  const next = new Map(path.map((id, at) => [id, path[at + 1]]));
  const elisions = new Map<string, Elision>();
  const sheddings = new Map<string, Map<number, Shedding>>();
  for (const edit of passes.flatMap((pass) => pass.edits)) {
    if (edit.kind === 'elision') {
      const key = resultKey(edit.place.messageId, edit.place.step, edit.place.callId);
      if (!elisions.has(key)) elisions.set(key, edit);
    } else if (edit.kind === 'shedding') {
      const { place } = edit;
      if (place.of === 'user' && next.get(place.messageId) !== place.next) continue;
      const key =
        place.of === 'user' ? place.messageId : resultKey(place.messageId, place.step, place.callId);
      const parts = sheddings.get(key) ?? new Map<number, Shedding>();
      if (!parts.has(place.part)) parts.set(place.part, edit);
      sheddings.set(key, parts);
    }
  }
  return { elisions, sheddings };
}

const resultKey = (messageId: string, step: number, callId: string): string =>
  `${messageId}/${step}/${callId}`;

function editedUser(
  message: Extract<ViewMessage, { role: 'user' }>,
  edits: EditIndex,
  applied: string[],
): ViewMessage {
  const sheddings = edits.sheddings.get(message.messageId);
  return sheddings ? { ...message, parts: shedParts(message.parts, sheddings, applied) } : message;
}

function editedResults(
  message: Extract<ViewMessage, { role: 'results' }>,
  step: number,
  edits: EditIndex,
  applied: string[],
): ViewMessage {
  const results = message.results.map((result): ToolResult => {
    const key = resultKey(message.messageId, step, result.callId);
    const elision = edits.elisions.get(key);
    if (elision) {
      applied.push(elision.recallId);
      return elidedResult(result, elision);
    }
    const sheddings = edits.sheddings.get(key);
    return sheddings ? { ...result, parts: shedParts(result.parts, sheddings, applied) } : result;
  });
  return applied.length > 0 ? { ...message, results } : message;
}

/** An image that is not the one that was meant stays: the message may have been rebuilt. */
function shedParts(
  parts: readonly SeenPart[],
  sheddings: ReadonlyMap<number, Shedding>,
  applied: string[],
): SeenPart[] {
  return parts.map((part, at) => {
    const edit = sheddings.get(at);
    if (!edit || part.type !== 'attachment' || part.attachment.hash !== edit.hash) return part;
    applied.push(edit.recallId);
    return shedImage(part.attachment, edit);
  });
}

/** Only what was said and called; null where nothing is left. The provider's own blocks hold reasoning too. */
function withoutReasoning(message: AgentMessage): AgentMessage | null {
  const said = message.said.filter((part) => part.type !== 'reasoning');
  if (said.length === 0) return null;
  if (message.native === null && said.length === message.said.length) return message;
  return { ...message, said, native: null };
}
