import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BridgeEvent,
  ErrorCode,
  Message,
  MethodInput,
  MethodName,
  MethodOutput,
  Part,
  Reader,
  StartedTurn,
} from '#contract';
import { applyOps } from '#contract/events.ts';
import type { Services, ServicesOptions } from '../../../main/services.ts';
import { addLabRoutes, type LabReaders } from '../../host/lab-routes.ts';
import { openTestServices, silentLog } from '../../host/test-services.ts';
import { type Lab, startLab } from '../../lab/index.ts';

/** The services over real files and a real lab, called through the bridge as the window calls them. */
export class Rig {
  readonly lab: Lab;
  readonly folder: string;
  readonly readers: LabReaders;
  readonly #options: Partial<ServicesOptions>;
  services: Services;
  /** Everything that was published since the services were last opened. */
  events: BridgeEvent[] = [];
  #waiters = new Set<() => void>();

  private constructor(lab: Lab, folder: string, services: Services, readers: LabReaders, options: object) {
    this.lab = lab;
    this.folder = folder;
    this.services = services;
    this.readers = readers;
    this.#options = options;
    this.#listen();
  }

  static async start(given: Partial<ServicesOptions> = {}): Promise<Rig> {
    const options = { log: silentLog, ...given };
    const lab = await startLab();
    const folder = await mkdtemp(join(tmpdir(), 'bough-run-'));
    const services = await openTestServices({ folder, ...options });
    const readers = await addLabRoutes(services, lab);
    return new Rig(lab, folder, services, readers, options);
  }

  /** Closes the services in order and opens them again, as a restart of the app does. */
  async restart(between: () => Promise<void> = async () => {}): Promise<void> {
    await this.services.close();
    await between();
    this.services = await openTestServices({ folder: this.folder, ...this.#options });
    // The keys of these routes live until the app closes.
    await addLabRoutes(this.services, this.lab);
    this.events = [];
    this.#listen();
  }

  /** Ends everything, and lets the lab have the last word: no request may have been broken. */
  async end(): Promise<void> {
    await this.services.close();
    await this.lab.close();
    await rm(this.folder, { recursive: true, force: true });
    this.lab.verify();
  }

  async call<Name extends MethodName>(method: Name, input: MethodInput<Name>): Promise<MethodOutput<Name>> {
    const result = await this.services.call(method, input);
    if (result.ok) return result.data as MethodOutput<Name>;
    throw new Error(`${method}: ${result.error.code}: ${result.error.message}\n${result.error.detail ?? ''}`);
  }

  /** The code that a call fails with; null when it does not fail. */
  async codeOf<Name extends MethodName>(method: Name, input: MethodInput<Name>): Promise<ErrorCode | null> {
    const result = await this.services.call(method, input);
    return result.ok ? null : result.error.code;
  }

  async conversation(reader: Reader = this.readers.openai): Promise<string> {
    const { id } = await this.call('conversations.create', {});
    await this.call('conversations.setReader', { id, reader });
    return id;
  }

  send(conversationId: string, text: string, parentId?: string): Promise<StartedTurn> {
    const content = { text, attachments: [] };
    return this.call('turns.send', { conversationId, content, ...(parentId !== undefined && { parentId }) });
  }

  /** Sends and waits for the end of the answer. */
  async ask(conversationId: string, text: string, parentId?: string): Promise<Message> {
    const { agentMessageId } = await this.send(conversationId, text, parentId);
    return this.final(agentMessageId);
  }

  message(id: string): Promise<Message> {
    return this.call('tree.message', { id });
  }

  async tip(id: string): Promise<string> {
    return (await this.call('conversations.get', { id })).tipId;
  }

  /** Waits until an answer is final, and returns it. */
  async final(id: string): Promise<Message> {
    const event = await this.until(
      (each) => each.type === 'message' && each.message.id === id && each.message.status !== 'streaming',
    );
    if (event.type !== 'message') throw new Error('Not a message');
    return event.message;
  }

  /** The first event, past or future, for which the predicate holds. */
  until(predicate: (event: BridgeEvent) => boolean): Promise<BridgeEvent> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.events.find(predicate);
        if (!found) return;
        this.#waiters.delete(look);
        resolve(found);
      };
      this.#waiters.add(look);
      look();
    });
  }

  /** Waits until a window knows this text of a streaming answer. */
  async shows(id: string, text: string): Promise<void> {
    await this.until(() => JSON.stringify(this.shown(id) ?? null).includes(text));
  }

  /** What a window that applies every event knows of a message; null after a gap. */
  shown(id: string): Part[] | null {
    let parts: Part[] | null = [];
    for (const event of this.events) {
      if (event.type === 'message' && event.message.id === id) parts = event.message.parts;
      if (event.type === 'delta' && event.messageId === id) parts = parts && applyOps(parts, event.ops);
    }
    return parts;
  }

  #listen(): void {
    const client = this.services.connect((event) => {
      // As it is at this moment, as a channel between processes would carry it.
      this.events.push(structuredClone(event));
      if (event.type === 'delta') queueMicrotask(() => client.acknowledge());
      for (const look of [...this.#waiters]) look();
    });
  }
}

/** What a person reads of a message. */
export function textOf(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

/** The code of the error that ends a message. */
export function failureOf(message: Message): ErrorCode | null {
  const last = message.parts.at(-1);
  return last?.type === 'error' ? last.code : null;
}
