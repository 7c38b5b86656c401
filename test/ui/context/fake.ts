import type { Page } from '@playwright/test';
import type {
  BoughApi,
  BridgeEvent,
  ContentPiece,
  FoldPages,
  Gauge,
  LadderPreview,
  MethodName,
  Original,
  PassInfo,
  Result,
  RoomWork,
  RungLimit,
  StampedReport,
} from '#contract';

/** What the page is told about the context, whatever main would say: for states that are hard to bring about. */
export interface Scenario {
  gauge: Omit<Gauge, 'conversationId' | 'leafId'>;
  report: StampedReport;
  /** By the JSON of the reference. */
  contents: Record<string, ContentPiece>;
  preview: LadderPreview;
  passes: PassInfo[];
  /** What `context.run` brings; null waits for `finish`. */
  run: { pass: PassInfo | null; limit: RungLimit | null } | null;
  pages: Record<string, FoldPages>;
  texts: Record<string, string>;
  originals: Record<string, Original>;
}

/** What a test does to the page that stands in for main. */
export interface Fake {
  /** Answers a method with an error, or never, or again as the scenario says. */
  answer(method: MethodName, answer: Result<never> | 'silence' | null): Promise<void>;
  change(part: Partial<Scenario>): Promise<void>;
  emit(event: BridgeEvent): Promise<void>;
  /** Says what is being done, by the conversation that is open. */
  work(work: RoomWork | null): Promise<void>;
  /** Ends a `context.run` that waits. */
  finish(result: Result<NonNullable<Scenario['run']>>): Promise<void>;
  /** Methods that were called, with their input. */
  calls(method: MethodName): Promise<unknown[]>;
}

/** Runs in the page, and therefore holds everything that it needs. */
function stand(scenario: Scenario): void {
  type Answer = Result<unknown> | 'silence';
  /** What the methods below read of their inputs. */
  interface Input {
    conversationId: string;
    command: string;
    args?: string;
    foldId: string;
    passId: string;
    id: string;
    content: unknown;
    offset?: number;
    limit?: number;
  }
  const forced = new Map<string, Answer>();
  const calls: { method: string; input: unknown }[] = [];
  const listeners = new Set<(event: BridgeEvent) => void>();
  let finish: ((result: Result<unknown>) => void) | null = null;
  let settings = { threshold: 0.8, target: 0.5, protectTurns: 3, smallLetters: false };
  const ok = (data: unknown): Result<unknown> => ({ ok: true, data });
  const missing: Result<unknown> = {
    ok: false,
    error: { code: 'not_found', message: 'not in the scenario' },
  };
  const known = (data: unknown) => (data === undefined ? missing : ok(data));
  const emit = (event: BridgeEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const leaf = () => document.querySelector('article[data-last="true"]')?.id ?? '';
  const made = (conversationId: string, run: NonNullable<Scenario['run']>): Result<unknown> => {
    if (run.pass) {
      scenario.passes = [...scenario.passes, run.pass];
      const { id, trigger, counts, before, after } = run.pass;
      emit({ type: 'pass', conversationId, pass: { id, trigger, counts, before, after } });
    }
    return ok(run);
  };
  const answers: Record<string, (input: Input) => Result<unknown> | Promise<Result<unknown>>> = {
    'context.gauge': ({ conversationId }) => ok({ ...scenario.gauge, conversationId, leafId: leaf() }),
    'context.report': () => ok(scenario.report),
    'context.content': ({ content, offset = 0, limit = 20_000 }) => {
      const found = scenario.contents[JSON.stringify(content)];
      if (found?.kind !== 'text') return known(found);
      return ok({
        ...found,
        text: found.text.slice(offset, offset + limit),
        offset,
        length: found.text.length,
      });
    },
    'context.preview': () => ok(scenario.preview),
    'context.previewCommand': ({ args = '' }) => {
      const [word = ''] = args.split(' ');
      const { rungs, compact } = scenario.preview;
      return ok(word === 'snapshots' || word === 'summary' ? rungs[word] : compact);
    },
    'context.run': ({ conversationId }) =>
      scenario.run
        ? made(conversationId, scenario.run)
        : new Promise((resolve) => {
            finish = (result) => {
              const data = result.ok ? (result.data as NonNullable<Scenario['run']>) : null;
              resolve(data ? made(conversationId, data) : result);
            };
          }),
    'context.stop': () => {
      finish?.({ ok: false, error: { code: 'cancelled', message: 'stopped' } });
      return ok({ stopped: true });
    },
    'context.passes': () => ok(scenario.passes),
    'context.undo': ({ passId }) => {
      scenario.passes = scenario.passes.map((pass) =>
        pass.id === passId ? { ...pass, undone: true } : pass,
      );
      return known(scenario.passes.find(({ id }) => id === passId));
    },
    'context.pages': ({ foldId }) => known(scenario.pages[foldId]),
    'context.foldText': ({ foldId, offset = 0, limit = 20_000 }) => {
      const text = scenario.texts[foldId];
      if (text === undefined) return missing;
      return ok({ kind: 'text', text: text.slice(offset, offset + limit), offset, length: text.length });
    },
    'context.recall': ({ id }) => known(scenario.originals[id]),
    'context.settings': () => ok(settings),
    'context.setSettings': (change) => {
      settings = { ...settings, ...change };
      return ok(settings);
    },
  };
  let api: BoughApi | undefined = window.bough;
  Object.defineProperty(window, 'bough', {
    configurable: true,
    get: () => api,
    set: (real: BoughApi) => {
      const call = async (method: string, input: never) => {
        const answer = answers[method];
        if (!answer) return real.call(method as MethodName, input);
        calls.push({ method, input });
        const given = forced.get(method);
        if (given === 'silence') return new Promise(() => {});
        return given ?? answer(input);
      };
      const on = (listener: (event: BridgeEvent) => void) => {
        listeners.add(listener);
        const end = real.on((event) => {
          // What main says of the context is not what the page was told.
          if (event.type !== 'gauge' && event.type !== 'pass' && event.type !== 'room') listener(event);
        });
        return () => {
          listeners.delete(listener);
          end();
        };
      };
      api = { ...real, call: call as BoughApi['call'], on };
    },
  });
  Object.assign(window, {
    fakeContext: {
      emit,
      calls: (method: string) => calls.filter((done) => done.method === method).map(({ input }) => input),
      change: (part: Partial<Scenario>) => Object.assign(scenario, part),
      answer: (method: string, given: Answer | null) =>
        given === null ? forced.delete(method) : forced.set(method, given),
      finish: (result: Result<unknown>) => finish?.(result),
    },
  });
}

/** Puts the stand-in before the app. Call it before the page is opened. */
export async function fakeContext(page: Page, scenario: Scenario): Promise<Fake> {
  await page.addInitScript(stand, scenario);
  const act = (name: string, ...given: unknown[]) =>
    page.evaluate(
      ([method, args]) => {
        const fake = Reflect.get(window, 'fakeContext') as Record<string, (...args: unknown[]) => unknown>;
        const done = fake[method as string]?.(...(args as unknown[]));
        return Array.isArray(done) ? done : null;
      },
      [name, given],
    );
  return {
    answer: async (method, answer) => void (await act('answer', method, answer)),
    change: async (part) => void (await act('change', part)),
    emit: async (event) => void (await act('emit', event)),
    work: async (work) => {
      const conversationId = decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
      await act('emit', { type: 'room', conversationId, work });
    },
    finish: async (result) => void (await act('finish', result)),
    calls: async (method) => (await act('calls', method)) ?? [],
  };
}
