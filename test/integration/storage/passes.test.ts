import { describe, expect, it } from 'vitest';
import { applyPasses } from '#core/context/apply-passes.ts';
import { buildView, viewTurn } from '#core/context/build-view.ts';
import { type Fold, type Pass, undoPass } from '#core/context/passes.ts';
import type { Turn } from '#core/transcript/types.ts';
import {
  emptyTranscript,
  parseTranscript,
  serialiseTranscript,
} from '../../../main/storage/transcript-file.ts';
import { Chat, open, openNew, testId, workspaceOptions } from './support.ts';

const hash = 'ab'.repeat(32);

const fold: Fold = {
  kind: 'fold',
  id: 'rfold1',
  as: 'pages',
  covers: [
    { messageId: testId(21), steps: { from: 0, to: null } },
    { messageId: testId(22), steps: null },
    { messageId: testId(23), steps: { from: 0, to: 1 } },
  ],
  turns: { from: 1, to: 2 },
  source: [
    { kind: 'text', text: 'ถึง \ud83d\udc69 \u2028' },
    { kind: 'fold', id: 'rfold0' },
  ],
  forms: [
    {
      kind: 'pages',
      shape: '1092',
      legend: 'l',
      pages: [{ hash, width: 1, height: 2, bytes: 3 }],
      sidecar: '',
    },
    {
      kind: 'summary',
      text: 't',
      model: 'm',
      checks: { sourceTokens: 9, tokens: 2, facts: 1, added: ['x'] },
    },
    { kind: 'omission' },
  ],
  tokens: 900,
};

const pass: Pass = {
  id: testId(30),
  createdAt: 5,
  trigger: 'refusal',
  edits: [
    {
      kind: 'elision',
      recallId: 'r1',
      place: { messageId: testId(21), step: 0, callId: 'toolu_1' },
      reason: 'superseded',
      tokens: 80,
    },
    {
      kind: 'shedding',
      recallId: 'r2',
      place: { of: 'user', messageId: testId(22), next: testId(23), part: 1 },
      hash,
      tokens: 9,
    },
    {
      kind: 'shedding',
      recallId: 'r3',
      place: { of: 'result', messageId: testId(21), step: 0, callId: 'toolu_1', part: 0 },
      hash,
      tokens: 9,
    },
    fold,
  ],
  before: 100,
  after: 50,
  undone: false,
};

describe('passes in the transcript file', () => {
  const key = { conversationId: testId(1), agentId: testId(2) };
  const transcript = { ...emptyTranscript(key), passes: [pass, { ...pass, id: testId(31), undone: true }] };

  it('[S2] come back as they were, sources and forms included', () => {
    const bytes = serialiseTranscript(transcript);
    const parsed = parseTranscript(bytes, key);
    expect(parsed).toEqual({ kind: 'valid', transcript });
    if (parsed.kind === 'valid') expect(serialiseTranscript(parsed.transcript)).toEqual(bytes);
  });

  it.each([
    ['an edit of an unknown kind', { ...pass, edits: [{ kind: 'rewrite' }] }],
    ['a pass without edits', { ...pass, edits: [] }],
    ['pages without a page', { ...pass, edits: [{ ...fold, forms: [{ ...fold.forms[0], pages: [] }] }] }],
    ['a page that is no hash', { ...pass, edits: [{ ...pass.edits[1], hash: '../../x' }] }],
    ['a field of a newer version', { ...pass, mood: 'good' }],
  ])('[T7] are refused whole with %s', (_what, broken) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...transcript, passes: [broken] }));
    expect(parseTranscript(bytes, key).kind).toBe('unreadable');
  });
});

describe('passes after a restart', () => {
  it('[L8] [S2] shape the same view, byte for byte, and can still be undone', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const { id: agentId } = workspace.agents.default();
    const userMessageId = chat.ask('Look.');
    const agentMessageId = chat.answer('Found.');
    const turn: Turn = {
      userMessageId,
      agentMessageId,
      routeId: 'lab',
      model: 'one',
      user: [{ type: 'text', text: 'Look.' }],
      steps: [
        {
          said: [{ type: 'call', id: 'c', name: 'look', arguments: '{"n": 1.0}' }],
          native: { wire: 'lab', model: 'one', blocks: [] },
          results: [
            {
              callId: 'c',
              name: 'look',
              parts: [{ type: 'text', text: 'long' }],
              failed: false,
              eventful: false,
            },
          ],
          usage: null,
          passMark: 'abc',
        },
      ],
      source: 'seen',
      endedAt: 5,
    };
    const place = { messageId: agentMessageId, step: 0, callId: 'c' };
    const made: Pass = {
      ...pass,
      edits: [{ kind: 'elision', recallId: 'r1', place, reason: 'old', tokens: 80 }],
    };
    await workspace.transcripts.update(chat.id, agentId, (old) => ({
      ...old,
      turns: [turn],
      passes: [made],
    }));

    const viewOf = async (from: typeof workspace) => {
      const loaded = await from.transcripts.load(chat.id, agentId);
      if (loaded.kind !== 'loaded') throw new Error(loaded.kind);
      const { turns, passes } = loaded.transcript;
      const path = from.messages.pathIds(agentMessageId).map((node) => node.id);
      const view = buildView('', [], turns.map(viewTurn));
      const shaped = (with_: Pass[]) =>
        applyPasses({ view, path, passes: with_ }, { vision: true, pageShapes: ['x'] });
      return { now: shaped(passes), undone: shaped(undoPass(passes, made.id)), bare: view };
    };
    const before = await viewOf(workspace);
    expect(JSON.stringify(before.now.view)).toContain('r1');
    await workspace.close();
    const again = await viewOf(await open(workspaceOptions(workspace.folder)));
    expect(JSON.stringify(again.now)).toBe(JSON.stringify(before.now));
    expect(again.undone.view.messages.filter((message) => message.role !== 'agent')).toEqual(
      again.bare.messages.filter((message) => message.role !== 'agent'),
    );
  });
});
