import { type LongChat, longChat, storeOf } from './support/long-chat.ts';
import { median, report, rounded, timed } from './support/measure.ts';

/**
 * [B2] Moving the tip in a conversation of 100 messages and in one of 100,000: to a neighbour and back, and from one
 * end of the path to the other. The two take turns, so that a busy machine slows both.
 */
const rounds = 300;

function moves(chat: LongChat, from: number, to: number): () => number {
  const store = storeOf(chat);
  const ends = [chat.ids.at(from) ?? '', chat.ids.at(to) ?? ''];
  let turn = 0;
  return () => {
    turn += 1;
    return timed(() => store.moveTip(chat.conversationId, ends[turn % 2] ?? ''));
  };
}

const small = longChat(100);
const large = longChat(100_000);
for (const [name, from, to] of [
  ['tip-move-neighbour', -1, -2],
  ['tip-move-end-to-end', -1, 1],
] as const) {
  const moveSmall = moves(small, from, to);
  const moveLarge = moves(large, from, to);
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.small.push(moveSmall());
    times.large.push(moveLarge());
  }
  const value = median(times.large);
  const peer = median(times.small);
  report({
    bench: name,
    value: rounded(value),
    unit: 'ms with 100,000 messages',
    peer: { name: '100 messages', value: rounded(peer) },
    ratio: rounded(value / peer, 2),
  });
}
small.close();
large.close();
