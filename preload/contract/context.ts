import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import type { Attachment } from './parts.ts';

/** How full a window is, in the words that people read. */
export type GaugeLevel = 'plenty' | 'half' | 'getting-full' | 'nearly-full';

/** How much of its reader's window a branch takes. Tokens. */
export interface Gauge {
  conversationId: string;
  /**
   * The message that the branch ends with: the answer itself while one is being written, and the root in an empty
   * conversation.
   */
  leafId: string;
  tokens: number;
  window: number;
  /** Of the window, 0 to 1 and above. */
  share: number;
  level: GaugeLevel;
}

/** What fills a reader's window. All figures in tokens; the parts come to `tokens` exactly. */
export interface ContextReport {
  window: number;
  tokens: number;
  /** Of the window, 0 to 1 and above. */
  share: number;
  level: GaugeLevel;
  /** What the parts come to, by kind; with `free` they fill the window. */
  totals: {
    system: number;
    tools: number;
    /** What was said and done, in text. */
    history: number;
    /** Images in the history. */
    images: number;
    folds: number;
    /** 0 where the view is over the window. */
    free: number;
  };
  parts: ContextPart[];
  /** What this reader gets otherwise than it was said; absent where nothing is. */
  notes?: ViewNote[];
  /** US dollars that the view costs as a prompt, in the cache or not; null where the prices are not known. */
  money: { cached: number; fresh: number } | null;
}

/**
 * `reasoning`: answers that go without the thoughts behind them, which another model had. `images`: pictures that are
 * only named. `tools`: results told as text, because the reader is offered no tools.
 */
export interface ViewNote {
  kind: 'reasoning' | 'images' | 'tools';
  count: number;
}

export interface ContextPart {
  kind: 'system' | 'tools' | 'turn' | 'fold';
  /** Number of the turn, counted from 1; of a fold's first turn; 0 for system and tools. */
  turn: number;
  /** Of the message that the turn or fold begins with; the fold's own id for a fold; empty for system and tools. */
  id: string;
  tokens: number;
  /** Share of the window. */
  share: number;
  items: ContextItem[];
}

/** One thing in a part. What wires put around things is in the part's tokens alone. */
export interface ContextItem {
  what: 'system' | 'tool' | 'text' | 'reasoning' | 'call' | 'result' | 'image' | 'file' | 'page';
  /** Who or what it is from: `user`, `agent`, or a tool's name. */
  from: string;
  tokens: number;
  content: ContentRef;
}

const place = z.number().int();

export const contentRefSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('tool'), name: z.string().max(200) }),
  /** A part of a message of the view; `result` is the place among a step's results, -1 elsewhere. */
  z.strictObject({ kind: z.literal('part'), at: place, result: place, part: place }),
]);
/** Where the verbatim content of an item is. Holds as long as the report's `stamp`. */
export type ContentRef = z.infer<typeof contentRefSchema>;

/** A report, with what names the view that it was made of. */
export interface StampedReport extends ContextReport {
  /** Hand it back with `context.content`. */
  stamp: string;
  leafId: string;
  /** Who would read the view. `vision`: pages can stand for text. */
  reader: { provider: string; model: string; vision: boolean };
}

/** A piece of content that can be too long to be shown at once. Offsets in UTF-16 units. */
export type ContentPiece =
  | { kind: 'text'; text: string; offset: number; length: number }
  | { kind: 'attachment'; attachment: Attachment }
  /** A snapshot page, at `/page/<hash>`. */
  | { kind: 'page'; hash: string; width: number; height: number };

/**
 * Why a rung frees nothing or less. `nothing`: nothing of the kind is in the view outside of what stays. `no-vision`:
 * the reader sees no pages. `not-cheaper`: pages would cost as much as the text. `page-limit`: the request takes no
 * more pages.
 */
export type RungLimit = 'nothing' | 'no-vision' | 'not-cheaper' | 'page-limit';

/** [L8] What a pass would do, before it is made. */
export interface PassPreview {
  /** Tokens of the view, before and after. A summary counts with the room that it may take. */
  before: number;
  after: number;
  frees: number;
  /** Null where something would be freed. */
  limit: RungLimit | null;
  /** Tool results and images that would be set aside; those that a fold takes with it are not counted. */
  results: number;
  images: number;
  /** Stretches of turns that pages or a summary would stand for. */
  folds: { as: FoldKind; from: number; to: number; tokens: number }[];
  /** `small`: those with small letters. */
  pages: { count: number; small: number; tokens: number; bytes: number };
  /** Model calls that it takes, and their tokens; all 0 where it takes none. */
  calls: { count: number; input: number; output: number };
  /** Null where the prices are not known. */
  money: MoneyPreview | null;
  /** Requests after which the lost prompt cache is paid for; null: never. */
  repaysAfter: number | null;
}

export type FoldKind = 'pages' | 'summary' | 'omission';

/** US dollars. */
export interface MoneyPreview {
  /** Spent once: the prompt cache that has to be written again, and the model calls. */
  once: number;
  /** Saved with every later request whose prompt is in the cache, and with one whose is not. */
  perCachedRequest: number;
  perRequest: number;
}

export interface LadderPreview {
  window: number;
  tokens: number;
  /** Each rung alone, as far as it goes. */
  rungs: Record<'elide' | 'shed' | 'snapshots' | 'summary', PassPreview>;
  /** What `/compact` would do. */
  compact: PassPreview;
}

/** What a pass did, counted. */
export interface PassCounts {
  results: number;
  images: number;
  /** Pages drawn, and folds that are summaries or only named. */
  pages: number;
  summaries: number;
  omissions: number;
}

/** One thing that a pass set aside. `context.recall` brings back the original of `recallId`. */
export type PassEdit =
  | {
      kind: 'result';
      recallId: string;
      /** Why it could go: it said nothing, a newer result of the same call follows, or it was old and quiet. */
      reason: 'empty' | 'superseded' | 'old';
      /** Name of the tool; empty where its turn is gone from the transcript. */
      tool: string;
      tokens: number;
    }
  | { kind: 'image'; recallId: string; attachment: Attachment | null; tokens: number }
  | {
      kind: 'fold';
      /** The fold's own id: `context.pages` and `context.content` take it. */
      recallId: string;
      as: FoldKind;
      /** Numbers of the first and the last turn, counted from 1 along the branch. */
      from: number;
      to: number;
      /** What the stretch cost. */
      tokens: number;
      pages: number;
      /** The summary that stands for it, and the model that wrote it; null where there is none. */
      summary: { text: string; model: string } | null;
    };

/** One pass, as it is listed [L8]. Tokens of the whole view. */
export interface PassInfo {
  id: string;
  createdAt: number;
  /** `threshold`: ahead of the wall. `refusal`: after the provider refused a request. `user`: asked for. */
  trigger: 'threshold' | 'refusal' | 'user';
  before: number;
  after: number;
  undone: boolean;
  /** Whether anything that it did belongs to the branch that was asked about [L9]. */
  onBranch: boolean;
  counts: PassCounts;
  edits: PassEdit[];
}

/** A page of a fold, at `/page/<hash>`. */
export interface FoldPage {
  hash: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Of the PNG. */
  bytes: number;
  /** What it costs the reader. */
  tokens: number;
  /** The stretch of the fold's text that is on it, UTF-16 units, end excluded. */
  start: number;
  end: number;
}

/** [S10] A fold as pages, with what they cost and what the same text would cost. */
export interface FoldPages {
  foldId: string;
  from: number;
  to: number;
  /** More on a page, read less surely. */
  smallLetters: boolean;
  pages: FoldPage[];
  /** Texts that go with the pages. */
  legend: string;
  sidecar: string;
  /** Tokens: pages with their texts, and the same stretch as text. */
  pageTokens: number;
  textTokens: number;
  /** US dollars a request that is not cached; null where the prices are not known. */
  money: { pages: number; text: number } | null;
  /** Length of the fold's text, UTF-16 units. */
  length: number;
}

/** The original of what was set aside [L7]. */
export type Original =
  /** A long text comes in parts, counted from 1; images of the same tool result go with its first part. */
  | { kind: 'text'; text: string; part: number; parts: number; images: Attachment[] }
  | { kind: 'image'; attachment: Attachment };

/** When room is made and how much. Shares of the window. */
export interface ContextSettings {
  threshold: number;
  target: number;
  /** Newest turns that stay as they are. */
  protectTurns: number;
  /** Whether new pages may have small letters: more on a page, read less surely. */
  smallLetters: boolean;
}

/** What is being done to make room, for a progress line with a stop button. */
export type RoomWork =
  | { kind: 'drawing' }
  /** Asking the model for a summary, piece `piece` of `pieces`. */
  | { kind: 'summarising'; piece: number; pieces: number };

/** A branch of a conversation as an agent sees it: the current one, or the one that ends with a message. */
const branch = z.strictObject({
  conversationId: idSchema,
  until: idSchema.optional(),
  /** Default: the conversation's own. */
  agentId: idSchema.optional(),
});

/** [L10] `/shake` and `/compact` with what was typed behind them; `bad_request` for a word that is not known. */
const command = z.strictObject({
  conversationId: idSchema,
  command: z.enum(['shake', 'compact']),
  args: z.string().max(2000).default(''),
});

export const contextSettingsSchema = z.strictObject({
  threshold: z.number().min(0.3).max(0.95),
  target: z.number().min(0.1).max(0.8),
  protectTurns: z.number().int().min(1).max(50),
  smallLetters: z.boolean(),
});

/** Calls that count or plan fail with `context_failed` when the helper process that does it ended. */
export const contextMethods = {
  /** Ask again after the tip moved or the reader changed; a `gauge` event tells of everything else. */
  'context.gauge': method<Gauge>()(branch),
  'context.report': method<StampedReport>()(branch),
  /** `not_found` when the view is no longer the one that the stamp names: fetch the report again. */
  'context.content': method<ContentPiece>()(
    branch.extend({
      stamp: z.string().max(200),
      content: contentRefSchema,
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(200_000).default(20_000),
    }),
  ),
  'context.preview': method<LadderPreview>()(branch),
  'context.previewCommand': method<PassPreview>()(command),
  /**
   * Makes a pass on the current branch and keeps it at once. `pass` is null where nothing would be freed, and `limit`
   * says why. A provider that fails, or writes no usable summary (`summary_unusable`), leaves everything as it was;
   * `busy` while an answer is being written.
   */
  'context.run': method<{ pass: PassInfo | null; limit: RungLimit | null }>()(command),
  /** Ends a `context.run`, which then answers `cancelled`; nothing has changed. */
  'context.stop': method<{ stopped: boolean }>()(z.strictObject({ conversationId: idSchema })),
  /** Oldest first, of every branch; undone ones too. */
  'context.passes': method<PassInfo[]>()(branch),
  /** [L8] The view goes back to what it would be without the pass. `not_found`. */
  'context.undo': method<PassInfo>()(z.strictObject({ conversationId: idSchema, passId: idSchema })),
  /** [S10] `not_found` for a fold that has no pages. Makes `/page/<hash>` known, so call it first. */
  'context.pages': method<FoldPages>()(
    z.strictObject({ conversationId: idSchema, foldId: z.string().max(40) }),
  ),
  /** The text of a fold; `context.pages` tells which stretch is on which page. */
  'context.foldText': method<Extract<ContentPiece, { kind: 'text' }>>()(
    z.strictObject({
      conversationId: idSchema,
      foldId: z.string().max(40),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(200_000).default(20_000),
    }),
  ),
  /** [L7] `not_found` for an id or part that does not exist. */
  'context.recall': method<Original>()(
    z.strictObject({
      conversationId: idSchema,
      id: z.string().max(40),
      part: z.number().int().min(1).default(1),
    }),
  ),
  'context.settings': method<ContextSettings>()(z.strictObject({})),
  /** `bad_request` where the target is not below the threshold. */
  'context.setSettings': method<ContextSettings>()(contextSettingsSchema.partial()),
};
