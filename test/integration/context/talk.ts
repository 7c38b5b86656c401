import type { Attachment, BridgeEvent, Message, PassNotice, Reader } from '#contract';
import { call, text } from '../../lab/index.ts';
import type { LabRequest } from '../../lab/record.ts';
import type { ScriptPart } from '../../lab/script.ts';
import type { Rig } from '../run/rig.ts';
import { isSummaryRequest } from './requests.ts';

/** A log of numbered lines, none like another: about 2.3 characters a token. */
function logText(lines: number): string {
  return Array.from({ length: lines }, (_, n) => {
    const id = (n * 2_654_435_761) % 4_294_967_296;
    const day = String((n % 28) + 1).padStart(2, '0');
    return `2026-11-${day} 09:${String(n % 60).padStart(2, '0')} node-${n % 7} id=${id.toString(16)} took ${n % 997} ms`;
  }).join('\n');
}

/** Words of about this many tokens, different for each label. */
export function wordsOf(label: string, tokens: number): string {
  const words = ['river', 'stone', 'leaf', 'ladder', 'branch', 'kettle', 'window', 'seed'];
  const some = Array.from({ length: tokens }, (_, n) => words[(n * 7 + label.length) % words.length]);
  return `${label}: ${some.join(' ')}.`;
}

/** Makes a route's model readable with a window of its own, as the settings do. */
export async function readerWith(
  rig: Rig,
  base: Reader,
  modelId: string,
  figures: { contextWindow?: number; maxOutput?: number; vision?: boolean; tools?: boolean },
): Promise<Reader> {
  await rig.call('providers.setModelFigures', { routeId: base.routeId, modelId, figures });
  return { routeId: base.routeId, modelId };
}

function attach(rig: Rig, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Attachment> {
  return rig.call('attachments.add', { name, bytes });
}

export function attachLog(rig: Rig, lines = 1500): Promise<Attachment> {
  return attach(rig, 'log.txt', new TextEncoder().encode(logText(lines)));
}

const isAnswerRequest = (request: LabRequest): boolean => !isSummaryRequest(request);

export interface Exchange {
  text: string;
  attachments?: Attachment[];
  parentId?: string;
  /** Calls that come first, each in a step of its own. */
  calls?: [name: string, args: object][];
  answer: string | ScriptPart[];
}

/** Sends a message and lets the model answer it as told. */
export async function turn(rig: Rig, conversationId: string, exchange: Exchange): Promise<Message> {
  const { calls = [], answer, attachments = [], parentId } = exchange;
  const steps = calls.map(([name, args]) => ({ parts: [call(name, JSON.stringify(args))] }));
  const parts = typeof answer === 'string' ? [text(answer)] : answer;
  rig.lab.script([...steps, { parts }], { when: isAnswerRequest });
  const content = { text: exchange.text, attachments };
  const { agentMessageId } = await rig.call('turns.send', {
    conversationId,
    content,
    ...(parentId !== undefined && { parentId }),
  });
  return rig.final(agentMessageId);
}

/** A call that reads a part of the log; what it answers is quiet. */
export const readLog = (part: number, characters = 1500): [string, object] => [
  'read_attachment',
  { file: 'log.txt', offset: part * characters, limit: characters },
];

/**
 * A conversation about a log: the file comes with the second message, and every turn from there on reads a part of it.
 *
 * @param from number of the first turn, so that a conversation can go on
 */
export async function talkAboutLog(
  rig: Rig,
  conversationId: string,
  turns: number,
  { from = 0, file, answerTokens = 120 }: { from?: number; file?: Attachment; answerTokens?: number } = {},
): Promise<Message[]> {
  const answers: Message[] = [];
  for (let n = from; n < from + turns; n += 1) {
    answers.push(
      await turn(rig, conversationId, {
        text: `Question ${n}: ${wordsOf(`q${n}`, 40)}`,
        attachments: n === 1 && file ? [file] : [],
        calls: n === 0 ? [] : [readLog(n)],
        answer: wordsOf(`Answer ${n}`, answerTokens),
      }),
    );
  }
  return answers;
}

/** The summary for the next request that asks for one. */
export function writeSummary(rig: Rig, label: string): void {
  rig.lab.script({ parts: [text(`## Goal\n${wordsOf(label, 120)}`)] }, { when: isSummaryRequest });
}

/** The passes that were told of so far. */
export function passesTold(rig: Rig): PassNotice[] {
  return rig.events.flatMap((event: BridgeEvent) => (event.type === 'pass' ? [event.pass] : []));
}

/** A conversation of which the middle is on pages, at the word of the user. */
export async function foldedTalk(rig: Rig, modelId: string) {
  const sees = await readerWith(rig, rig.readers.anthropic, modelId, { vision: true });
  const id = await rig.conversation(sees);
  await talkAboutLog(rig, id, 12, { file: await attachLog(rig), answerTokens: 900 });
  const { pass } = await rig.call('context.run', {
    conversationId: id,
    command: 'compact',
    args: 'snapshots',
  });
  if (!pass || pass.counts.pages === 0) throw new Error('Nothing became pages');
  return { id, sees, pass };
}
