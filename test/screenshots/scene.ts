import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attachment, BridgeEvent, Conversation, Route, StartedTurn } from '#contract';
import type { Services } from '../../main/services.ts';
import { startHost } from '../host/host.ts';
import { expectOk } from '../host/lab-routes.ts';
import { openTestServices, silentLog, systemEnvironment } from '../host/test-services.ts';
import { call, type Lab, startLab, text } from '../lab/index.ts';
import { kitchen, minutes, others, type Talk, trip } from './content.ts';
import { offers } from './offers.ts';

const day = 24 * 60 * 60 * 1000;

/** A workspace with conversations in it, behind the test host. */
export interface Scene {
  url: string;
  services: Services;
  /** Ids of the conversations that are shown, by title. */
  ids: Map<string, string>;
  close(): Promise<void>;
}

/** Fills a workspace as if its user had worked in it until `now`, in milliseconds since the epoch. */
export async function openScene(now: number): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-pictures-'));
  const lab = await startLab();
  let clock = now;
  const services = await openTestServices({
    folder,
    log: silentLog,
    environment: { ...systemEnvironment, now: () => clock },
    secretBox: { available: () => true, encrypt: (value) => Buffer.from(value), decrypt: String },
  });
  await addModels(services, lab);
  const ids = new Map<string, string>();
  const author = new Author(services, lab);
  const talks = [
    ...others.map(({ title, daysAgo, branches }) => plain(title, daysAgo, branches)),
    trip,
    minutes,
    await offers(),
  ];
  for (const talk of [...talks, kitchen].sort((a, b) => b.daysAgo - a.daysAgo)) {
    clock = now - talk.daysAgo * day - (talk === kitchen ? 0 : 2 * 60 * 60 * 1000);
    ids.set(talk.title, await author.hold(talk));
  }
  const host = await startHost({ services: Promise.resolve(services), port: 0, dev: false });
  return {
    url: host.url,
    services,
    ids,
    async close() {
      await host.close();
      await services.close();
      await lab.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A conversation that is seen in the list only. */
function plain(title: string, daysAgo: number, branches: number): Talk {
  const asks = Array.from({ length: branches }, (_, version) => `${title}, version ${version + 1}`);
  return { title, daysAgo, turns: [{ asks, answer: 'Here it is.' }] };
}

/** The lab under the names of real providers. */
async function addModels(services: Services, lab: Lab): Promise<void> {
  const add = async (preset: string, name: string, wire: Route['wire'], baseUrl: string, key: boolean) =>
    (await expectOk(services, 'providers.saveRoute', {
      route: { preset, name, wire, baseUrl },
      ...(key && { key: { value: lab.anthropic.apiKey, storage: 'system' } }),
    })) as Route;
  const { id } = await add('anthropic', 'Anthropic', 'anthropic', lab.anthropic.baseURL, true);
  await expectOk(services, 'providers.refreshModels', { id });
  const opus = { routeId: id, modelId: 'claude-lab-opus' };
  await expectOk(services, 'providers.setModelFigures', { ...opus, figures: { name: 'Claude Opus' } });
  await expectOk(services, 'providers.setDefaultReader', { reader: opus });
  const { url } = await lab.startLocal('ollama');
  const local = await add('ollama', 'Ollama', 'openai-chat', `${url}/v1`, false);
  await expectOk(services, 'providers.refreshModels', { id: local.id });
}

/** Writes conversations through the bridge, as a window does. */
class Author {
  readonly #services: Services;
  readonly #lab: Lab;
  readonly #ended = new Map<string, () => void>();

  constructor(services: Services, lab: Lab) {
    this.#services = services;
    this.#lab = lab;
    services.connect((event) => this.#hear(event));
  }

  /** Has a conversation, every wording of every question, and answers its id. */
  async hold({ title, turns }: Talk): Promise<string> {
    const { id } = (await this.#call('conversations.create', {})) as Conversation;
    for (const turn of turns) {
      if (turn.room)
        await this.#call('context.run', { conversationId: id, command: 'compact', args: turn.room });
      const attachments = await this.#attachAll(turn);
      const asked: StartedTurn[] = [];
      for (const [version, text] of turn.asks.entries()) {
        const content = { text, attachments };
        const first = asked[0]?.userMessageId;
        this.#prepare(turn, version);
        const started = (await (first
          ? this.#call('turns.edit', { conversationId: id, messageId: first, content })
          : this.#call('turns.send', { conversationId: id, content }))) as StartedTurn;
        await this.#end(started.agentMessageId);
        asked.push(started);
      }
      const shown = asked.at(turn.goesOnFrom ?? -1)?.agentMessageId;
      await this.#call('tree.moveTip', { conversationId: id, messageId: shown });
    }
    await this.#call('conversations.rename', { id, title });
    return id;
  }

  #prepare({ reads, answer, otherAnswers }: Talk['turns'][number], version: number): void {
    const other = otherAnswers?.[version];
    if (reads && other === undefined)
      this.#lab.script({ parts: [call('read_attachment', JSON.stringify({ file: reads }))] });
    this.#lab.script({ parts: [text(other ?? answer)] });
  }

  #attachAll({ file, picture }: Talk['turns'][number]): Promise<Attachment[]> {
    const files = [
      ...(file ? [{ name: file.name, bytes: new Uint8Array(Buffer.from(file.text)) }] : []),
      ...(picture ? [picture] : []),
    ];
    return Promise.all(files.map(async (one) => (await this.#call('attachments.add', one)) as Attachment));
  }

  #call(method: Parameters<typeof expectOk>[1], input: unknown): Promise<unknown> {
    return expectOk(this.#services, method, input);
  }

  async #end(messageId: string): Promise<void> {
    const running = (await this.#call('turns.running', {})) as StartedTurn[];
    if (!running.some(({ agentMessageId }) => agentMessageId === messageId)) return;
    await new Promise<void>((resolve) => this.#ended.set(messageId, resolve));
  }

  #hear(event: BridgeEvent): void {
    if (event.type === 'message' && event.message.status !== 'streaming') {
      this.#ended.get(event.message.id)?.();
    }
  }
}
