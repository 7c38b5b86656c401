import { describe, expect, it, vi } from 'vitest';
import { ensure, SetupError } from '../../../build/setup/steps.mjs';

const base = { name: 'Thing', doing: 'Making the thing' };

describe('a step of the set-up', () => {
  it('is silent and does not run when its result is there', async () => {
    const run = vi.fn();
    const lines: string[] = [];
    await ensure({ ...base, isDone: () => true, run }, (line: string) => lines.push(line));
    expect(run).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
  });

  it('says every five seconds how far it is', async () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    let done = false;
    const ended = ensure(
      {
        ...base,
        isDone: () => done,
        run: async (progress) => {
          progress.measure(() => '84 MB');
          await new Promise((resolve) => setTimeout(resolve, 12_000));
          done = true;
        },
      },
      (line: string) => lines.push(line),
    );
    await vi.advanceTimersByTimeAsync(12_000);
    await ended;
    vi.useRealTimers();
    expect(lines).toEqual([
      'Making the thing ...',
      '  Thing: 5 s, 84 MB so far',
      '  Thing: 10 s, 84 MB so far',
      '  Thing: ready after 12 s',
    ]);
  });

  it('fails when it ran and what it promises is still not there', async () => {
    const step = { ...base, isDone: () => false, run: async () => {} };
    await expect(ensure(step, () => {})).rejects.toThrow(SetupError);
  });

  it('says an outcome that is not success, and lets the caller go on', async () => {
    const lines: string[] = [];
    await ensure({ ...base, isDone: () => false, run: async () => 'out of reach' }, (line: string) =>
      lines.push(line),
    );
    expect(lines).toEqual(['Making the thing ...', '  Thing: out of reach after 0 s']);
  });
});
