import { describe, expect, it } from 'vitest';
import type { DeltaOp } from '#contract';
import { abortable } from '../../../main/run/abortable.ts';
import { Answer } from '../../../main/run/answer.ts';
import { Journal } from '../../../main/run/journal.ts';
import { titleOf } from '../../../main/run/title.ts';
import { ManualSchedule } from '../../host/manual-schedule.ts';

describe('titleOf', () => {
  it.each([
    ['How do I prune a tree?', 'How do I prune a tree?'],
    ['\n\n## **Plan** for `May`\nmore', 'Plan for May'],
    ['> - 1. [a link](https://example.org) here', 'a link here'],
    ['---\n\nWords', 'Words'],
    ['snake_case_name stays', 'snake_case_name stays'],
    ['2 * 3 * 4 is what?', '2 * 3 * 4 is what?'],
    ['', null],
    ['?! …\n***', null],
  ])('%j becomes %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  it.each([
    ['words', 'word '.repeat(40)],
    ['one endless word', 'x'.repeat(500)],
    ['Thai', 'ฉันอยากรู้วิธีตัดแต่งกิ่งต้นแอปเปิลเก่าที่ปลูกไว้ในสวนหลังบ้านของคุณยายมานานแล้ว'],
    ['Chinese', '我想知道怎样修剪祖母家后院里那棵很老的苹果树才不会伤到它'.repeat(4)],
    ['emoji', '👩‍👩‍👧'.repeat(40)],
  ])('%s are cut between words of any script, and say so', (_, text) => {
    const title = titleOf(text) ?? '';
    expect(title.length).toBeLessThanOrEqual(61);
    expect(title.endsWith('…')).toBe(true);
    expect(title).not.toMatch(/[\uD800-\uDBFF]…$|[ \u200D]…$/u);
  });
});

it('titleOf does not labour over a pasted book', () => {
  const started = performance.now();
  titleOf('*_a'.repeat(600_000));
  expect(performance.now() - started).toBeLessThan(200);
});

describe('Journal', () => {
  it('writes once a second while something changes, and sets no timer while nothing does', () => {
    const clock = new ManualSchedule();
    let writes = 0;
    const journal = new Journal(clock.schedule, () => {
      writes += 1;
    });
    clock.advance(5000);
    expect([writes, clock.pending]).toEqual([0, 0]);
    for (let each = 0; each < 30; each += 1) {
      journal.touch();
      clock.advance(100);
    }
    expect(writes).toBe(3);
    clock.advance(5000);
    expect([writes, clock.pending]).toEqual([3, 0]);
    journal.touch();
    journal.end();
    expect(clock.pending).toBe(0);
  });
});

describe('Answer', () => {
  it('shows a call with its arguments when they are whole, and finds it again though ids repeat over steps', () => {
    const ops: DeltaOp[] = [];
    const answer = new Answer((more) => ops.push(...more));
    for (const query of ['one', 'two']) {
      answer.beginStep();
      answer.take({ type: 'call', id: 'call_0', name: 'search' });
      answer.take({ type: 'arguments', id: 'call_0', text: query });
      answer.settleCalls([{ type: 'call', id: 'call_0', name: 'search', arguments: query }]);
      const parts = [{ type: 'text' as const, text: `found ${query}` }];
      answer.finishCall({ callId: 'call_0', name: 'search', parts, failed: false, eventful: false }, 3);
    }
    expect(answer.parts()).toMatchObject([
      { input: 'one', result: 'found one', state: 'done' },
      { input: 'two', result: 'found two', state: 'done' },
    ]);
  });

  it('marks calls that were still running as stopped', () => {
    const answer = new Answer(() => {});
    answer.take({ type: 'call', id: 'a', name: 'search' });
    answer.stopCalls();
    expect(answer.parts()).toMatchObject([{ state: 'stopped' }]);
  });
});

describe('abortable', () => {
  it('ends with the reason of the stop though the other side never answers', async () => {
    const controller = new AbortController();
    const waiting = abortable(new Promise(() => {}), controller.signal);
    controller.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(abortable(Promise.resolve(1), controller.signal)).rejects.toThrow('stopped');
  });

  it('hands on what came in time', async () => {
    const { signal } = new AbortController();
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
  });
});
