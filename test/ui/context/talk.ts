import type { Attachment, Conversation, Message, Reader, StampedReport, StartedTurn } from '#contract';
import { call, text } from '../../lab/index.ts';
import type { Stage } from '../chat/stage.ts';

/** A log of numbered lines, none like another: a result of a tool that is long, quiet and worth setting aside. */
function logText(lines: number): string {
  return Array.from({ length: lines }, (_, n) => {
    const id = ((n * 2_654_435_761) % 4_294_967_296).toString(16);
    return `2026-11-${String((n % 28) + 1).padStart(2, '0')} node-${n % 7} id=${id} took ${n % 997} ms`;
  }).join('\n');
}

export interface Talk {
  id: string;
  /** The agent's messages, oldest first. */
  answers: string[];
}

/** Lines of the file. It goes along with the message that it is attached to, too. */
const fileLines = 300;

/** Models of the lab's OpenAI mount, with the tokens of their windows: the first has no eyes. */
const windows = { 'gpt-lab-nano': 8192, 'gpt-lab-mini': 32_768 };
export type TalkModel = keyof typeof windows;

/** The model as a reader, its figures known. */
export async function readerOf(stage: Stage, modelId: TalkModel): Promise<Reader> {
  const reader = { ...stage.readers.openai, modelId };
  const figures = { contextWindow: windows[modelId], vision: modelId === 'gpt-lab-mini' };
  await stage.call('providers.setModelFigures', { ...reader, figures });
  return reader;
}

/**
 * A conversation about a long file, had before the window opens. From the second turn on a part of the file is read.
 *
 * @param characters of the file that each turn reads
 */
export async function talkAboutFile(
  stage: Stage,
  options: { modelId: TalkModel; turns: number; characters: number },
): Promise<Talk> {
  const { modelId, turns, characters } = options;
  const { id } = (await stage.call('conversations.create', {})) as Conversation;
  await stage.call('conversations.setReader', { id, reader: await readerOf(stage, modelId) });
  const file = (await stage.call('attachments.add', {
    name: 'log.txt',
    bytes: new TextEncoder().encode(logText(fileLines)),
  })) as Attachment;
  const answers: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn > 0) readPart(stage, turn, characters);
    stage.lab.script({ parts: [text(`Answer ${turn + 1}: the part is read, and it holds nothing new.`)] });
    const content = {
      text: `Question ${turn + 1}: what does the log say?`,
      attachments: turn === 1 ? [file] : [],
    };
    const { agentMessageId } = (await stage.call('turns.send', {
      conversationId: id,
      content,
    })) as StartedTurn;
    await ended(stage, agentMessageId);
    answers.push(agentMessageId);
  }
  return { id, answers };
}

/** Has the model's next step read a part of the file. */
function readPart(stage: Stage, part: number, characters: number): void {
  const args = JSON.stringify({ file: 'log.txt', offset: (part * characters) % 10_000, limit: characters });
  stage.lab.script({ parts: [call('read_attachment', args)] });
}

/** Waits until a message is no longer being written. */
async function ended(stage: Stage, id: string): Promise<void> {
  let settle = () => {};
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const client = stage.services.connect((event) => {
    if (event.type === 'message' && event.message.id === id && event.message.status !== 'streaming') settle();
    client.acknowledge();
  });
  const now = (await stage.call('tree.message', { id })) as Message;
  if (now.status !== 'streaming') settle();
  await done;
  client.close();
}

/** What fills the window now, without the stamp of the moment. */
export async function reported(stage: Stage, conversationId: string): Promise<Omit<StampedReport, 'stamp'>> {
  const { stamp: _stamp, ...report } = (await stage.call('context.report', {
    conversationId,
  })) as StampedReport;
  return report;
}
