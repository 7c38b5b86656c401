import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BridgeEvent, DeltaOp, Message, Part } from '#contract';
import { applyOps } from '#contract/events.ts';
import { batchInterval, EventHub } from '../../../main/ipc/event-hub.ts';
import { mergeOps } from '../../../main/ipc/merge-ops.ts';
import { Answer } from '../../../main/run/answer.ts';
import { ManualSchedule } from '../../host/manual-schedule.ts';

const id = '01900000-0000-7000-8000-000000000001';
const conversationId = '01900000-0000-7000-8000-000000000002';

function delta(ops: DeltaOp[], messageId = id): BridgeEvent {
  return { type: 'delta', conversationId, messageId, ops };
}

function text(at: number, append: string): DeltaOp {
  return { part: 0, type: 'text', at, append };
}

function finalMessage(): Message {
  return {
    id,
    conversationId,
    parentId: conversationId,
    role: 'agent',
    agentId: 'a',
    status: 'complete',
    parts: [{ type: 'text', text: 'whole' }],
    model: null,
    usage: null,
    createdAt: 0,
    depth: 2,
    siblings: { index: 1, count: 1, previousId: null, nextId: null },
  };
}

function connected() {
  const clock = new ManualSchedule();
  const hub = new EventHub(clock.schedule);
  const seen: BridgeEvent[] = [];
  const client = hub.connect((event) => seen.push(event));
  return { clock, hub, client, seen };
}

describe('EventHub', () => {
  it('joins the deltas of 50 ms to one event', () => {
    const { clock, hub, seen } = connected();
    hub.publish(delta([text(0, 'Hel')]));
    hub.publish(delta([text(3, 'lo')]));
    clock.advance(batchInterval - 1);
    expect(seen).toEqual([]);
    clock.advance(1);
    expect(seen).toEqual([delta([text(0, 'Hello')])]);
  });

  it('holds the next batch until the last was acknowledged', () => {
    const { clock, hub, client, seen } = connected();
    hub.publish(delta([text(0, 'a')]));
    clock.advance(batchInterval);
    hub.publish(delta([text(1, 'b')]));
    clock.advance(10_000);
    expect(seen).toHaveLength(1);
    client.acknowledge();
    clock.advance(batchInterval);
    expect(seen[1]).toEqual(delta([text(1, 'b')]));
  });

  it('sends other events at once, also to a window that never acknowledges', () => {
    const { clock, hub, seen } = connected();
    hub.publish(delta([text(0, 'a')]));
    clock.advance(batchInterval);
    hub.publish({ type: 'routes' });
    expect(seen.at(-1)).toEqual({ type: 'routes' });
  });

  it('drops the waiting deltas of a message whose final state leaves', () => {
    const { clock, hub, client, seen } = connected();
    hub.publish(delta([text(0, 'a')]));
    hub.publish({ type: 'message', message: finalMessage() });
    client.acknowledge();
    clock.advance(10_000);
    expect(seen.map((event) => event.type)).toEqual(['message']);
  });

  it('keeps one op for a window that never acknowledges, however long the answer', () => {
    const { clock, hub, client, seen } = connected();
    hub.publish(delta([text(0, 'x')]));
    clock.advance(batchInterval);
    for (let at = 1; at < 20_001; at += 1) hub.publish(delta([text(at, 'x')]));
    expect(seen).toHaveLength(1);
    client.acknowledge();
    clock.advance(batchInterval);
    expect(seen[1]).toEqual(delta([text(1, 'x'.repeat(20_000))]));
  });

  it('leaves no timer behind once everything was sent, and none after it is closed', () => {
    const { clock, hub, client } = connected();
    hub.publish(delta([text(0, 'a')]));
    clock.advance(batchInterval);
    client.acknowledge();
    expect(clock.pending).toBe(0);
    hub.publish(delta([text(1, 'b')]));
    expect(clock.pending).toBe(1);
    hub.close();
    expect(clock.pending).toBe(0);
  });
});

describe('merging and applying ops', () => {
  const event = fc.oneof(
    fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'grapheme', maxLength: 8 }) }),
    fc.record({ type: fc.constant('reasoning' as const), text: fc.string({ maxLength: 8 }) }),
    fc.record({
      type: fc.constant('call' as const),
      id: fc.constantFrom('c1', 'c2', 'c3'),
      name: fc.constant('search'),
    }),
    fc.record({ type: fc.constant('result' as const), id: fc.constantFrom('c1', 'c2', 'c3') }),
  );

  it('gives the answer itself, however the ops are cut into batches and whenever the message is fetched', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.infiniteStream(fc.boolean()), (events, coin) => {
        let batch: DeltaOp[] = [];
        const answer = new Answer((ops) => {
          batch = mergeOps(batch, ops);
        });
        let known: Part[] = [];
        for (const one of events) {
          if (one.type === 'result') {
            const result = { callId: one.id, name: 'search', parts: [], failed: false, eventful: false };
            answer.finishCall(result, 1);
          } else answer.take(one);
          // A window may fetch the message at any time: it then knows more than what was sent to it.
          if (coin.next().value) known = structuredClone(answer.parts());
          if (coin.next().value) {
            known = applied(known, batch);
            batch = [];
          }
        }
        expect(applied(known, batch)).toEqual(answer.parts());
      }),
    );
  });

  it('reports a gap instead of guessing', () => {
    expect(applyOps([{ type: 'text', text: 'ab' }], [text(5, 'x')])).toBeNull();
    expect(applyOps([], [{ part: 1, set: { type: 'text', text: '' } }])).toBeNull();
  });

  function applied(parts: Part[], ops: DeltaOp[]): Part[] {
    const next = applyOps(parts, ops);
    if (!next) throw new Error('A gap where there is none');
    return next;
  }
});
