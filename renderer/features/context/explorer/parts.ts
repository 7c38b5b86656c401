import type { ContextItem, ContextPart, ContextReport } from '#contract';

/** What a piece of the window is, as people tell it apart. */
export type Kind = 'system' | 'tools' | 'folds' | 'words' | 'results' | 'images';

/** In the order in which they are listed. */
export const kinds: readonly Kind[] = ['system', 'tools', 'folds', 'words', 'results', 'images'];

/** A stretch of the window of one kind. */
export interface Run {
  kind: Kind;
  tokens: number;
}

/** What can be pointed at: a part of the window, or neighbouring turns that are too small to stand alone. */
export interface Block {
  key: string;
  parts: readonly ContextPart[];
  tokens: number;
  /** Of the window. */
  share: number;
  runs: readonly Run[];
}

/** Names a part, also in a later report. */
export function partKey({ kind, id, turn }: Pick<ContextPart, 'kind' | 'id' | 'turn'>): string {
  return `${kind}/${id}/${turn}`;
}

/**
 * The parts in their order, small turns together.
 *
 * @param least tokens that a block of turns should have
 */
export function blocksOf({ parts, window }: Pick<ContextReport, 'parts' | 'window'>, least: number): Block[] {
  const groups: ContextPart[][] = [];
  let open: ContextPart[] | null = null;
  for (const part of parts) {
    if (part.tokens === 0) continue;
    if (part.kind === 'turn' && open) open.push(part);
    else {
      open = [part];
      groups.push(open);
    }
    if (part.kind !== 'turn' || sumOf(open) >= least) open = null;
  }
  return groups.map((group) => {
    const tokens = sumOf(group);
    const first = group[0];
    return {
      key: first ? partKey(first) : '',
      parts: group,
      tokens,
      share: tokens / window,
      runs: joined(group.flatMap(runsOf)),
    };
  });
}

/** What each kind takes; together they come to the report's tokens. */
export function totalsByKind(parts: readonly ContextPart[]): Record<Kind, number> {
  const totals: Record<Kind, number> = { system: 0, tools: 0, folds: 0, words: 0, results: 0, images: 0 };
  for (const { kind, tokens } of parts.flatMap(runsOf)) totals[kind] += tokens;
  return totals;
}

/** A part as stretches of one kind. What a wire puts around the items goes to each by its size. */
function runsOf(part: ContextPart): Run[] {
  if (part.kind === 'system') return [{ kind: 'system', tokens: part.tokens }];
  if (part.kind === 'tools') return [{ kind: 'tools', tokens: part.tokens }];
  if (part.kind === 'fold') return [{ kind: 'folds', tokens: part.tokens }];
  const listed = part.items.reduce((sum, { tokens }) => sum + tokens, 0);
  if (listed === 0) return [{ kind: 'words', tokens: part.tokens }];
  const scale = part.tokens / listed;
  return joined(part.items.map((item) => ({ kind: kindOf(item), tokens: item.tokens * scale })));
}

function kindOf({ what }: ContextItem): Kind {
  if (what === 'image') return 'images';
  return what === 'result' || what === 'call' || what === 'file' ? 'results' : 'words';
}

/** Neighbours of the same kind as one. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const { kind, tokens } of runs) {
    const last = all.at(-1);
    if (tokens === 0) continue;
    if (last?.kind === kind) last.tokens += tokens;
    else all.push({ kind, tokens });
  }
  return all;
}

function sumOf(parts: readonly ContextPart[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}
