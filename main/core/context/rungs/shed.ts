import type { SeenPart } from '../../transcript/types.ts';
import { imageCost, tokensOf } from '../estimate.ts';
import type { ImagePlace, Shedding } from '../passes.ts';
import { pinnedAt } from '../pins.ts';
import { shedImage } from '../placeholders.ts';
import { base64Bytes } from '../reader.ts';
import { recallIdFor } from '../short-id.ts';
import { isFold } from '../view.ts';
import { type Rung, type RungInput, takenIds } from './rung.ts';

interface OldImage {
  part: Extract<SeenPart, { type: 'attachment' }>;
  place: ImagePlace;
  tokens: number;
  protected: boolean;
}

/**
 * The second rung: images, oldest first. What the request takes at most of images goes over the protected recent part,
 * for it would be refused; tokens do not. Pages are not touched: they are the text.
 */
export const shed: Rung = (input) => {
  const { situation, now, target, ratio, images } = input;
  const taken = takenIds(input);
  const edits: Shedding[] = [];
  let left = now.tokens - target;
  let { count, bytes } = now.images;
  for (const image of oldImages(input)) {
    const crowded = count > images.count || bytes > images.bytes;
    if (!crowded && (left <= 0 || image.protected)) continue;
    const { part, place, tokens } = image;
    const recallId = recallIdFor(`image ${JSON.stringify(place)}`, taken);
    const edit: Shedding = { kind: 'shedding', recallId, place, hash: part.attachment.hash, tokens };
    const cost = situation.estimator.seen(shedImage(part.attachment, edit), situation.reader);
    const freed = tokens - tokensOf(cost, ratio);
    if (!crowded && freed <= 0) continue;
    taken.add(recallId);
    edits.push(edit);
    left -= freed;
    count -= 1;
    bytes -= base64Bytes(part.attachment.bytes);
  }
  return { edits, work: [], limit: edits.length === 0 ? 'nothing' : null };
};

/** Images outside of pinned messages, in reading order. */
function oldImages({ situation, now, protectedFrom }: RungInput): OldImage[] {
  const { view, places } = now.applied;
  const { branch, reader } = situation;
  if (!reader.vision) return [];
  const pinned = pinnedAt(view.messages);
  const following = new Map(branch.path.map((id, at) => [id, branch.path[at + 1]]));
  return view.messages.flatMap((message, at): OldImage[] => {
    if (message.role === 'agent' || isFold(message) || pinned.has(at)) return [];
    const { messageId } = message;
    const inParts = (parts: readonly SeenPart[], placeOf: (part: number) => ImagePlace): OldImage[] =>
      parts.flatMap((part, index) =>
        part.type === 'attachment' && part.attachment.kind === 'image'
          ? [
              {
                part,
                place: placeOf(index),
                tokens: imageCost(part.attachment, reader),
                protected: at >= protectedFrom,
              },
            ]
          : [],
      );
    if (message.role === 'user') {
      const next = following.get(messageId);
      return next === undefined
        ? []
        : inParts(message.parts, (part) => ({ of: 'user', messageId, next, part }));
    }
    const step = places[at]?.step ?? 0;
    return message.results.flatMap(({ parts, callId }) =>
      inParts(parts, (part) => ({ of: 'result', messageId, step, callId, part })),
    );
  });
}
