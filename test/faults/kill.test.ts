import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultPoint } from '../../main/storage/faults.ts';
import { type Lab, startLab } from '../lab/index.ts';
import { Patient } from './crash.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
// Whatever the crashes left behind, no request that followed was broken.
afterAll(async () => {
  await lab.close();
  lab.verify();
});

describe('kill -9 at each step of the commit order', () => {
  let patient: Patient;
  beforeEach(async () => {
    patient = await Patient.create(lab);
  });
  afterEach(() => patient.remove());

  const points: FaultPoint[] = [
    'user-message:in-transaction',
    'user-message:committed',
    'journal:committed',
    'transcript:temp-created',
    'transcript:temp-written',
    'transcript:temp-synced',
    'transcript:renamed',
    'transcript:folder-synced',
    'finalise:in-transaction',
    'finalise:committed',
  ];

  // The first pass meets an empty conversation, the third one a turn with a tool call.
  it.each(points.flatMap((point) => [1, 3].map((pass) => ({ point, pass }))))(
    '[T2] [T3] $point, pass $pass: nothing promised is lost, and the app goes on',
    async (death) => {
      await patient.run(death);
      await patient.examine();
    },
  );
});

describe('kill -9 at any moment', () => {
  const times = 50;

  it(`[T2] [T3] ${times} times over one workspace`, async () => {
    const patient = await Patient.create(lab);
    const random = seededRandom(20_261_130);
    for (let time = 0; time < times; time += 1) {
      await patient.run({ after: Math.floor(random() * 700) });
      await patient.examine();
    }
    await patient.remove();
  });

  it('the moments differ', () => {
    const random = seededRandom(1);
    expect(new Set(Array.from({ length: 50 }, () => Math.floor(random() * 700))).size).toBeGreaterThan(40);
  });
});

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
