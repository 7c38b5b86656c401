import type { CountTokens } from './estimate.ts';
import type { PassPlan } from './ladder.ts';
import type { Edit, FoldForm, PagesForm, Pass, SummaryForm } from './passes.ts';
import type { Work } from './rungs/rung.ts';
import { measure, type Situation } from './situation.ts';
import { checkSummary, type SummaryFault } from './summary/check.ts';
import { chunksOf } from './summary/chunks.ts';
import { pinnedFacts } from './summary/facts.ts';
import { type SummaryPrompt, summaryPrompt } from './summary/prompt.ts';

/** What the making of a pass asks of the world: pages to be drawn, or a model to be asked. */
export type Order =
  | { kind: 'draw'; task: Extract<Work, { kind: 'draw' }> }
  | { kind: 'ask'; prompt: SummaryPrompt; chunk: number; chunks: number };

/** What an order brings. `failed`: it cannot be had, and the fold that needed it is given up. */
export type Delivery =
  | { kind: 'drawn'; form: PagesForm }
  | { kind: 'answered'; text: string; model: string }
  | { kind: 'failed' };

export type PassOutcome = (
  | { kind: 'made'; pass: Pass }
  /** The view would not have become smaller [L4]. Nothing has changed. */
  | { kind: 'no-gain' }
) & {
  faults: SummaryFault[];
  /** Whether a summary could not be had, and the fold that it was for was given up. */
  lacksSummary: boolean;
};

/** Times that a model is asked for one piece of a summary before it is given up. */
const attempts = 2;
/** Share of the window that one request for a summary may take, its answer included. */
const promptShare = 0.5;
/** Share of that request that a summary may have: the earlier one is in it, and room for a long answer. */
const answerShare = 0.15;
/** Tokens of what is asked, without the history: see the prompt. */
const askedTokens = 400;
/** A piece of the history has at least as many tokens. */
const leastChunk = 500;

export interface MakeOptions {
  id: string;
  createdAt: number;
  /** Tokens that no request for a summary may exceed: well below a size that was refused [L2]. Null: the window's share. */
  hardBudget: number | null;
}

/**
 * Makes a planned pass. A generator, so that it is pure: it yields what it needs and is given what came of it, by the
 * run as by the tests. A fold whose pages or summary cannot be had is left out; what remains is measured once
 * more, and only a view that has really become smaller makes a pass.
 */
export function* makePass(
  situation: Situation,
  plan: PassPlan,
  options: MakeOptions,
): Generator<Order, PassOutcome, Delivery> {
  let edits = plan.edits;
  const faults: SummaryFault[] = [];
  let lacksSummary = false;
  for (const task of plan.work) {
    const form = yield* formFor(task, situation, {
      ratio: plan.ratio,
      focus: plan.request.focus,
      hardBudget: options.hardBudget,
    });
    if (typeof form === 'string') faults.push(form);
    const made = typeof form === 'string' ? null : form;
    if (made === null && task.kind === 'summarise') lacksSummary = true;
    edits = edits.flatMap((edit) => finished(edit, task.foldId, made));
  }
  const after = measure(situation, edits, plan.ratio);
  const smaller = after.tokens < plan.before.tokens || after.images.bytes < plan.before.images.bytes;
  if (edits.length === 0 || !smaller) return { kind: 'no-gain', faults, lacksSummary };
  const pass: Pass = {
    id: options.id,
    createdAt: options.createdAt,
    trigger: plan.request.trigger,
    edits,
    before: plan.before.tokens,
    after: after.tokens,
    undone: false,
  };
  return { kind: 'made', pass, faults, lacksSummary };
}

export interface FormOptions {
  /** Tokens of the reader for one counted here. */
  ratio: number;
  focus: string | null;
  hardBudget: number | null;
}

/** Gets one form made. Null where it cannot be had, or why an answer was no summary. */
export function* formFor(
  task: Work,
  situation: Situation,
  options: FormOptions,
): Generator<Order, FoldForm | SummaryFault | null, Delivery> {
  if (task.kind === 'draw') {
    const drawn = yield { kind: 'draw', task };
    return drawn.kind === 'drawn' ? drawn.form : null;
  }
  return yield* summaryFor(task, situation, options);
}

/** A summary is made piece by piece, each going on from the one before. */
function* summaryFor(
  task: Extract<Work, { kind: 'summarise' }>,
  situation: Situation,
  { ratio, focus, hardBudget }: FormOptions,
): Generator<Order, SummaryForm | SummaryFault | null, Delivery> {
  const { estimator, reader } = situation;
  const count: CountTokens = (text) => Math.ceil(estimator.text(text) * ratio);
  const room = Math.min(reader.window * promptShare, hardBudget ?? Number.POSITIVE_INFINITY);
  const budget = Math.floor(Math.min(task.budget, room * answerShare));
  let { earlier, text } = task;
  // One that was written for a wider window is history like the rest.
  if (earlier !== null && count(earlier) > budget * 2) [earlier, text] = [null, `${earlier}\n${text}`];
  const facts = pinnedFacts(task.source, goalOf(situation), budget, count);
  const around = askedTokens + count(facts.join('\n')) + budget * 4;
  const chunks = chunksOf(text, Math.max(leastChunk, room - around), count);
  let sourceTokens = earlier === null ? 0 : count(earlier);
  let form: SummaryForm | null = null;
  for (const [at, chunk] of chunks.entries()) {
    sourceTokens += chunk.tokens;
    const isLast = at === chunks.length - 1;
    const known = `${earlier ?? ''}\n${chunk.text}`;
    const kept = isLast ? facts : facts.filter((fact) => known.includes(fact));
    const prompt = summaryPrompt({ earlier, text: chunk.text, focus, facts: kept, budget });
    const order: Order = { kind: 'ask', prompt, chunk: at + 1, chunks: chunks.length };
    const checked = yield* askUntilGood(order, { facts: kept, count, sourceTokens, budget });
    if (checked === null || typeof checked === 'string') return checked;
    form = checked;
    earlier = checked.text;
  }
  return form;
}

function* askUntilGood(
  order: Order,
  task: { facts: readonly string[]; count: CountTokens; sourceTokens: number; budget: number },
) {
  let fault: SummaryFault | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer: Delivery = yield order;
    if (answer.kind !== 'answered') return null;
    const checked = checkSummary(answer.text, { ...task, model: answer.model });
    if (typeof checked !== 'string') return checked;
    fault = checked;
  }
  return fault;
}

/** Puts a form into its fold; without one the fold is given up. */
function finished(edit: Edit, foldId: string, form: FoldForm | null): Edit[] {
  if (edit.kind !== 'fold' || edit.id !== foldId) return [edit];
  return form === null ? [] : [{ ...edit, forms: [form] }];
}

/** The branch's first user message: the task [L5]. */
function goalOf({ branch }: Situation): string {
  const first = branch.view.messages.find((message) => message.role === 'user');
  const parts = first?.role === 'user' ? first.parts : [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
