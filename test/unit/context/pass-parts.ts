import type { Edit, Fold, Pass } from '#core/context/passes.ts';
import { isFold, type PagedView } from '#core/context/view.ts';
import { hashOf, readerOf, World } from '../ladder/world.ts';

export const sees = { vision: true, pageShapes: ['shape-a'] };
export const blind = { vision: false, pageShapes: [] };

/** Three turns; the second one has two steps with two calls each. Reasoning everywhere. */
export function history(): World {
  const world = new World({
    reader: readerOf({ window: 1e6 }),
    factor: 1,
    dense: 9000,
    tells: true,
    reports: true,
  });
  const call = { tokens: 60, eventful: false, failed: false, image: true, about: 1 };
  const step = { text: 10, reasoning: 10, calls: [call, call] };
  world.ask({ tokens: 10, images: 1, steps: [] });
  world.ask({ tokens: 10, images: 1, steps: [step, step] });
  world.ask({ tokens: 10, images: 0, steps: [{ ...step, calls: [call] }] });
  return world;
}

export const pass = (id: string, ...edits: Edit[]): Pass => ({
  id,
  createdAt: 0,
  trigger: 'user',
  edits,
  before: 2,
  after: 1,
  undone: false,
});

export function fold(id: string, covers: Fold['covers'], more: Partial<Fold> = {}): Fold {
  return {
    kind: 'fold',
    id,
    as: 'summary',
    covers,
    turns: { from: 1, to: 2 },
    source: [{ kind: 'text', text: `source of ${id}` }],
    forms: [summary(`told in ${id}`)],
    tokens: 100,
    ...more,
  };
}

export const summary = (text: string): Fold['forms'][number] => ({
  kind: 'summary',
  text,
  model: 'm',
  checks: { sourceTokens: 9, tokens: 2, facts: 0, added: [] },
});

export const pages = (shape: string): Fold['forms'][number] => ({
  kind: 'pages',
  shape,
  legend: 'Pages follow.',
  pages: [{ hash: hashOf(shape), width: 800, height: 600, bytes: 9 }],
  sidecar: 'page 1: x9',
});

export const whole = (messageId: string) => ({ messageId, steps: { from: 0, to: null } });
export const asked = (messageId: string) => ({ messageId, steps: null });

export const shown = (view: PagedView): string[] =>
  view.messages.map((message) => (isFold(message) ? message.foldId : `${message.role} ${message.messageId}`));

export const elision = (messageId: string, step: number, callId: string, recallId = 'r1'): Edit => ({
  kind: 'elision',
  recallId,
  place: { messageId, step, callId },
  reason: 'old',
  tokens: 60,
});
