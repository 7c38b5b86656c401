import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireName } from '#contract';
import type { Lab } from '../../../lab/index.ts';
import type { Endpoint } from '../../../lab/lab.ts';
import type { LabModel } from '../../../lab/models.ts';
import { plot } from './arbitrary.ts';
import { Stage } from './stage.ts';
import { Story } from './story.ts';

/** Share of the histories that each window gets: a million tokens take as long as a hundred times eight thousand. */
const shares = { '8k': 0.5, '32k': 0.3, '128k': 0.12, '200k': 0.06, '1m': 0.02 } as const;

/** `HISTORIES=500` plays as many against each simulator. */
const all = Number(process.env['HISTORIES'] ?? 60);
const seed = Number(process.env['HISTORY_SEED'] ?? 20_261_130);

export interface Simulator {
  wire: WireName;
  family: string;
  models: readonly LabModel[];
  endpoint(lab: Lab): Endpoint;
}

/** Plays random histories against one simulator in every window. */
export function playAgainst({ wire, family, models, endpoint }: Simulator): void {
  describe(`random histories against ${family}`, () => {
    let stage: Stage;
    const made = new Set<string>();
    let refused = 0;
    beforeAll(async () => {
      stage = await Stage.open();
    });
    afterAll(() => stage.close());

    it.each(Object.entries(shares))(
      '[L1] to [L9], [S3] in a window of %s',
      { timeout: 600_000 },
      async (suffix, share) => {
        const model = models.find(({ id }) => id === `${family}-${suffix}`);
        if (!model) throw new Error(`The lab has no ${family}-${suffix}`);
        const other = models.find(({ id }) => id !== model.id && id.endsWith(`-${suffix}`)) ?? model;
        const { baseURL: baseUrl } = endpoint(stage.lab);
        const target = { routeId: 'lab', preset: 'other', provider: 'Lab', baseUrl, key: null };
        await fc.assert(
          fc.asyncProperty(plot, async (drawn) => {
            const story = new Story(stage, { wire: stage.wires[wire], target, model, other }, drawn);
            await story.play();
            for (const kind of story.made) made.add(kind);
            if (story.mostRefused > 0) refused += 1;
          }),
          { numRuns: Math.max(1, Math.round(all * share)), seed, endOnFailure: true },
        );
      },
    );

    it('makes room in every way: a test that made none would prove nothing', () => {
      expect([...made]).toEqual(expect.arrayContaining(['elision', 'shedding', 'pages', 'summary']));
      expect(refused).toBeGreaterThan(0);
    });
  });
}
