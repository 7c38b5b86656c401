import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppliedView, applyPasses } from '#core/context/apply-passes.ts';
import { viewFaults } from '#core/context/check-view.ts';
import { commandRequest, readRoomCommand } from '#core/context/commands.ts';
import { planPass } from '#core/context/ladder.ts';
import { type Elision, type Fold, foldsById, type Pass, sourceOf, undoPass } from '#core/context/passes.ts';
import { recall } from '#core/context/recall.ts';
import { measure } from '#core/context/situation.ts';
import { isFold, type PagedMessage } from '#core/context/view.ts';
import type { SaidPart, SeenPart } from '#core/transcript/types.ts';
import { type AskSpec, readerOf, type StepSpec, World, type WorldOptions } from './world.ts';

/** Enough to find what is broken in a few seconds; `LADDER_RUNS` makes it more. */
const runs = Number(process.env['LADDER_RUNS'] ?? 60);

type Command =
  | { do: 'ask'; ask: AskSpec }
  | { do: 'again'; ask: AskSpec }
  | { do: 'back'; turns: number }
  | { do: 'undo' }
  | { do: 'read'; vision: boolean }
  | { do: 'shake'; what: string }
  | { do: 'compact'; args: string };

/** Sizes are shares of the window, in thousandths, so that every window fills in as many turns. */
const share = (most: number) => fc.integer({ min: 0, max: most });

const step: fc.Arbitrary<StepSpec> = fc.record({
  text: share(15),
  reasoning: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, share(20)),
  calls: fc.array(
    fc.record({
      tokens: share(60),
      eventful: fc.boolean(),
      failed: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      image: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      about: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const ask: fc.Arbitrary<AskSpec> = fc.record({
  tokens: share(60),
  images: fc.integer({ min: 0, max: 2 }),
  steps: fc.array(step, { maxLength: 6 }),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('ask' as const), ask }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), ask }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('back' as const), turns: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'undo' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), vision: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('shake' as const), what: fc.constantFrom('', 'images', 'all') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('compact' as const),
      args: fc.constantFrom('', 'snapshots', 'summary the roof'),
    }),
  },
);

const options: fc.Arbitrary<WorldOptions> = fc.record({
  reader: fc
    .record({
      window: fc.constantFrom(8000, 8000, 32_000, 32_000, 128_000, 200_000),
      vision: fc.boolean(),
      pages: fc.constantFrom(0, 3, 40),
    })
    .map(({ window, vision, pages }) =>
      readerOf({ window, vision, pageCaps: { count: pages, bytes: pages * 60_000 } }),
    ),
  factor: fc.constantFrom(0.8, 1, 1.3, 2),
  dense: fc.constantFrom(4000, 9000, 30_000, 30_000),
  tells: fc.boolean(),
  reports: fc.boolean(),
});

/** A world that checks every invariant whenever something is sent or made. */
class Judged {
  readonly world: World;
  /** What was sent last, for [append-only], with what it depended on. */
  #last: { view: readonly PagedMessage[]; key: string } | null = null;
  /** What stood before each step of an agent when it was asked: reasoning is bound to it. */
  readonly #prefixes = new Map<string, string>();
  readonly #seen = new WeakMap<object, string>();

  constructor(chosen: WorldOptions) {
    this.world = new World(chosen, {
      onSend: (applied) => this.judge(applied),
      onPass: (before, after, pass) => this.judgePass(before, after, pass),
      onAsked: (order) => {
        if (order.kind === 'draw') expect(this.world.reader.vision).toBe(true);
      },
      onGiveUp: (applied, tokens) => this.judgeGivingUp(applied, tokens),
    });
  }

  run(command: Command): void {
    const { world } = this;
    const { window } = world.options.reader;
    if (command.do === 'ask') world.ask(scaled(command.ask, window));
    else if (command.do === 'again') world.askAgain(scaled(command.ask, window));
    else if (command.do === 'back') world.turns = world.turns.slice(0, -command.turns);
    else if (command.do === 'undo') this.undo();
    else if (command.do === 'read') world.reader = { ...world.reader, vision: command.vision };
    else if (world.turns.length > 0) {
      const name = command.do;
      const read = readRoomCommand(name, name === 'shake' ? command.what : command.args);
      if (!read) throw new Error('not read');
      world.makeForms();
      const plan = planPass(world.situation, commandRequest(read, world.situation));
      if (name === 'shake') expect(plan.work).toEqual([]);
      world.make(plan, null);
    }
  }

  judge(applied: AppliedView): void {
    const { world } = this;
    const { messages } = applied.view;
    // [L6] [S3]
    expect(viewFaults(applied.view, world.reader)).toEqual([]);
    expect(applied.needs).toEqual([]);
    this.#judgePins(applied);
    // Pure and deterministic: again, and from the passes as they come back from their file.
    const { branch } = world.situation;
    const stored = { ...branch, passes: JSON.parse(JSON.stringify(branch.passes)) as Pass[] };
    expect(applyPasses(stored, world.reader)).toEqual(applied);
    // Append-only as long as nothing but the newest turn has changed.
    const key = JSON.stringify([world.passes.map((pass) => [pass.id, pass.undone]), world.reader.vision]);
    if (this.#last?.key === key && this.#isSameBranch(this.#last.view)) {
      expect(messages.slice(0, this.#last.view.length).map((message) => this.#bytes(message))).toEqual(
        this.#last.view.map((message) => this.#bytes(message)),
      );
    }
    this.#last = { view: [...messages], key };
    this.#judgeFolds(applied);
    this.#judgeReasoning(applied);
  }

  judgePass(before: AppliedView, after: AppliedView, pass: Pass): void {
    const { world } = this;
    // [L4] By the provider's own count, whatever the app believed.
    expect(world.trueTokens(after.view)).toBeLessThan(world.trueTokens(before.view));
    expect(pass.after).toBeLessThan(pass.before);
    this.#judgePins(after);
    expect(viewFaults({ ...after.view }, world.reader).filter((fault) => fault.at >= 0)).toEqual([]);
    // [L8] Undone, the view is what it was.
    const { branch } = world.situation;
    const undone = applyPasses({ ...branch, passes: undoPass(branch.passes, pass.id) }, world.reader);
    expect(undone).toEqual(before);
    this.#judgeRecall(pass);
    for (const edit of pass.edits) if (edit.kind === 'fold') this.#judgeSource(edit);
  }

  judgeGivingUp(applied: AppliedView, tokens: number): void {
    const { world } = this;
    expect(tokens).toBeGreaterThan(world.options.reader.window);
    // What is left is what may not be touched, and what is too small to touch.
    const { situation } = world;
    const { messageTokens } = measure(situation, [], 1);
    const pinned = pinnedPlaces(applied.view.messages);
    const rest = messageTokens.filter((_, at) => !pinned.has(at));
    const free = rest.reduce((sum, one) => sum + one, 0);
    expect(free).toBeLessThan(world.options.reader.window * 0.5 + 1500);
  }

  undo(): void {
    const { world } = this;
    const newest = world.passes.findLast((pass) => !pass.undone);
    if (newest) world.passes.splice(0, world.passes.length, ...undoPass(world.passes, newest.id));
  }

  /** [L5] The first and the newest user message, word for word. Between turns there is none that waits. */
  #judgePins(applied: AppliedView): void {
    const { turns, base } = this.world;
    const shown = applied.view.messages.filter((message) => message.role === 'user' && !isFold(message));
    const questions = turns.filter((turn) => turn.userMessageId !== null);
    expect(shown.at(0)).toMatchObject({
      messageId: questions.at(0)?.userMessageId,
      parts: questions.at(0)?.user,
    });
    if (base.messages.at(-1)?.role === 'agent') return;
    expect(shown.at(-1)).toMatchObject({
      messageId: questions.at(-1)?.userMessageId,
      parts: questions.at(-1)?.user,
    });
  }

  /** [L9] A fold is used only where everything that it stands for is on the branch, and then in its place. */
  #judgeFolds(applied: AppliedView): void {
    const path = new Set(this.world.path);
    for (const { fold, form } of applied.folds.values()) {
      expect(fold.covers.every((cover) => path.has(cover.messageId))).toBe(true);
      if (form.kind === 'pages') expect(this.world.reader.vision).toBe(true);
    }
  }

  /** Reasoning is sent only behind the very messages that it was given behind. */
  #judgeReasoning(applied: AppliedView): void {
    let prefix = '';
    const steps = new Map<string, number>();
    for (const [at, message] of applied.view.messages.entries()) {
      if (message.role === 'agent') {
        const key = `${message.messageId}/${applied.places[at]?.step}`;
        const asked = this.#prefixes.get(key);
        if (message.native !== null) expect(prefix).toBe(asked);
        steps.set(message.messageId, (steps.get(message.messageId) ?? 0) + 1);
      }
      prefix = fingerprint(`${prefix}${this.#bytes(message)}`);
    }
    const open = this.world.turns.at(-1);
    const key = `${open?.agentMessageId}/${open?.steps.length}`;
    this.#prefixes.set(key, prefix);
  }

  /** [L7] Everything that was set aside comes back, letter for letter. */
  #judgeRecall(pass: Pass): void {
    const { passes, turns } = this.world;
    for (const edit of pass.edits) {
      const found = recall(passes, turns, edit.kind === 'fold' ? edit.id : edit.recallId);
      if (edit.kind === 'shedding') {
        expect(found).toMatchObject({ kind: 'image', image: { hash: edit.hash } });
        continue;
      }
      const text = edit.kind === 'fold' ? sourceOf(edit, foldsById(passes)) : originalOf(turns, edit);
      if (found.kind !== 'text') throw new Error(`${found.kind} for ${JSON.stringify(edit)}`);
      expect(text?.startsWith(found.text)).toBe(true);
      if (found.parts === 1) expect(found.text).toBe(text);
    }
  }

  /** [S2] [S6] Every word that a fold stands for is in its source, or was set aside by itself before. */
  #judgeSource(fold: Fold): void {
    const { passes, turns } = this.world;
    const source = sourceOf(fold, foldsById(passes));
    const aside = new Set(
      passes
        .flatMap((pass) => pass.edits)
        .flatMap((edit) => ('place' in edit ? [JSON.stringify(edit.place)] : [])),
    );
    for (const { messageId, steps } of fold.covers) {
      const turn = turns.find((one) => one.userMessageId === messageId || one.agentMessageId === messageId);
      if (!turn) throw new Error(`${messageId} is on no branch`);
      if (steps === null) expect(source).toContain(beginningsOf(turn.user)[0]);
      for (const [at, made] of turn.steps.entries()) {
        if (steps === null || at < steps.from || at >= (steps.to ?? turn.steps.length)) continue;
        const words = made.said.filter((part) => part.type !== 'reasoning');
        for (const word of beginningsOf(words)) expect(source).toContain(word);
        for (const { callId, parts } of made.results) {
          if (aside.has(JSON.stringify({ messageId, step: at, callId }))) continue;
          for (const word of beginningsOf(parts)) expect(source).toContain(word);
        }
      }
    }
    expect(source).not.toContain('thinking');
  }

  #isSameBranch(view: readonly PagedMessage[]): boolean {
    const path = new Set(this.world.path);
    return view.every((message) => path.has(message.messageId));
  }

  #bytes(message: PagedMessage): string {
    const known = this.#seen.get(message);
    if (known !== undefined) return known;
    const made = fingerprint(JSON.stringify(message));
    this.#seen.set(message, made);
    return made;
  }
}

/** Enough of each text to know it by. */
function beginningsOf(parts: readonly (SeenPart | SaidPart)[]): string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text.slice(0, 60)] : []));
}

function originalOf(turns: World['turns'], { place }: Elision): string | undefined {
  const turn = turns.find((one) => one.agentMessageId === place.messageId);
  const result = turn?.steps[place.step]?.results.find(({ callId }) => callId === place.callId);
  return result?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}

function pinnedPlaces(messages: readonly PagedMessage[]): Set<number> {
  const isUser = (message: PagedMessage) => message.role === 'user' && !isFold(message);
  return new Set([messages.findIndex(isUser), messages.findLastIndex(isUser)]);
}

/** Long texts differ at their beginning and their length here: enough to tell them apart. */
function fingerprint(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1 + (text.length >> 12))
    sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return `${text.length}:${sum}:${text.slice(0, 60)}`;
}

function scaled(ask: AskSpec, window: number): AskSpec {
  const tokens = (share: number) => Math.floor((share * window) / 1000);
  return {
    ...ask,
    tokens: tokens(ask.tokens),
    steps: ask.steps.map((step) => ({
      text: tokens(step.text),
      reasoning: tokens(step.reasoning),
      calls: step.calls.map((call) => ({ ...call, tokens: tokens(call.tokens) })),
    })),
  };
}

describe('the ladder over random histories', () => {
  it('[L1] to [L9], [S3]: no view is invalid, pins stay, passes shrink, undo restores, recall finds all', () => {
    fc.assert(
      fc.property(options, fc.array(command, { minLength: 4, maxLength: 24 }), (chosen, commands) => {
        const judged = new Judged(chosen);
        for (const one of commands) judged.run(one);
        // [L2] At most two recoveries for one request, then the user is asked.
        expect(judged.world.refusals).toBeLessThanOrEqual(3);
      }),
      { numRuns: runs },
    );
  });
});
