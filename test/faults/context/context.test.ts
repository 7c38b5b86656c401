import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation, Message, PassInfo, Route } from '#contract';
import type { Services, ServicesOptions } from '../../../main/services.ts';
import type { FaultPoint } from '../../../main/storage/faults.ts';
import { expectOk } from '../../host/lab-routes.ts';
import { openTestServices, silentLog, testWorkers } from '../../host/test-services.ts';
import { isSummaryRequest } from '../../integration/context/requests.ts';
import { type Lab, startLab, text } from '../../lab/index.ts';

let lab: Lab;
let folder: string;
let conversationId: string;
beforeEach(async () => {
  lab = await startLab();
  folder = await mkdtemp(join(tmpdir(), 'bough-context-fault-'));
  const services = await open();
  const route = (await expectOk(services, 'providers.saveRoute', {
    route: { preset: 'other', name: 'Lab', wire: 'openai-chat', baseUrl: lab.openai.baseURL },
    key: { value: lab.openai.apiKey, storage: 'plain' },
  })) as Route;
  const modelId = 'gpt-5.5-lab-8k';
  const figures = { contextWindow: 8192, vision: false, tools: true };
  await expectOk(services, 'providers.setModelFigures', { routeId: route.id, modelId, figures });
  ({ id: conversationId } = (await expectOk(services, 'conversations.create', {})) as Conversation);
  const reader = { routeId: route.id, modelId };
  await expectOk(services, 'conversations.setReader', { id: conversationId, reader });
  await services.close();
});
afterEach(async () => {
  await lab.close();
  await rm(folder, { recursive: true, force: true });
  lab.verify();
});

const open = (more: Partial<ServicesOptions> = {}) => openTestServices({ folder, log: silentLog, ...more });

/** Sends a message and waits until its answer is final. */
async function say(services: Services, text: string): Promise<Message> {
  let agentMessageId = '';
  const finals: Message[] = [];
  let look = () => {};
  services.connect((event) => {
    if (event.type !== 'message' || event.message.status === 'streaming') return;
    finals.push(event.message);
    look();
  });
  const content = { text, attachments: [] };
  const sent = (await expectOk(services, 'turns.send', { conversationId, content })) as {
    agentMessageId: string;
  };
  agentMessageId = sent.agentMessageId;
  return new Promise((resolve) => {
    look = () => {
      const found = finals.find((message) => message.id === agentMessageId);
      if (found) resolve(found);
    };
    look();
  });
}

/** Says something, and waits until the gauge was told after it: from then on nothing is asked of the worker. */
async function sayAndRest(services: Services, text: string): Promise<void> {
  let isFinal = false;
  const rested = new Promise<void>((resolve) => {
    services.connect((event) => {
      if (event.type === 'message')
        isFinal ||= event.message.status === 'complete' && event.message.agentId !== null;
      else if (event.type === 'gauge' && isFinal) resolve();
    });
  });
  await say(services, text);
  await rested;
}

const passesOf = async (services: Services) =>
  (await expectOk(services, 'context.passes', { conversationId })) as PassInfo[];

describe('kill -9 between a pass and its commit', () => {
  const points: FaultPoint[] = ['transcript:temp-written', 'transcript:renamed', 'finalise:in-transaction'];
  const deaths = [
    ...points.map((point) => ({ how: 'answer', point })),
    { how: 'command', point: 'transcript:temp-written' as const },
    { how: 'command', point: 'transcript:renamed' as const },
  ];

  it.each(deaths)(
    '[T2] [L8] of an $how, at $point: the pass is whole or not there',
    async ({ how, point }) => {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'child.ts'), folder, conversationId, point, how],
        {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'bough-fault-code') },
        },
      );
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');

      const services = await open();
      const { workspace } = services;
      const ids = new Set(workspace.messages.skeleton(conversationId).ids);
      const { agentId } = workspace.conversations.get(conversationId);
      const loaded = await workspace.transcripts.load(conversationId, agentId);
      if (loaded.kind !== 'loaded') throw new Error(`The transcript is ${loaded.kind}`);
      for (const pass of loaded.transcript.passes) {
        for (const edit of pass.edits) {
          const named =
            edit.kind === 'fold' ? edit.covers.map((cover) => cover.messageId) : [edit.place.messageId];
          expect(named.every((id) => ids.has(id))).toBe(true);
          if (edit.kind === 'fold') expect(edit.forms.length).toBeGreaterThan(0);
        }
      }
      // The conversation goes on, and what there is of passes can be taken back.
      expect((await say(services, 'And after the crash? [[lab: say Going on.]]')).status).toBe('complete');
      for (const pass of (await passesOf(services)).filter((one) => !one.undone)) {
        await expectOk(services, 'context.undo', { conversationId, passId: pass.id });
      }
      expect((await say(services, 'And now? [[lab: say Still here.]]')).status).toBe('complete');
      await services.close();
    },
  );
});

describe('a context worker that ends in the middle', () => {
  const workers = { ...testWorkers, context: join(import.meta.dirname, 'crashing.worker.ts') };
  const crash = (when: 'job' | 'answer') => writeFile(join(folder, `crash-${when}`), '');
  const long = (n: number) => `Number ${n}. ${`word${n} `.repeat(120)} [[lab: tokens 400]]`;

  it('of a command: says so in an error of its own, and loses nothing', async () => {
    const services = await open({ workers });
    for (let n = 1; n <= 5; n += 1) await say(services, long(n));
    // Else the worker may end under the gauge, and not under the command.
    await sayAndRest(services, long(6));
    const summary = text(`## Goal\n${'A short summary of what was said. '.repeat(8)}`);
    lab.script(Array(6).fill({ parts: [summary] }), { when: isSummaryRequest });
    const before = await passesOf(services);
    for (const when of ['job', 'answer'] as const) {
      await crash(when);
      const result = await services.call('context.run', {
        conversationId,
        command: 'compact',
        args: 'summary',
      });
      expect(result).toMatchObject({ ok: false, error: { code: 'context_failed' } });
      expect(await passesOf(services)).toEqual(before);
    }
    await expectOk(services, 'context.run', { conversationId, command: 'compact', args: 'summary' });
    expect(await passesOf(services)).toHaveLength(before.length + 1);
    await services.close();
  });

  it('of an answer: another is started, room is made, and the answer comes', async () => {
    const services = await open({ workers });
    const told: string[] = [];
    services.connect((event) => {
      if (event.type === 'pass') told.push(event.pass.id);
    });
    for (let n = 1; n <= 14; n += 1) {
      await crash('job');
      expect((await say(services, long(n))).status).toBe('complete');
    }
    expect(told.length).toBeGreaterThan(0);
    await services.close();
  });

  it('[L2] of an answer, however often it is started: people read that no room was made, and what to do', async () => {
    const dead = { ...testWorkers, context: join(import.meta.dirname, 'dead.worker.ts') };
    let services = await open({ workers: dead });
    const codes: (string | undefined)[] = [];
    for (let n = 1; codes.at(-1) !== 'room_failed'; n += 1) {
      const answer = await say(
        services,
        `Number ${n}. ${'Some more words of it. '.repeat(300)} [[lab: tokens 500]]`,
      );
      expect(answer.status).toBe('complete');
      const last = answer.parts.at(-1);
      codes.push(last?.type === 'error' ? last.code : undefined);
      if (last?.type === 'error') expect(last).toMatchObject({ params: { model: 'gpt-5.5-lab-8k' } });
    }
    // As long as there is room nobody is told of it.
    expect(codes.filter((code) => code !== undefined)).toHaveLength(1);
    expect(codes.length).toBeGreaterThan(1);

    lab.expectRefusal({ kind: 'overflow' });
    const refused = await say(services, `${long(99)} ${'And more words. '.repeat(500)}`);
    expect(refused.parts.at(-1)).toMatchObject({ type: 'error', code: 'provider_tokens' });

    await services.close();
    services = await open();
    expect((await say(services, 'And now? [[lab: say Good.]]')).parts.at(-1)).toMatchObject({ type: 'text' });
    await services.close();
  });
});
