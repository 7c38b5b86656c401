import { useCallback, useEffect, useState } from 'react';
import type { Comparison, Message } from '#contract';
import { call } from '../../../bridge/call.ts';

/** Messages read at once on each side. */
const page = 30;

/** Two branches from where they part, as far as they were read. */
export interface Sides {
  comparison: Comparison;
  left: readonly Message[];
  right: readonly Message[];
}

/** Reads two branches from the message on that both have last; `more` reads on. */
export function useSides(conversationId: string, leftId: string, rightId: string) {
  const [sides, setSides] = useState<Sides | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [until, setUntil] = useState(page);
  useEffect(() => {
    let stale = false;
    setFailure(null);
    read(conversationId, leftId, rightId, until).then(
      (found) => {
        if (!stale) setSides(found);
      },
      (caught: unknown) => {
        if (!stale) setFailure(caught);
      },
    );
    return () => {
      stale = true;
    };
  }, [conversationId, leftId, rightId, until]);
  const more = useCallback(() => setUntil((last) => last + page), []);
  const longest = sides ? Math.max(sides.comparison.left.length, sides.comparison.right.length) : 0;
  return { sides, failure, more: longest > until ? more : null };
}

async function read(conversationId: string, leftId: string, rightId: string, until: number): Promise<Sides> {
  const comparison = await call('branches.compare', { conversationId, leftId, rightId });
  const [left, right] = await Promise.all(
    [comparison.left, comparison.right].map((side) => readSide(conversationId, side, until)),
  );
  return { comparison, left: left ?? [], right: right ?? [] };
}

/** Most messages that the bridge reads at once. */
const most = 100;

async function readSide(
  conversationId: string,
  { leafId, length }: Comparison['left'],
  until: number,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (let from = 0; from < Math.min(length, until); from += most) {
    const end = Math.min(length, until, from + most);
    const input = { conversationId, until: leafId, skip: length - end, limit: end - from };
    messages.push(...(await call('tree.page', input)).messages);
  }
  return messages;
}
