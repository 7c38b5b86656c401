import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTokenCounter } from '../../../../main/context/count-tokens.ts';
import { Desk } from '../../../../main/context/desk.ts';
import { type JobPort, jobs } from '../../../../main/context/jobs.ts';
import { Mirror } from '../../../../main/context/mirror.ts';
import { PageMaker } from '../../../../main/context/page-maker.ts';
import { type JobOptions, Planner } from '../../../../main/context/planner.ts';
import type { Facts, JobName, Jobs } from '../../../../main/context/protocol.ts';
import { PageCache } from '../../../../main/imaging/page-cache.ts';
import { createWires } from '../../../../main/providers/wires/index.ts';
import { builtDrawers } from '../../../fixtures/atlas.ts';
import { silentLog, systemEnvironment } from '../../../host/test-services.ts';
import { type Lab, startLab } from '../../../lab/index.ts';

const vocabularyFile = join(import.meta.dirname, '../../../../out/tokens/o200k.tokens');

/** A lab, the app's wires, and what draws and counts, for many histories one after the other. */
export class Stage {
  readonly lab: Lab;
  readonly folder: string;
  readonly wires: ReturnType<typeof createWires>;
  readonly #count: (text: string) => number;
  readonly #pages: PageMaker;

  private constructor(lab: Lab, folder: string, count: (text: string) => number) {
    this.lab = lab;
    this.folder = folder;
    this.#count = count;
    this.#pages = new PageMaker(count, builtDrawers(), new PageCache(folder));
    this.wires = createWires({
      fetch,
      // Nothing here stalls, and no wait is worth a test's time.
      schedule: () => () => {},
      environment: systemEnvironment,
      appVersion: '0.0.0',
      guide: async () => [],
    });
  }

  static async open(): Promise<Stage> {
    // Here requests are refused on purpose, and every story judges its own.
    const lab = await startLab({ logFile: null, pace: { deltas: 'whole', writes: 'frames' } });
    const folder = await mkdtemp(join(tmpdir(), 'bough-histories-'));
    return new Stage(lab, folder, openTokenCounter(vocabularyFile));
  }

  /**
   * The context worker's work, done here.
   *
   * @param factor tokens that are counted for one that there is: how wrong the estimate is
   */
  planner(factor: number): Planner {
    const desk = new Desk((text) => Math.ceil(this.#count(text) * factor), this.#pages);
    return new NearPlanner(desk);
  }

  async close(): Promise<void> {
    await this.lab.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Does the worker's jobs on a desk in the same thread, with the same keys and copies. */
class NearPlanner extends Planner {
  readonly #desk: Desk;
  readonly #mirror = new Mirror();

  constructor(desk: Desk) {
    super({
      workerFile: '',
      atlasFolder: '',
      vocabularyFile,
      pageFolder: '',
      attachmentFolder: '',
      schedule: () => () => {},
      log: silentLog,
    });
    this.#desk = desk;
  }

  override async run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    { ask, onWork }: JobOptions = {},
  ): Promise<Jobs[Name]['output']> {
    const port: JobPort = {
      ask: async (prompt) => {
        try {
          return (await ask?.(prompt)) ?? null;
        } catch {
          return null;
        }
      },
      drawing: () => onWork?.({ kind: 'drawing' }),
    };
    const work = jobs[name] as (desk: Desk, input: unknown, port: JobPort) => unknown;
    return (await work(this.#desk, this.#handOver(input), port)) as Jobs[Name]['output'];
  }

  #handOver(input: object): object {
    if (!('facts' in input)) return input;
    const facts = input.facts as Facts;
    const { outline, fresh } = this.#mirror.outline(facts.branch);
    this.#desk.hold(facts.branch.conversationId, fresh);
    return { ...input, facts: structuredClone({ ...facts, branch: outline }) };
  }
}
