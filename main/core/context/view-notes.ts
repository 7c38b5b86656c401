import { isReplayed } from './estimate.ts';
import type { ReaderFigures } from './reader.ts';
import { isFold, type PagedView } from './view.ts';

/**
 * Something that a reader gets otherwise than it was said. `reasoning`: answers that go without the thoughts behind
 * them, which another model had. `images`: pictures that are only named. `tools`: results told as text, because the
 * reader is offered no tools.
 */
export interface ViewNote {
  kind: 'reasoning' | 'images' | 'tools';
  count: number;
}

/** What a view says otherwise to this reader; nothing of it is lost in the conversation. */
export function viewNotes(view: PagedView, reader: ReaderFigures): ViewNote[] {
  const counts = { reasoning: 0, images: 0, tools: 0 };
  const offersTools = view.tools.length > 0;
  for (const message of view.messages) {
    if (isFold(message)) continue;
    if (message.role === 'agent') {
      const thought = message.said.some((part) => part.type === 'reasoning' && part.text !== '');
      if (thought && !isReplayed(message, reader)) counts.reasoning += 1;
      continue;
    }
    const results = message.role === 'results' ? message.results : [];
    if (!offersTools) counts.tools += results.length;
    const parts = message.role === 'user' ? message.parts : results.flatMap((result) => result.parts);
    if (reader.vision) continue;
    counts.images += parts.filter(
      (part) => part.type === 'attachment' && part.attachment.kind === 'image',
    ).length;
  }
  return (['reasoning', 'images', 'tools'] as const).flatMap((kind) =>
    counts[kind] > 0 ? [{ kind, count: counts[kind] }] : [],
  );
}
