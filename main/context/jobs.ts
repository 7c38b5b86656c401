import { planAhead } from '#core/context/ahead.ts';
import { applyPasses } from '#core/context/apply-passes.ts';
import { commandRequest } from '#core/context/commands.ts';
import { type PassPlan, planPass } from '#core/context/ladder.ts';
import { type Delivery, formFor, makePass, type Order, type PassOutcome } from '#core/context/make-pass.ts';
import { neededWork } from '#core/context/needs.ts';
import type { FoldForm, Pass } from '#core/context/passes.ts';
import { previewLadder, previewPass } from '#core/context/preview.ts';
import { corrected, recover } from '#core/context/recover.ts';
import { contextReport } from '#core/context/report.ts';
import type { RungLimit } from '#core/context/rungs/rung.ts';
import { estimateNow, type Situation, withDraft } from '#core/context/situation.ts';
import type { SummaryPrompt } from '#core/context/summary/prompt.ts';
import type { Desk } from './desk.ts';
import type { JobInput, JobName, Jobs, PassStamp, SummaryAnswer } from './protocol.ts';

/** What a job asks of main while it runs. */
export interface JobPort {
  /** Null where there is no answer. */
  ask(prompt: SummaryPrompt, piece: number, pieces: number): Promise<SummaryAnswer | null>;
  drawing(): void;
}

type Job<Name extends JobName> = (
  desk: Desk,
  input: JobInput<Name>,
  port: JobPort,
) => Jobs[Name]['output'] | Promise<Jobs[Name]['output']>;

/** The work of the context worker. */
export const jobs: { [Name in JobName]: Job<Name> } = {
  estimate: (desk, { facts }) => estimateNow(desk.situation(facts)),

  report(desk, { facts }) {
    const situation = desk.situation(facts);
    const { branch, reader, estimator } = situation;
    const applied = applyPasses(branch, reader);
    const report = contextReport(applied, reader, estimateNow(situation), estimator);
    return { report, mark: applied.mark };
  },

  preview: (desk, { facts }) => previewLadder(desk.situation(facts)).preview,

  previewCommand(desk, { facts, command }) {
    const situation = desk.situation(facts);
    return previewPass(planPass(situation, commandRequest(command, situation)), situation);
  },

  async run(desk, { facts, command, stamp }, port) {
    const situation = desk.situation(facts);
    const plan = planPass(situation, commandRequest(command, situation));
    if (plan.verdict !== 'make') return { pass: null, limit: limitOf(plan), faults: [] };
    const outcome = await made(desk, situation, plan, { stamp, port, hardBudget: null });
    const { faults } = outcome;
    return outcome.kind === 'made' ? { pass: outcome.pass, faults } : { pass: null, limit: null, faults };
  },

  async ahead(desk, { facts, stamp, more }, port) {
    const situation = desk.situation(facts);
    const making = { stamp, port, hardBudget: null };
    const planned = (mayAsk: boolean) => planAhead(situation, { ...more, mayAsk });
    const { pass, lacksSummary } = await madeAnyhow(desk, situation, planned, making, more.mayAsk);
    return { pass, lacksSummary, estimate: estimateNow(withPass(situation, pass)) };
  },

  async recover(desk, { facts, refusal, attempt, stamp, mayAsk }, port) {
    const situation = desk.situation(facts);
    const { correction, hardBudget } = recover(situation, refusal, attempt, mayAsk);
    const now = correction ? corrected(situation, correction) : situation;
    const planned = (asks: boolean) => recover(situation, refusal, attempt, asks).plan;
    const making = { stamp, port, hardBudget };
    return { ...(await madeAnyhow(desk, now, planned, making, mayAsk)), correction };
  },

  async forms(desk, { facts }, port) {
    const situation = desk.situation(facts);
    const { ratio } = estimateNow(situation);
    const forms: { foldId: string; form: FoldForm }[] = [];
    for (const task of neededWork(situation)) {
      const generator = formFor(task, situation, { ratio, focus: null, hardBudget: null });
      const form = await driven(desk, generator, port);
      if (form !== null && typeof form !== 'string') forms.push({ foldId: task.foldId, form });
    }
    return forms;
  },

  redraw: (desk, { source, shape }) => desk.pages.redraw(source, shape),

  layout: (desk, { source, shape, beside }) => desk.pages.layout(source, shape, beside),
};

interface Making {
  stamp: PassStamp;
  port: JobPort;
  hardBudget: number | null;
}

function made(desk: Desk, situation: Situation, plan: PassPlan, making: Making): Promise<PassOutcome> {
  const { stamp, port, hardBudget } = making;
  return driven(desk, makePass(situation, plan, { ...stamp, hardBudget }), port);
}

/**
 * [L2] Makes what is planned. Where a summary cannot be had it is planned again without one: a way that needs no model
 * is always there, and the request shall not be refused for it.
 */
async function madeAnyhow(
  desk: Desk,
  situation: Situation,
  planned: (mayAsk: boolean) => PassPlan | null,
  making: Making,
  mayAsk = true,
): Promise<{ pass: Pass | null; lacksSummary: boolean }> {
  const plan = planned(mayAsk);
  if (!plan) return { pass: null, lacksSummary: false };
  const outcome = await made(desk, situation, plan, making);
  if (!outcome.lacksSummary) return { pass: passOf(outcome), lacksSummary: false };
  const without = planned(false);
  const pass = without ? passOf(await made(desk, situation, without, making)) : null;
  return { pass: pass ?? passOf(outcome), lacksSummary: true };
}

const passOf = (outcome: PassOutcome): Pass | null => (outcome.kind === 'made' ? outcome.pass : null);

/** Brings a generator of the core what it orders, to its end. */
async function driven<Result>(
  desk: Desk,
  generator: Generator<Order, Result, Delivery>,
  port: JobPort,
): Promise<Result> {
  let step = generator.next();
  while (!step.done) step = generator.next(await delivered(desk, step.value, port));
  return step.value;
}

async function delivered(desk: Desk, order: Order, port: JobPort): Promise<Delivery> {
  if (order.kind === 'draw') {
    port.drawing();
    return { kind: 'drawn', form: desk.pages.draw(order.task.plan) };
  }
  const answer = await port.ask(order.prompt, order.chunk, order.chunks);
  return answer ? { kind: 'answered', ...answer } : { kind: 'failed' };
}

function withPass(situation: Situation, pass: Pass | null): Situation {
  return pass ? { ...situation, branch: withDraft(situation.branch, pass.edits) } : situation;
}

const limitOf = ({ effects }: PassPlan): RungLimit =>
  effects.find((effect) => effect.limit)?.limit ?? 'nothing';
