import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import type { Route } from '#contract';
import type { Transcript, Turn } from '#core/transcript/types.ts';
import { serialiseTranscript } from '../../../main/storage/transcript-file.ts';
import { seedConversation } from '../../host/fixtures.ts';
import { expectOk } from '../../host/lab-routes.ts';
import { openTestServices, silentLog } from '../../host/test-services.ts';
import { shippedWorkers } from './shipped-workers.ts';

export interface LongHistory {
  conversationId: string;
  /** As counted by o200k. */
  tokens: number;
  characters: number;
  turns: number;
}

const root = join(import.meta.dirname, '../../..');
const readAll = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

/** Text as it stands in long conversations: prose, code, data. */
const corpora = [readAll('docs/**/*.md'), readAll('main/**/*.ts'), readAll('package-lock.json')];

/** Text of one of the kinds; the next of its kind begins where it ended. */
function textOf(kind: number, n: number, length: number): string {
  const corpus = corpora[kind % corpora.length] ?? '';
  const start = (n * length) % (corpus.length - length);
  return `${n}: ${corpus.slice(start, start + length)}`;
}

/**
 * Makes a workspace with one conversation of at least `tokens` tokens: questions, tool calls with quiet results of code,
 * logs and data, and answers, all of it in the transcript as a model would have left it there.
 *
 * @param folder as given to `openTestServices`
 * @param reader the route, wire and model that the turns were made with
 */
export async function makeLongHistory(
  folder: string,
  tokens: number,
  reader: { wire: string; modelId: string },
): Promise<LongHistory> {
  const shares = { user: 400, result: 5000, answer: 3000 };
  const count = (text: string): number => o200k.countTokens(text);
  const contents: { user: string; result: string; answer: string; args: string }[] = [];
  for (let sum = 0; sum < tokens; ) {
    const n = contents.length;
    const user = textOf(0, n, shares.user);
    const result = textOf(1 + (n % 2), n, shares.result);
    const answer = textOf(n % 3 === 0 ? 1 : 0, n, shares.answer);
    contents.push({ user, result, answer, args: JSON.stringify({ file: `part-${n}.txt` }) });
    sum += count(user) + count(result) + count(answer) + 30;
  }
  const total = contents.reduce(
    (sum, one) => sum + count(one.user) + count(one.result) + count(one.answer),
    0,
  );
  const { conversationId, path } = await seedConversation(folder, {
    messages: contents.length * 2,
    parts: (depth) => {
      const one = contents[Math.floor((depth - 1) / 2)];
      return [{ type: 'text', text: (depth % 2 === 1 ? one?.user : one?.answer) ?? '' }];
    },
  });
  const services = await openTestServices({ folder, log: silentLog });
  const { agentId } = services.workspace.conversations.get(conversationId);
  await services.close();
  const transcript: Transcript = {
    format: 'bough-transcript',
    version: 1,
    conversationId,
    agentId,
    turns: contents.map((one, n) => turnOf(one, n, path, reader)),
    checkpoints: [],
    passes: [],
  };
  const transcripts = join(folder, 'workspace/transcripts');
  await mkdir(transcripts, { recursive: true });
  await writeFile(join(transcripts, `${conversationId}.${agentId}.json`), serialiseTranscript(transcript));
  // Taken over once, as the app's own file: what is measured is no restored workspace.
  const again = await openTestServices({ folder, log: silentLog });
  await again.workspace.transcripts.load(conversationId, agentId);
  await again.close();
  const characters = contents.reduce(
    (sum, one) => sum + one.user.length + one.result.length + one.answer.length,
    0,
  );
  return { conversationId, tokens: total, characters, turns: contents.length };
}

function turnOf(
  { user, result, answer, args }: { user: string; result: string; answer: string; args: string },
  n: number,
  path: readonly string[],
  { wire, modelId }: { wire: string; modelId: string },
): Turn {
  const id = `toolu_${n}`;
  const native = (block: object) => ({ wire, model: modelId, blocks: [block] });
  return {
    userMessageId: path[n * 2] ?? '',
    agentMessageId: path[n * 2 + 1] ?? '',
    routeId: 'bench',
    model: modelId,
    user: [{ type: 'text', text: user }],
    steps: [
      {
        said: [{ type: 'call', id, name: 'read_attachment', arguments: args }],
        native: native({ type: 'tool_use', id, name: 'read_attachment', input: args }),
        results: [
          {
            callId: id,
            name: 'read_attachment',
            parts: [{ type: 'text', text: result }],
            failed: false,
            eventful: false,
          },
        ],
        usage: null,
      },
      {
        said: [{ type: 'text', text: answer }],
        native: native({ type: 'text', text: answer }),
        results: [],
        usage: null,
      },
    ],
    source: 'seen',
    endedAt: 1_800_000_000_000 + n,
  };
}

/** Opens the services with a reader whose window holds the history; nothing answers at its address. */
export async function openWithReader(folder: string, modelId: string, contextWindow: number) {
  const services = await openTestServices({ folder, log: silentLog, workers: shippedWorkers });
  const route = (await expectOk(services, 'providers.saveRoute', {
    route: { preset: 'other', name: 'Nobody', wire: 'anthropic', baseUrl: 'http://127.0.0.1:9' },
    key: { value: 'none', storage: 'session' },
  })) as Route;
  await expectOk(services, 'providers.setModelFigures', {
    routeId: route.id,
    modelId,
    figures: { contextWindow, vision: true, tools: true },
  });
  return { services, reader: { routeId: route.id, modelId } };
}
