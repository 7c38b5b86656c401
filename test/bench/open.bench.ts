import { longChat, storeOf } from './support/long-chat.ts';
import { median, report, rounded, timed } from './support/measure.ts';
import { countRowsRead } from './support/rows-read.ts';

/** What opening a conversation reads: its first page, as the window asks for it, with 50 and 10,000 messages. */
const rounds = 50;
const pageSize = 40;

function open(length: number): { rows: number; milliseconds: number } {
  const chat = longChat(length);
  const plain = storeOf(chat);
  const request = { conversationId: chat.conversationId, limit: pageSize };
  const times = Array.from({ length: rounds }, () => timed(() => plain.page(request)));
  const read = countRowsRead(chat.connection);
  storeOf(chat).page(request);
  const rows = read.take();
  chat.close();
  return { rows, milliseconds: median(times) };
}

const short = open(50);
const long = open(10_000);
report({
  bench: 'open-rows-read',
  value: long.rows,
  unit: 'rows with 10,000 messages',
  peer: { name: '50 messages', value: short.rows },
  ratio: rounded(long.rows / short.rows, 2),
});
report({
  bench: 'open-first-page',
  value: rounded(long.milliseconds),
  unit: 'ms with 10,000 messages',
  peer: { name: '50 messages', value: rounded(short.milliseconds) },
  ratio: rounded(long.milliseconds / short.milliseconds, 2),
});
