import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { Conversation, Message, Route } from '#contract';
import type { Services } from '../../main/services.ts';
import type { FaultPoint } from '../../main/storage/faults.ts';
import { expectOk } from '../host/lab-routes.ts';
import { openTestServices, silentLog } from '../host/test-services.ts';
import type { Lab } from '../lab/index.ts';

/** What the process that will be killed told before it died: promises that have to be kept. */
export type ChildLine =
  | { type: 'ready' }
  | { type: 'sent'; text: string; ids: { userMessageId: string; agentMessageId: string } }
  | { type: 'answered'; message: Message };

/** When the process is killed: at a named point, or that many milliseconds after it was ready. */
export type Death = { point: FaultPoint; pass: number } | { after: number };

/** A workspace whose process is killed again and again, and what was promised to its user so far. */
export class Patient {
  readonly #folder: string;
  readonly #conversationId: string;
  readonly #sent = new Map<string, string>();
  readonly #answered = new Map<string, Message>();

  private constructor(folder: string, conversationId: string) {
    this.#folder = folder;
    this.#conversationId = conversationId;
  }

  static async create(lab: Lab): Promise<Patient> {
    const folder = await mkdtemp(join(tmpdir(), 'bough-fault-'));
    const services = await openTestServices({ folder, log: silentLog });
    const route = (await expectOk(services, 'providers.saveRoute', {
      route: { preset: 'other', name: 'Lab', wire: 'openai-chat', baseUrl: lab.openai.baseURL },
      key: { value: lab.openai.apiKey, storage: 'plain' },
    })) as Route;
    const { id } = (await expectOk(services, 'conversations.create', {})) as Conversation;
    await expectOk(services, 'conversations.setReader', {
      id,
      reader: { routeId: route.id, modelId: 'gpt-lab' },
    });
    await services.close();
    return new Patient(folder, id);
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  /** Runs the app until it is killed. Rejects when it ends in any other way. */
  async run(death: Death): Promise<void> {
    const args = 'point' in death ? [death.point, String(death.pass)] : [];
    const script = join(import.meta.dirname, 'child.ts');
    const child = spawn(process.execPath, [script, this.#folder, this.#conversationId, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Sixty starts: their code is compiled once.
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'bough-fault-code') },
    });
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const told = JSON.parse(line) as ChildLine;
      if (told.type === 'sent') this.#sent.set(told.ids.userMessageId, told.text);
      if (told.type === 'answered') this.#answered.set(told.message.id, told.message);
      if (told.type === 'ready' && 'after' in death) setTimeout(() => child.kill('SIGKILL'), death.after);
    });
    const read = new Promise((resolve) => lines.once('close', resolve));
    const signal = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (_, by) => resolve(by));
    });
    await read;
    expect(signal).toBe('SIGKILL');
  }

  /** Opens what the crash left, as the next start of the app does, and holds it against every promise. */
  async examine(): Promise<void> {
    const services = await openTestServices({ folder: this.#folder, log: silentLog });
    try {
      await this.#compare(services);
      await this.#goOn(services);
      await this.#compare(services);
    } finally {
      await services.close();
    }
    const db = new Database(join(this.#folder, 'workspace/bough.db'), { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    db.close();
  }

  async #compare({ workspace }: Services): Promise<void> {
    const { messages, conversations, transcripts } = workspace;
    for (const [id, text] of this.#sent) {
      expect(messages.get(id)).toMatchObject({
        role: 'user',
        status: 'complete',
        parts: [{ type: 'text', text }],
      });
    }
    for (const [id, message] of this.#answered) {
      const { status, parts } = messages.get(id);
      expect({ status, parts }).toEqual({ status: message.status, parts: message.parts });
    }
    expect(messages.streaming()).toEqual([]);
    const { agentId, tipId } = conversations.get(this.#conversationId);
    expect(['complete', 'interrupted']).toContain(messages.node(tipId).status);
    const { ids, roles, statuses } = messages.skeleton(this.#conversationId);
    const complete = ids.filter((_, at) => roles[at] === 'agent' && statuses[at] === 'complete');
    const loaded = await transcripts.load(this.#conversationId, agentId);
    // The turn before or the turn after, never in between: exactly the answers that are complete, each whole.
    if (loaded.kind === 'absent') expect(complete).toEqual([]);
    else if (loaded.kind === 'loaded') {
      const { turns } = loaded.transcript;
      expect(turns.map((turn) => turn.agentMessageId).sort()).toEqual(complete.sort());
      for (const turn of turns) expect(turn.steps.at(-1)?.results).toEqual([]);
    } else throw new Error(`The transcript is ${loaded.kind}`);
  }

  /** One more turn, which the lab has to accept. */
  async #goOn(services: Services): Promise<void> {
    const answered = new Promise<Message>((resolve) => {
      services.connect((event) => {
        const isAnswer = event.type === 'message' && event.message.role === 'agent';
        if (isAnswer && event.message.status !== 'streaming') resolve(event.message);
      });
    });
    const text = 'And after the crash? [[lab: say Going on.]]';
    const sent = (await expectOk(services, 'turns.send', {
      conversationId: this.#conversationId,
      content: { text, attachments: [] },
    })) as { userMessageId: string };
    const message = await answered;
    expect(message.status).toBe('complete');
    this.#sent.set(sent.userMessageId, text);
    this.#answered.set(message.id, message);
  }
}
