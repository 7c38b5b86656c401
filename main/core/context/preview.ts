import type { Prices } from '#contract';
import { pricesAt, promptCost } from '../models/prices.ts';
import { commandRequest, type RoomCommand } from './commands.ts';
import { type PassPlan, planPass } from './ladder.ts';
import type { Fold } from './passes.ts';
import type { RungLimit } from './rungs/rung.ts';
import { estimateNow, type Situation } from './situation.ts';

/** [L8] What a pass would do, before it is made. Figures alone: the words are the window's. */
export interface PassPreview {
  /** Tokens of the view, before and after. A summary counts with the room that it may take. */
  before: number;
  after: number;
  frees: number;
  /** Null where something would be freed. */
  limit: RungLimit | null;
  /** What would be set aside. Results and images that a fold takes with it are not counted. */
  results: number;
  images: number;
  /** Stretches of turns that pages or a summary would stand for. */
  folds: { as: Fold['as']; from: number; to: number; tokens: number }[];
  /** `small`: those with small letters. */
  pages: { count: number; small: number; tokens: number; bytes: number };
  /** Model calls that it takes, and their tokens; all 0 where it takes none. */
  calls: { count: number; input: number; output: number };
  /** Null where the prices are not known. */
  money: MoneyPreview | null;
  /** Requests after which the lost prompt cache is paid for. */
  repaysAfter: number;
}

/** US dollars. */
export interface MoneyPreview {
  /** Spent once: the prompt cache that has to be written again, and the model calls. */
  once: number;
  /** Saved with every later request whose prompt is in the cache, and with one whose is not. */
  perCachedRequest: number;
  perRequest: number;
}

export interface LadderPreview {
  window: number;
  tokens: number;
  /** Each rung alone, as far as it goes. */
  rungs: Record<'elide' | 'shed' | 'snapshots' | 'summary', PassPreview>;
  /** What `/compact` would do. */
  compact: PassPreview;
}

/** The plans behind a preview: what is made is what was shown. */
export type PreviewPlans = Record<keyof LadderPreview['rungs'] | 'compact', PassPlan>;

const commands: Record<keyof PreviewPlans, RoomCommand> = {
  elide: { command: 'shake', what: 'tools' },
  shed: { command: 'shake', what: 'images' },
  snapshots: { command: 'compact', rung: 'snapshots', focus: null },
  summary: { command: 'compact', rung: 'summary', focus: null },
  compact: { command: 'compact', rung: null, focus: null },
};

/** A request for a summary may take half the window; what it says around the history takes this much. */
const callShare = 0.5;
const callOverhead = 700;

export function previewLadder(situation: Situation): { preview: LadderPreview; plans: PreviewPlans } {
  const { ratio, tokens } = estimateNow(situation);
  const planFor = (command: RoomCommand): PassPlan =>
    planPass(situation, commandRequest(command, situation), ratio);
  const plans: PreviewPlans = {
    elide: planFor(commands.elide),
    shed: planFor(commands.shed),
    snapshots: planFor(commands.snapshots),
    summary: planFor(commands.summary),
    compact: planFor(commands.compact),
  };
  const show = (plan: PassPlan): PassPreview => previewPass(plan, situation);
  const { elide, shed, snapshots, summary, compact } = plans;
  return {
    plans,
    preview: {
      window: situation.reader.window,
      tokens,
      rungs: { elide: show(elide), shed: show(shed), snapshots: show(snapshots), summary: show(summary) },
      compact: show(compact),
    },
  };
}

/** Shows one plan. */
export function previewPass(plan: PassPlan, situation: Situation): PassPreview {
  const { before, after, edits } = plan;
  const folds = edits.filter((edit) => edit.kind === 'fold');
  const plans = plan.work.flatMap((task) => (task.kind === 'draw' ? [task.plan] : []));
  const drawn = plans.flatMap(({ pages, smallLetters }) => pages.map((page) => ({ ...page, smallLetters })));
  const sum = (of: (page: (typeof drawn)[number]) => number): number =>
    drawn.reduce((total, page) => total + of(page), 0);
  const calls = callsFor(plan, situation);
  return {
    before: before.tokens,
    after: after.tokens,
    frees: before.tokens - after.tokens,
    limit: edits.length > 0 ? null : (plan.effects.find((effect) => effect.limit)?.limit ?? 'nothing'),
    results: edits.filter((edit) => edit.kind === 'elision').length,
    images: edits.filter((edit) => edit.kind === 'shedding').length,
    folds: folds.map(({ as, turns, tokens }) => ({ as, ...turns, tokens })),
    pages: {
      count: drawn.length,
      small: sum((page) => (page.smallLetters ? 1 : 0)),
      tokens: sum((page) => page.tokens),
      bytes: sum((page) => page.bytesEstimate),
    },
    calls,
    money: situation.reader.prices ? moneyFor(plan, calls, situation.reader.prices) : null,
    repaysAfter: plan.repayment.requests,
  };
}

function callsFor({ work, edits }: PassPlan, { reader }: Situation): PassPreview['calls'] {
  const calls = { count: 0, input: 0, output: 0 };
  for (const task of work) {
    if (task.kind !== 'summarise') continue;
    const fold = edits.find((edit) => edit.kind === 'fold' && edit.id === task.foldId);
    const tokens = fold?.tokens ?? 0;
    const room = Math.max(1000, reader.window * callShare - callOverhead - task.budget * 3);
    const count = Math.max(1, Math.ceil(tokens / room));
    calls.count += count;
    calls.input += tokens + count * callOverhead + (count - 1) * task.budget;
    calls.output += count * task.budget;
  }
  return calls;
}

function moneyFor(plan: PassPlan, calls: PassPreview['calls'], prices: Prices): MoneyPreview {
  const million = 1_000_000;
  const { before, after, repayment } = plan;
  const { cacheRead, cacheWrite } = pricesAt(prices, after.tokens);
  const cache = Math.max(0, cacheWrite - cacheRead) * repayment.rewritten;
  const asking = pricesAt(prices, calls.count === 0 ? 0 : calls.input / calls.count);
  const asked = asking.input * calls.input + asking.output * calls.output;
  const now = promptCost(before.tokens, prices);
  const then = promptCost(after.tokens, prices);
  return {
    once: (cache + asked) / million,
    perCachedRequest: now.cached - then.cached,
    perRequest: now.fresh - then.fresh,
  };
}
