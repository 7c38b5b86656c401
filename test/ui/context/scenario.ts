import type {
  ContextItem,
  ContextPart,
  LadderPreview,
  PassInfo,
  PassPreview,
  StampedReport,
} from '#contract';
import type { Scenario } from './fake.ts';

const window = 200_000;

/** One turn of the scenario's conversation. */
interface Turn {
  words: number;
  results?: number;
  images?: number;
}

/** A long conversation in which a good deal was looked up and some pictures were taken. */
const turns: Turn[] = Array.from({ length: 34 }, (_, at) => ({
  words: 700 + ((at * 977) % 1900),
  ...(at % 3 === 1 ? { results: 900 + ((at * 761) % 5200) } : {}),
  ...(at % 7 === 4 ? { images: 1560 } : {}),
}));

/** A report with everything in it: instructions, tools, a fold, turns with results and pictures. */
function reportOf(messageIds: readonly string[]): StampedReport {
  const parts: ContextPart[] = [];
  const add = (part: Omit<ContextPart, 'share'>) => parts.push({ ...part, share: part.tokens / window });
  add({
    kind: 'system',
    turn: 0,
    id: '',
    tokens: 1840,
    items: [{ what: 'system', from: 'system', tokens: 1840, content: { kind: 'system' } }],
  });
  add({
    kind: 'tools',
    turn: 0,
    id: '',
    tokens: 2460,
    items: ['read_attachment', 'search_workspace', 'recall'].map((name) => ({
      what: 'tool',
      from: name,
      tokens: 820,
      content: { kind: 'tool', name },
    })),
  });
  add({
    kind: 'fold',
    turn: 2,
    id: 'fold-1',
    tokens: 15_100,
    items: [
      { what: 'text', from: 'user', tokens: 260, content: { kind: 'part', at: 2, result: -1, part: 0 } },
      ...[1, 2, 3].map(
        (part): ContextItem => ({
          what: 'page',
          from: 'user',
          tokens: 4761,
          content: { kind: 'part', at: 2, result: -1, part },
        }),
      ),
      { what: 'text', from: 'user', tokens: 557, content: { kind: 'part', at: 2, result: -1, part: 4 } },
    ],
  });
  for (const [at, turn] of turns.entries()) add(turnPart(at, turn, messageIds[at % messageIds.length] ?? ''));
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
  const images = turns.reduce((sum, turn) => sum + (turn.images ?? 0), 0);
  return {
    window,
    tokens,
    share: tokens / window,
    level: 'half',
    money: null,
    totals: {
      system: 1840,
      tools: 2460,
      folds: 15_100,
      images,
      history: tokens - images - 15_100 - 1840 - 2460,
      free: window - tokens,
    },
    parts,
    stamp: 'stamp-1',
    leafId: messageIds.at(-1) ?? '',
    reader: { provider: 'Anthropic', model: 'Claude Opus', vision: true },
  };
}

function turnPart(at: number, { words, results, images }: Turn, id: string): Omit<ContextPart, 'share'> {
  const ref = (part: number, result = -1) => ({ kind: 'part' as const, at: at + 3, result, part });
  const items: ContextItem[] = [
    { what: 'text', from: 'user', tokens: Math.round(words * 0.2), content: ref(0) },
    ...(images ? [{ what: 'image' as const, from: 'user', tokens: images, content: ref(1) }] : []),
    ...(results
      ? [
          { what: 'call' as const, from: 'read_attachment', tokens: 40, content: ref(2) },
          { what: 'result' as const, from: 'read_attachment', tokens: results, content: ref(0, 0) },
        ]
      : []),
    { what: 'text', from: 'agent', tokens: Math.round(words * 0.8), content: ref(3) },
  ];
  return { kind: 'turn', turn: at + 11, id, tokens: words + (images ?? 0) + (results ?? 0) + 64, items };
}

const before = 104_200;

function way(after: number, more: Partial<PassPreview>): PassPreview {
  return {
    before,
    after,
    frees: before - after,
    limit: null,
    results: 0,
    images: 0,
    folds: [],
    pages: { count: 0, small: 0, tokens: 0, bytes: 0 },
    calls: { count: 0, input: 0, output: 0 },
    money: { once: 0.31, perCachedRequest: (before - after) * 0.5e-6, perRequest: (before - after) * 5e-6 },
    repaysAfter: 14.2,
    ...more,
  };
}

const none: Partial<PassPreview> = { limit: 'nothing', money: null, repaysAfter: null };

export const ladder: LadderPreview = {
  window,
  tokens: before,
  rungs: {
    elide: way(82_100, { results: 14 }),
    shed: way(97_960, { images: 4, repaysAfter: 38 }),
    snapshots: way(58_400, {
      folds: [{ as: 'pages', from: 11, to: 38, tokens: 61_000 }],
      pages: { count: 4, small: 0, tokens: 15_200, bytes: 812_000 },
    }),
    summary: way(46_900, {
      folds: [{ as: 'summary', from: 2, to: 38, tokens: 59_000 }],
      calls: { count: 3, input: 61_500, output: 5400 },
      money: { once: 0.88, perCachedRequest: 0.029, perRequest: 0.29 },
      repaysAfter: 30,
    }),
  },
  compact: way(49_700, {
    results: 14,
    folds: [{ as: 'pages', from: 11, to: 30, tokens: 45_000 }],
    pages: { count: 3, small: 0, tokens: 14_300, bytes: 604_000 },
  }),
};

/** Nothing can be freed, for every reason that there is. */
export const limits: LadderPreview = {
  window: 8000,
  tokens: 3100,
  rungs: {
    elide: way(before, none),
    shed: way(before, none),
    snapshots: way(before, { ...none, limit: 'no-vision' }),
    summary: way(before, none),
  },
  compact: way(before, none),
};

const counts = { results: 0, images: 0, pages: 0, summaries: 0, omissions: 0 };

export const shaken: PassInfo = {
  id: 'pass-1',
  createdAt: Date.now() - 3_600_000,
  trigger: 'threshold',
  before: 161_200,
  after: 131_800,
  undone: false,
  onBranch: true,
  counts: { ...counts, results: 14 },
  edits: [
    { kind: 'result', recallId: 'r1', reason: 'old', tool: 'read_attachment', tokens: 5120 },
    { kind: 'result', recallId: 'r2', reason: 'superseded', tool: 'search_workspace', tokens: 2210 },
    { kind: 'result', recallId: 'r3', reason: 'empty', tool: 'search_workspace', tokens: 61 },
  ],
};

export const paged: PassInfo = {
  id: 'pass-2',
  createdAt: Date.now() - 600_000,
  trigger: 'user',
  before: 131_800,
  after: 104_200,
  undone: false,
  onBranch: true,
  counts: { ...counts, pages: 3 },
  edits: [
    {
      kind: 'fold',
      recallId: 'fold-1',
      as: 'pages',
      from: 2,
      to: 10,
      tokens: 42_700,
      pages: 3,
      summary: null,
    },
  ],
};

/** Everything at its usual. */
export function usual(messageIds: readonly string[]): Scenario {
  const report = reportOf(messageIds);
  const { tokens, share, level } = report;
  return {
    gauge: { tokens, window, share, level },
    report,
    contents: {},
    preview: ladder,
    passes: [],
    run: { pass: shaken, limit: null },
    pages: {},
    texts: {},
    originals: {},
  };
}
