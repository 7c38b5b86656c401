import type { Attachment } from '#contract';
import { promptCost } from '../models/prices.ts';
import type { AppliedView } from './apply-passes.ts';
import type { Estimate } from './calibrate.ts';
import { type Cost, type Estimator, isReplayed, sumCosts } from './estimate.ts';
import { type GaugeLevel, gaugeLevel } from './gauge.ts';
import type { ReaderFigures } from './reader.ts';
import { isFold, type PagedMessage, type PagedView, type PagePart, type ToolSpec } from './view.ts';
import { type ViewNote, viewNotes } from './view-notes.ts';

/** What fills a reader's window: for the gauge, the explorer, the ladder and the tests alike. All figures in tokens. */
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

/** One part of the window. Their tokens come to the report's exactly. */
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

/** Where the verbatim content of an item is, see {@link contentAt}. */
export type ContentRef =
  | { kind: 'system' }
  | { kind: 'tool'; name: string }
  /** `result` is the place in a results message; -1 for other messages. */
  | { kind: 'part'; at: number; result: number; part: number };

/** Reports a view. `estimate` is of this very view. */
export function contextReport(
  applied: AppliedView,
  reader: ReaderFigures,
  estimate: Estimate,
  estimator: Estimator,
): ContextReport {
  const { window } = reader;
  const whole = wholeNumbers(estimate.ratio);
  const parts: ContextPart[] = [];
  const totals = { system: 0, tools: 0, history: 0, images: 0, folds: 0, free: 0 };
  const add = (part: Omit<ContextPart, 'tokens' | 'share'>, cost: Cost): number => {
    const tokens = whole(cost);
    parts.push({ ...part, tokens, share: tokens / window });
    return tokens;
  };
  const { system, tools } = applied.view;
  const nothing = { turn: 0, id: '' };
  const systemCost = { text: estimator.system(system), images: 0 };
  const toolCost = estimator.tools(tools, reader);
  const items = itemsWith(estimator, reader, estimate.ratio);
  totals.system = add({ kind: 'system', ...nothing, items: items.ofSystem(system) }, systemCost);
  totals.tools = add({ kind: 'tools', ...nothing, items: items.ofTools(tools) }, toolCost);
  for (const group of groups(applied)) {
    const cost = sumCosts(group.messages.map(({ message }) => estimator.message(message, reader)));
    const listed = group.messages.flatMap(({ message, at }) => items.ofMessage(message, at));
    const { kind, turn, id } = group;
    const tokens = add({ kind, turn, id, items: listed }, cost);
    if (kind === 'fold') totals.folds += tokens;
    else {
      totals.images += cost.images;
      totals.history += tokens - cost.images;
    }
  }
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
  totals.free = Math.max(0, window - tokens);
  const money = reader.prices && promptCost(tokens, reader.prices);
  const notes = viewNotes(applied.view, reader);
  const share = tokens / window;
  const level = gaugeLevel(share);
  return { window, tokens, share, level, totals, parts, money, ...(notes.length > 0 && { notes }) };
}

/** The verbatim content behind an item: text as it is sent, or the attachment or page that is. Null where it is gone. */
export function contentAt(view: PagedView, ref: ContentRef): string | Attachment | PagePart | null {
  if (ref.kind === 'system') return view.system;
  if (ref.kind === 'tool') {
    const tool = view.tools.find(({ name }) => name === ref.name);
    return tool ? JSON.stringify(tool, null, 2) : null;
  }
  const message = view.messages[ref.at];
  if (!message) return null;
  if (message.role === 'agent') {
    const part = message.said[ref.part];
    return part ? (part.type === 'call' ? part.arguments : part.text) : null;
  }
  const parts = message.role === 'results' ? message.results[ref.result]?.parts : message.parts;
  const part = parts?.[ref.part];
  if (!part) return null;
  return part.type === 'text' ? part.text : part.type === 'page' ? part : part.attachment;
}

interface Group {
  kind: 'turn' | 'fold';
  turn: number;
  id: string;
  messages: { message: PagedMessage; at: number }[];
}

/** Messages by turn; a fold stands for itself. */
function groups({ view, places }: AppliedView): Group[] {
  const found: Group[] = [];
  for (const [at, message] of view.messages.entries()) {
    const turn = places[at]?.turn ?? 0;
    const open = found.at(-1);
    if (isFold(message)) found.push({ kind: 'fold', turn, id: message.foldId, messages: [{ message, at }] });
    else if (open?.kind === 'turn' && open.turn === turn) open.messages.push({ message, at });
    else found.push({ kind: 'turn', turn, id: message.messageId, messages: [{ message, at }] });
  }
  return found;
}

function itemsWith(estimator: Estimator, reader: ReaderFigures, ratio: number) {
  const textTokens = (text: number): number => Math.round(text * ratio);

  const ofSystem = (system: string): ContextItem[] =>
    system === ''
      ? []
      : [
          {
            what: 'system',
            from: 'system',
            tokens: textTokens(estimator.system(system)),
            content: { kind: 'system' },
          },
        ];

  const ofTools = (tools: readonly ToolSpec[]): ContextItem[] =>
    tools.map((tool) => ({
      what: 'tool',
      from: tool.name,
      tokens: textTokens(estimator.tool(tool)),
      content: { kind: 'tool', name: tool.name },
    }));

  const ofParts = (parts: Parts, from: string, at: number, result: number): ContextItem[] =>
    parts.map((part, index): ContextItem => {
      const content = { kind: 'part' as const, at, result, part: index };
      if (part.type === 'page')
        return { what: 'page', from, tokens: estimator.page(part, reader).images, content };
      const cost = estimator.seen(part, reader);
      const what =
        part.type === 'text'
          ? result >= 0
            ? 'result'
            : 'text'
          : part.attachment.kind === 'image'
            ? 'image'
            : 'file';
      return { what, from, tokens: textTokens(cost.text) + cost.images, content };
    });

  const ofMessage = (message: PagedMessage, at: number): ContextItem[] => {
    if (message.role === 'user') return ofParts(message.parts, 'user', at, -1);
    if (message.role === 'results') {
      return message.results.flatMap(({ parts, name }, result) => ofParts(parts, name, at, result));
    }
    const replayed = isReplayed(message, reader);
    return message.said.flatMap((part, index): ContextItem[] => {
      if (part.type === 'reasoning' && !replayed) return [];
      const content = { kind: 'part' as const, at, result: -1, part: index };
      const from = part.type === 'call' ? part.name : 'agent';
      return [{ what: part.type, from, tokens: textTokens(estimator.said(part)), content }];
    });
  };

  return { ofSystem, ofTools, ofMessage };
}

type Parts = Extract<PagedMessage, { parts: unknown }>['parts'];

/** Rounds a list of costs so that what was rounded comes to the rounded sum. */
function wholeNumbers(ratio: number): (cost: Cost) => number {
  let sum = 0;
  let given = 0;
  return ({ text, images }) => {
    sum += text * ratio + images;
    // The ratio may come from a division: what is whole may lie a hair above it.
    const tokens = Math.ceil(sum - 1e-6) - given;
    given += tokens;
    return tokens;
  };
}
