import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MethodName } from '#contract';
import type { Services } from '../../main/services.ts';
import { expectOk } from '../host/lab-routes.ts';
import { makeLongHistory, openWithReader } from './support/long-history.ts';
import { report, rounded } from './support/measure.ts';

/**
 * A history of a million tokens: how long the preview and a pass of pages take, cold and warm, and for how long the main
 * process is not there for anything else meanwhile. Limits: 1 s, 3 s, 50 ms.
 */
const limits = { preview: 1000, pass: 3000, stall: 50 };
const modelId = 'claude-opus-5-5-bench';

interface Timed {
  milliseconds: number;
  /** Longest time that the event loop was busy, milliseconds. */
  stall: number;
}

async function timedCall(services: Services, method: MethodName, input: object): Promise<Timed> {
  // Twice, so that what came before is not counted.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await expectOk(services, method, input);
  const milliseconds = performance.now() - start;
  delay.disable();
  return { milliseconds, stall: delay.max / 1e6 };
}

function tell(bench: string, timed: Timed, limit: number): void {
  report({
    bench,
    value: rounded(timed.milliseconds),
    unit: 'ms',
    peer: { name: 'limit', value: limit },
    ratio: rounded(timed.milliseconds / limit),
  });
  report({
    bench: `${bench}-stall`,
    value: rounded(timed.stall),
    unit: 'ms that the main process was busy at a time',
    peer: { name: 'limit', value: limits.stall },
    ratio: rounded(timed.stall / limits.stall),
  });
}

const folder = await mkdtemp(join(tmpdir(), 'bough-context-'));
try {
  const { conversationId, tokens, characters, turns } = await makeLongHistory(folder, 1_000_000, {
    wire: 'anthropic',
    modelId,
  });
  const opened = await openWithReader(folder, modelId, 1_500_000);
  let { services } = opened;
  const { reader } = opened;
  process.stderr.write(`${tokens} tokens, ${characters} characters in ${turns} turns\n`);
  await expectOk(services, 'conversations.setReader', { id: conversationId, reader });
  // What a window asks as it opens the conversation: starts the worker, reads the transcript and counts everything.
  tell('context-gauge-cold', await timedCall(services, 'context.gauge', { conversationId }), limits.preview);
  await services.close();
  // The other first thing that can be asked: a preview, with nothing loaded and nothing counted yet.
  const fresh = await openWithReader(folder, modelId, 1_500_000);
  tell(
    'context-preview-cold',
    await timedCall(fresh.services, 'context.preview', { conversationId }),
    limits.preview,
  );
  await fresh.services.close();
  ({ services } = await openWithReader(folder, modelId, 1_500_000));
  await expectOk(services, 'context.gauge', { conversationId });
  tell('context-preview', await timedCall(services, 'context.preview', { conversationId }), limits.preview);
  tell(
    'context-preview-again',
    await timedCall(services, 'context.preview', { conversationId }),
    limits.preview,
  );
  tell('context-report', await timedCall(services, 'context.report', { conversationId }), limits.preview);
  tell(
    'context-pass-pages',
    await timedCall(services, 'context.run', { conversationId, command: 'compact', args: 'snapshots' }),
    limits.pass,
  );
  await services.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
