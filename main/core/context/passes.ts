import type { View } from './view.ts';

/**
 * A pass as it is kept in the transcript: what was set aside, never how the view looked. The view is made from the
 * turns and the passes every time (`apply-passes.ts`), so that a pass can be undone, and so that a branch uses only
 * what belongs to it. Everything here is JSON.
 */
export interface Pass {
  id: string;
  createdAt: number;
  trigger: PassTrigger;
  edits: Edit[];
  /** Tokens of the whole view, measured before and after in the same way. */
  before: number;
  after: number;
  undone: boolean;
}

/** `threshold`: ahead of the wall [L1]. `refusal`: after the provider refused a request [L2]. `user`: asked for [L10]. */
export type PassTrigger = 'threshold' | 'refusal' | 'user';

export type Edit = Elision | Shedding | Fold;

/** Where a tool result is: the agent's message, the step of it counted from 0, and the call. */
export interface ResultPlace {
  messageId: string;
  step: number;
  callId: string;
}

/** A tool result in which nothing happened, replaced by a placeholder. */
export interface Elision {
  kind: 'elision';
  recallId: string;
  place: ResultPlace;
  reason: 'empty' | 'superseded' | 'old';
  /** What the result cost. */
  tokens: number;
}

/**
 * Where an image is; `part` counts the parts of the message or result from 0. An image in a user message is shed
 * only on branches that go on with `next`: on any other the message may be the newest, which is pinned [L5].
 */
export type ImagePlace =
  | { of: 'user'; messageId: string; next: string; part: number }
  | ({ of: 'result'; part: number } & ResultPlace);

/** An image replaced by a placeholder. */
export interface Shedding {
  kind: 'shedding';
  recallId: string;
  place: ImagePlace;
  /** Content hash of the image. */
  hash: string;
  /** What the image cost. */
  tokens: number;
}

/** A stretch of history that the view shows as pages, as a summary, or only names. */
export interface Fold {
  kind: 'fold';
  /** Short; `recall` takes it. */
  id: string;
  /** The form in which it was made: what every reader gets that can read it [S3]. */
  as: FoldForm['kind'];
  covers: Cover[];
  /** Numbers of the first and the last turn, counted from 1 along the branch. */
  turns: { from: number; to: number };
  /** The text that it stands for, kept so that pages can be drawn again at any time [S2]. */
  source: SourcePiece[];
  /** One summary, one omission, and one set of pages for each shape at most. */
  forms: FoldForm[];
  /** What the stretch cost. */
  tokens: number;
}

/** A whole user message (`steps` null), or whole steps of an agent's message, which are never cut [L6]. */
export interface Cover {
  messageId: string;
  /** From the first step to before the last; `to` is null where the turn is over and all the rest is meant. */
  steps: { from: number; to: number | null } | null;
}

/** Text, or the whole source of an earlier fold that this one contains: nothing is kept twice. */
export type SourcePiece = { kind: 'text'; text: string } | { kind: 'fold'; id: string };

export type FoldForm = PagesForm | SummaryForm | OmissionForm;

/** The stretch as pictures. The texts are kept with them, so that the view's bytes never change. */
export interface PagesForm {
  kind: 'pages';
  /** Names the page shape of the route that they were drawn for [S4]. */
  shape: string;
  /** Stands before the pages: what they are and how to read them [S1]. */
  legend: string;
  pages: PageImage[];
  /** Exact strings, beside the pages as text [S7]; may be empty. */
  sidecar: string;
}

export interface PageImage {
  /** Content hash of the PNG. */
  hash: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Of the PNG. */
  bytes: number;
}

export interface SummaryForm {
  kind: 'summary';
  text: string;
  /** The model that wrote it. */
  model: string;
  checks: SummaryChecks;
}

/** What was checked before a summary was taken. */
export interface SummaryChecks {
  /** Tokens of what was summarised, and of the summary. */
  sourceTokens: number;
  tokens: number;
  /** Exact strings that had to survive, and those of them that the app added because the model had left them out. */
  facts: number;
  added: string[];
}

/** Only named, with its recall id: where nothing else fits and no model may be asked. */
export interface OmissionForm {
  kind: 'omission';
}

/** The turns of a branch with the passes of its transcript: what a view is made from. */
export interface Branch {
  /** All turns as they were, see `buildView`. */
  view: View;
  /** Ids of the messages on the branch from the root on, the answer that is being made included. */
  path: readonly string[];
  passes: readonly Pass[];
}

/** All folds of a transcript by id, undone ones too: later folds may still need their source. */
export function foldsById(passes: readonly Pass[]): Map<string, Fold> {
  const folds = passes.flatMap((pass) => pass.edits.filter((edit) => edit.kind === 'fold'));
  return new Map(folds.map((fold) => [fold.id, fold]));
}

/** The whole text that a fold stands for. Throws a RangeError where an earlier fold's source is missing. */
export function sourceOf(fold: Fold, folds: ReadonlyMap<string, Fold>): string {
  const texts = fold.source.map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const earlier = folds.get(piece.id);
    if (!earlier) throw new RangeError(`Fold ${fold.id} contains ${piece.id}, which is missing`);
    return sourceOf(earlier, folds);
  });
  return texts.join('\n');
}

/** [L8] Takes a pass back: it stays in the list, and counts no more. Throws a RangeError for an unknown id. */
export function undoPass(passes: readonly Pass[], id: string): Pass[] {
  if (!passes.some((pass) => pass.id === id)) throw new RangeError(`There is no pass ${id}`);
  return passes.map((pass) => (pass.id === id ? { ...pass, undone: true } : pass));
}

/**
 * Adds a form to a fold, in place of an older one of its kind (and shape): a summary beside pages that a reader
 * without vision needs [S3], or pages in the shape of another route. Throws a RangeError for an unknown fold.
 */
export function withForm(passes: readonly Pass[], foldId: string, form: FoldForm): Pass[] {
  if (!foldsById(passes).has(foldId)) throw new RangeError(`There is no fold ${foldId}`);
  const add = (edit: Edit): Edit =>
    edit.kind === 'fold' && edit.id === foldId ? { ...edit, forms: addForm(edit.forms, form) } : edit;
  return passes.map((pass) => ({ ...pass, edits: pass.edits.map(add) }));
}

function addForm(forms: readonly FoldForm[], form: FoldForm): FoldForm[] {
  const replaced = (old: FoldForm): boolean =>
    old.kind === form.kind && (old.kind !== 'pages' || form.kind !== 'pages' || old.shape === form.shape);
  return [...forms.filter((old) => !replaced(old)), form];
}
