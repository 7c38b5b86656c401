import type { Attachment } from '#contract';
import { planAhead } from '#core/context/ahead.ts';
import { type AppliedView, applyPasses } from '#core/context/apply-passes.ts';
import { buildView, type ViewTurn } from '#core/context/build-view.ts';
import { type Calibration, initialCalibration, learn } from '#core/context/calibrate.ts';
import { type CountTokens, Estimator } from '#core/context/estimate.ts';
import { imageTokens } from '#core/context/image-cost.ts';
import type { PassPlan } from '#core/context/ladder.ts';
import { type Delivery, formFor, makePass, type Order, type PassOutcome } from '#core/context/make-pass.ts';
import { neededWork } from '#core/context/needs.ts';
import { type Pass, withForm } from '#core/context/passes.ts';
import { defaultLadder, type LadderSettings, type ReaderFigures } from '#core/context/reader.ts';
import { type Refusal, recover } from '#core/context/recover.ts';
import { shortHash } from '#core/context/short-id.ts';
import { estimateNow, type PagePlan, type Situation } from '#core/context/situation.ts';
import type { PagedMessage, PagedView, ToolSpec, View } from '#core/context/view.ts';
import type { SaidPart, SeenPart, Step, ToolResult } from '#core/transcript/types.ts';

/** Tokens as the tests count them: a token for four characters. */
export const countTokens: CountTokens = (text) => Math.ceil(text.length / 4);

/** Text of about this many tokens that no other text is equal to. */
export function textOf(label: string, tokens: number): string {
  const words = 'river stone leaf ';
  return `${label} ${words.repeat(Math.max(0, Math.ceil((tokens * 4 - label.length) / words.length)))}`;
}

export function readerOf(more: Partial<ReaderFigures> = {}): ReaderFigures {
  return {
    wire: 'lab',
    modelId: 'lab-one',
    window: 32_000,
    vision: true,
    pageShapes: ['1092x1092'],
    imageRule: { kind: 'anthropic', edge: 1568, cap: 1568 },
    imageCaps: { count: 100, bytes: 30_000_000 },
    pageCaps: { count: 40, bytes: 3_000_000 },
    prices: null,
    ...more,
  };
}

/** Pages of 1092 x 1092 with this many characters each: `dense` says how many. */
function pagePlanner(reader: () => ReaderFigures, dense: number) {
  return ({
    id,
    source,
    turns,
  }: {
    id: string;
    source: string;
    turns: { from: number; to: number };
  }): PagePlan => {
    const count = Math.max(1, Math.ceil(source.length / dense));
    const pages = Array.from({ length: count }, (_, at) => {
      const share = at < count - 1 ? 1 : (source.length - dense * (count - 1)) / dense;
      const size = { width: 1092, height: Math.max(28, Math.ceil(1092 * share)) };
      return { ...size, tokens: imageTokens(reader().imageRule, size, 'original'), bytesEstimate: 40_000 };
    });
    const legend = `Pages of turns ${turns.from} to ${turns.to}; recall("${id}") gives the text.`;
    const [shape = ''] = reader().pageShapes;
    return { shape, smallLetters: false, pages, legend, sidecar: '' };
  };
}

export interface WorldOptions {
  reader: ReaderFigures;
  /** What the provider's tokens are for one counted here. */
  factor: number;
  /** Characters on a page: few make pages dearer than text. */
  dense: number;
  /** Whether a refusal tells its numbers. */
  tells: boolean;
  /** Whether good responses tell their usage: without, the estimate stays as wrong as it is. */
  reports: boolean;
  settings?: Partial<LadderSettings>;
  system?: string;
}

export interface CallSpec {
  tokens: number;
  eventful: boolean;
  failed: boolean;
  image: boolean;
  /** The same arguments as other calls with this number. */
  about: number;
}

export interface StepSpec {
  text: number;
  reasoning: number;
  calls: CallSpec[];
}

export interface AskSpec {
  tokens: number;
  images: number;
  steps: StepSpec[];
}

/** What a world tells its test of. */
export interface Watcher {
  /** A pass was made; the views before and after it. */
  onPass(before: AppliedView, after: AppliedView, pass: Pass, plan: PassPlan): void;
  /** A view is about to be sent. */
  onSend(applied: AppliedView): void;
  onAsked(order: Order): void;
  /** A refused request could not be made smaller. */
  onGiveUp(applied: AppliedView, tokens: number): void;
}

export class World {
  readonly passes: Pass[] = [];
  readonly estimator = new Estimator(countTokens);
  /** Of the current branch. */
  turns: ViewTurn[] = [];
  reader: ReaderFigures;
  calibration: Calibration;
  /** Refusals of one request, the most so far. */
  refusals = 0;
  /** What the model answers when it is asked for a summary; null: it cannot be asked. */
  summarise: (order: Extract<Order, { kind: 'ask' }>) => string | null = goodSummary;
  readonly options: WorldOptions;
  readonly #watch: Partial<Watcher>;
  #made = 0;

  constructor(options: WorldOptions, watch: Partial<Watcher> = {}) {
    this.options = options;
    this.reader = options.reader;
    this.calibration = initialCalibration(options.reader.modelId);
    this.#watch = watch;
  }

  get base(): View {
    return buildView(this.options.system ?? 'You help.', [toolSpec], this.turns);
  }

  get path(): string[] {
    const ids = this.turns.flatMap((turn) => [turn.userMessageId, turn.agentMessageId]);
    return ['root', ...ids.filter((id) => id !== null)];
  }

  get situation(): Situation {
    return {
      branch: { view: this.base, path: this.path, passes: this.passes },
      reader: this.reader,
      calibration: this.calibration,
      settings: { ...defaultLadder, ...this.options.settings },
      estimator: this.estimator,
      planPages: pagePlanner(() => this.reader, this.options.dense),
      agentName: 'Helper',
    };
  }

  get applied(): AppliedView {
    return applyPasses(this.situation.branch, this.reader);
  }

  /** A user message and its whole answer. False where the answer failed: then nothing answers the message. */
  ask(spec: AskSpec): boolean {
    const user = this.id('u');
    const parts: SeenPart[] = [{ type: 'text', text: textOf(user, spec.tokens) }];
    for (let at = 0; at < spec.images; at += 1) parts.push(this.image(`${user}-${at}`));
    return this.#answer({ userMessageId: user, user: parts, agentMessageId: null, steps: [] }, spec);
  }

  /** Another answer to the newest user message, on a branch of its own. */
  askAgain(spec: AskSpec): boolean {
    const last = this.turns.at(-1);
    if (!last) return false;
    this.turns = this.turns.slice(0, -1);
    return this.#answer({ ...last, agentMessageId: null, steps: [] }, spec);
  }

  #answer(open: ViewTurn, spec: AskSpec): boolean {
    const before = this.turns;
    const agent = this.id('a');
    const steps: Step[] = [];
    for (const [at, step] of [...spec.steps, { text: 20, reasoning: 0, calls: [] }].entries()) {
      this.turns = [...before, { ...open, agentMessageId: agent, steps }];
      const sent = this.request();
      if (!sent) {
        this.turns = [...before, open];
        return false;
      }
      steps.push(this.#step(`${agent}.${at}`, step, sent));
    }
    this.turns = [...before, { ...open, agentMessageId: agent, steps }];
    return true;
  }

  /** What a run does before and around a request. Null: given up. */
  request(): { applied: AppliedView; tokens: number } | null {
    this.makeForms();
    const ahead = planAhead(this.situation);
    if (ahead) this.make(ahead, null);
    for (let attempt = 1; ; attempt += 1) {
      const { applied } = this;
      this.#watch.onSend?.(applied);
      const tokens = this.trueTokens(applied.view);
      if (tokens <= this.options.reader.window) {
        const { cost } = estimateNow(this.situation);
        if (this.options.reports) this.calibration = learn(this.calibration, tokens, cost);
        return { applied, tokens };
      }
      this.refusals = Math.max(this.refusals, attempt);
      if (!this.#recover(tokens, attempt)) {
        this.#watch.onGiveUp?.(applied, tokens);
        return null;
      }
    }
  }

  /** Makes the forms that the reader still needs. */
  makeForms(): void {
    for (const task of neededWork(this.situation)) {
      const made = this.drive(formFor(task, this.situation, { ratio: 1, focus: null, hardBudget: null }));
      if (made === null || typeof made === 'string') continue;
      this.passes.splice(0, this.passes.length, ...withForm(this.passes, task.foldId, made));
    }
  }

  make(plan: PassPlan, hardBudget: number | null): PassOutcome {
    const before = this.applied;
    const id = this.id('p');
    const outcome = this.drive(makePass(this.situation, plan, { id, createdAt: 0, hardBudget }));
    if (outcome.kind === 'made') {
      this.passes.push(outcome.pass);
      this.#watch.onPass?.(before, this.applied, outcome.pass, plan);
    }
    return outcome;
  }

  drive<T>(work: Generator<Order, T, Delivery>): T {
    let state = work.next();
    while (!state.done) {
      this.#watch.onAsked?.(state.value);
      state = work.next(this.#deliver(state.value));
    }
    return state.value;
  }

  /** What the provider counts. */
  trueTokens(view: PagedView): number {
    const count = (message: PagedMessage): number => {
      if (message.role === 'agent') {
        return message.said.reduce((sum, part) => {
          if (part.type === 'reasoning') return message.native ? sum + countTokens(part.text) : sum;
          return sum + countTokens(part.type === 'call' ? part.arguments : part.text);
        }, 4);
      }
      const parts =
        message.role === 'results' ? message.results.flatMap((result) => result.parts) : message.parts;
      return parts.reduce((sum, part) => (part.type === 'text' ? sum + countTokens(part.text) : sum), 4);
    };
    const text = view.messages.reduce((sum, message) => sum + count(message), countTokens(view.system) + 60);
    return Math.ceil(text * this.options.factor) + this.#trueImages(view);
  }

  id(prefix: string): string {
    this.#made += 1;
    return `${prefix}${this.#made}`;
  }

  image(name: string): SeenPart {
    const attachment: Attachment = {
      hash: hashOf(name),
      name: `${name}.png`,
      mime: 'image/png',
      kind: 'image',
      bytes: 90_000,
      width: 1000,
      height: 800,
    };
    return { type: 'attachment', attachment };
  }

  #trueImages(view: PagedView): number {
    if (!this.reader.vision) return 0;
    const parts = view.messages.flatMap((message): object[] =>
      message.role === 'results'
        ? message.results.flatMap((result) => result.parts)
        : message.role === 'user'
          ? message.parts
          : [],
    );
    return parts.reduce((sum: number, part) => {
      if ('attachment' in part) return sum + imageTokens(this.reader.imageRule, { width: 1000, height: 800 });
      if ('width' in part && 'height' in part) {
        return (
          sum + imageTokens(this.reader.imageRule, part as { width: number; height: number }, 'original')
        );
      }
      return sum;
    }, 0);
  }

  #recover(tokens: number, attempt: number): boolean {
    const { tells, reader } = this.options;
    const refusal: Refusal = {
      kind: 'tokens',
      limit: tells ? reader.window : null,
      actual: tells ? tokens : null,
    };
    const { plan, correction, hardBudget } = recover(this.situation, refusal, attempt);
    if (correction) {
      this.calibration = correction.calibration;
      this.reader = { ...this.reader, window: correction.window };
    }
    return plan !== null && this.make(plan, hardBudget).kind === 'made';
  }

  #deliver(order: Order): Delivery {
    if (order.kind === 'draw') {
      const { plan, foldId } = order.task;
      const pages = plan.pages.map(({ width, height, bytesEstimate }, at) => ({
        hash: hashOf(`${foldId} ${at}`),
        width,
        height,
        bytes: bytesEstimate,
      }));
      const { legend, sidecar } = plan;
      return {
        kind: 'drawn',
        form: { kind: 'pages', shape: order.task.plan.shape, legend, pages, sidecar },
      };
    }
    const text = this.summarise(order);
    return text === null ? { kind: 'failed' } : { kind: 'answered', text, model: 'lab-one' };
  }

  #step(label: string, spec: StepSpec, sent: { applied: AppliedView; tokens: number }): Step {
    const said: SaidPart[] = [];
    if (spec.reasoning > 0)
      said.push({ type: 'reasoning', text: textOf(`thinking ${label}`, spec.reasoning) });
    if (spec.text > 0) said.push({ type: 'text', text: textOf(`said ${label}`, spec.text) });
    const results = spec.calls.map((call, at): ToolResult => {
      const id = `call-${at}`;
      said.push({ type: 'call', id, name: 'look', arguments: `{"about": ${call.about}, "n": 1.0}` });
      const parts: SeenPart[] = [{ type: 'text', text: textOf(`found ${label} ${at}`, call.tokens) }];
      if (call.image) parts.push(this.image(`${label}-${at}`));
      return { callId: id, name: 'look', parts, failed: call.failed, eventful: call.eventful || call.failed };
    });
    const { mark } = sent.applied;
    return {
      said,
      native: { wire: 'lab', model: this.reader.modelId, blocks: [{ label }] },
      results,
      usage: this.options.reports
        ? { input: sent.tokens, output: spec.text + spec.reasoning, cacheRead: 0, cacheWrite: 0 }
        : null,
      ...(mark !== '' && { passMark: mark }),
    };
  }
}

const toolSpec: ToolSpec = {
  name: 'look',
  description: 'Looks something up.',
  parameters: { type: 'object' },
};

/** A summary as a good model writes it: about as long as it was asked to be. */
function goodSummary({ prompt }: Extract<Order, { kind: 'ask' }>): string {
  return `## Goal\n${textOf(`summary ${shortHash(prompt.user)}`, Math.max(40, prompt.maxTokens / 3))}`;
}

/** A content hash for a name. */
export function hashOf(name: string): string {
  return Array.from({ length: 7 }, (_, at) => shortHash(`${name} ${at}`))
    .join('')
    .replaceAll(/[^0-9a-f]/g, '0')
    .slice(0, 64);
}
