import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Part } from '#contract';
import type { Edit, Pass } from '#core/context/passes.ts';
import type { SeenPart, Turn } from '#core/transcript/types.ts';
import { canHoldTip } from '#core/tree/tip.ts';
import { ForkService } from '../../../main/branches/fork-service.ts';
import { Marks } from '../../../main/branches/marks.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { chatGptArchive, claudeArchive, pixel, seeded } from '../../fixtures/import-archives.ts';
import { systemEnvironment } from '../../host/test-services.ts';
import type { Rig } from './rig.ts';

/** A folder in memory where the system has one: hundreds of databases are synced there in no time. */
export function memoryFolder(): string {
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'bough-random-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const texts = [
  'Plum jam',
  'สวัสดี\n\n```ts\nx\n```',
  '学习',
  'příliš\u0000ř',
  '',
  'a\u2028b "q" \\',
  '🏮'.repeat(9),
];

/** Fills a workspace with what workspaces hold, the same for the same seed but for ids and times. */
export async function fillAtRandom(rig: Rig, seed: number): Promise<void> {
  const random = seeded(seed * 7919);
  const { workspace } = rig;
  const agents = [workspace.agents.default().id];
  for (let n = Math.floor(random() * 3); n > 0; n -= 1) agents.push(makeAgent(workspace, random, n));
  if (random() < 0.4) await bringSomething(rig, random, seed);
  for (let n = 1 + Math.floor(random() * 2); n > 0; n -= 1) {
    await new Talk(workspace, random, agents).grow();
  }
}

function makeAgent(workspace: Workspace, random: Random, n: number): string {
  const { id } = workspace.agents.create({
    name: `Helper ${systemEnvironment.newId()}`,
    colour: n,
    systemPrompt: pick(random, texts),
    tools: pick(random, [[], ['recall', 'checkpoint']]),
    reader: random() < 0.5 ? null : { routeId: 'lab', modelId: 'gpt' },
  });
  if (random() < 0.2) workspace.agents.archive(id);
  return id;
}

/** What came from elsewhere, with hidden entries, unknown blocks, repairs and pictures. */
async function bringSomething(rig: Rig, random: Random, seed: number): Promise<void> {
  const size = { seed, conversations: 1, nodes: 12, damaged: true };
  const files = random() < 0.5 ? chatGptArchive({ ...size, layout: 'full' }) : claudeArchive(size);
  const file = join(rig.folder, '..', `brought-${seed}.json`);
  writeFileSync(file, files['conversations.json'] ?? '');
  await rig.bring([file]);
  rmSync(file);
}

/** Goes on with a conversation of a workspace, on any of its branches, with any of its agents. */
export async function goOn(workspace: Workspace, id: string, seed: number): Promise<void> {
  const random = seeded(seed * 7919);
  const agents = workspace.agents.list().flatMap((agent) => (agent.archivedAt === null ? [agent.id] : []));
  await new Talk(workspace, random, agents, id).turns();
}

/** One conversation as it grows. */
class Talk {
  readonly #workspace: Workspace;
  readonly #random: Random;
  readonly #agents: readonly string[];
  readonly #id: string;
  /** Where one can go on. */
  readonly #places: string[];

  /** @param existing a conversation to go on with; without it a new one is made */
  constructor(workspace: Workspace, random: Random, agents: readonly string[], existing?: string) {
    this.#workspace = workspace;
    this.#random = random;
    this.#agents = agents;
    this.#id = existing ?? workspace.conversations.create({ agentId: agents[0] }).id;
    const { ids } = workspace.messages.skeleton(this.#id);
    this.#places = ids.filter((id) => canHoldTip(workspace.messages.node(id)));
  }

  async turns(): Promise<void> {
    for (let n = 1 + this.#random() * 4; n > 0; n -= 1) await this.#turn();
  }

  async grow(): Promise<void> {
    const random = this.#random;
    const { conversations, messages, branchNames, drafts } = this.#workspace;
    await this.turns();
    await this.#setAside();
    if (random() < 0.5) messages.moveTip(this.#id, pick(random, this.#places));
    if (random() < 0.4) await this.#fork();
    if (random() < 0.3 && this.#places.length > 1)
      branchNames.set(this.#id, pick(random, this.#places.slice(1)), pick(random, ['เรือ', 'Boats']));
    if (random() < 0.3) conversations.setReader(this.#id, { routeId: 'lab', modelId: 'gpt' });
    if (random() < 0.5)
      conversations.rename(this.#id, pick(random, ['Boats', 'x'.repeat(150), 'ตลาด']), 'user');
    if (random() < 0.2) drafts.save(this.#id, { text: 'Not yet', attachments: [] });
    if (random() < 0.2) conversations.trash(this.#id);
  }

  async #turn(): Promise<void> {
    const random = this.#random;
    const picture = random() < 0.2 ? await this.#picture() : null;
    const absent: Part[] = random() < 0.1 ? [{ type: 'absent', name: 'plan.pdf', reason: 'damaged' }] : [];
    const user = this.#workspace.messages.appendUser({
      conversationId: this.#id,
      parentId: pick(random, this.#places),
      parts: [{ type: 'text', text: pick(random, texts) }, ...(picture ? [picture] : []), ...absent],
    });
    this.#places.push(user.id);
    for (let answers = 1 + Math.floor(random() * 2); answers > 0; answers -= 1)
      await this.#answer(user.id, picture);
  }

  async #picture(): Promise<Extract<Part, { type: 'attachment' }>> {
    const bytes = Buffer.concat([pixel, Buffer.from([Math.floor(this.#random() * 4)])]);
    const attachment = await this.#workspace.attachments.add('a picture.png', bytes);
    return { type: 'attachment', attachment };
  }

  /** Of any status; a complete one with its turn, and at times a mark. */
  async #answer(userId: string, picture: Extract<SeenPart, { type: 'attachment' }> | null): Promise<void> {
    const random = this.#random;
    const { messages, transcripts } = this.#workspace;
    const agentId = pick(random, this.#agents);
    const { id } = messages.startAgent({
      conversationId: this.#id,
      parentId: userId,
      agentId,
      model: 'lab/gpt',
    });
    const parts: Part[] = [
      { type: 'reasoning', text: 'Hm.' },
      {
        type: 'tool',
        id: 'c1',
        name: 'look',
        input: '{"a": 1}',
        state: 'done',
        result: 'seen',
        eventful: false,
      },
      { type: 'text', text: pick(random, texts) },
    ];
    const status = pick(random, ['complete', 'complete', 'complete', 'interrupted', 'failed'] as const);
    if (status !== 'complete') {
      const cutOff = status === 'interrupted' && random() < 0.5;
      messages.finalise(id, { status, parts, usage: null, cutOff });
      if (status === 'interrupted') this.#places.push(id);
      return;
    }
    const turn = turnOf(userId, id, picture, random);
    const label = pick(random, ['', 'before the storm', 'จุดนี้']);
    const mark = { label, messageId: id, createdAt: 5 };
    const { hash } = await transcripts.update(this.#id, agentId, (transcript) => ({
      ...transcript,
      turns: [...transcript.turns, turn],
      checkpoints: label === '' ? transcript.checkpoints : [...transcript.checkpoints, mark],
    }));
    const usage = {
      input: 10,
      output: 2,
      cacheRead: 0,
      cacheWrite: 1,
      ...(random() < 0.5 && { cost: 0.25 }),
    };
    messages.finalise(id, { status, parts, usage, transcriptHash: hash, moveTipFrom: userId });
    this.#places.push(id);
  }

  /** Passes, folds among them, and a trim: what the file no longer holds is in the database only. */
  async #setAside(): Promise<void> {
    const random = this.#random;
    const { transcripts } = this.#workspace;
    for (const agentId of transcripts.agentsOf(this.#id)) {
      if (random() < 0.5) continue;
      await transcripts.amend(this.#id, agentId, (transcript) => {
        const passes = transcript.turns.map((turn, n) => passOf(turn, n, random));
        const turns = random() < 0.3 ? transcript.turns.slice(1) : transcript.turns;
        return { ...transcript, turns, passes };
      });
    }
  }

  async #fork(): Promise<void> {
    const { messages } = this.#workspace;
    const workspace = this.#workspace;
    const last = this.#places.filter((id) => messages.node(id).role === 'agent').at(-1);
    if (last === undefined) return;
    const events = { publish: () => {} };
    const environment = systemEnvironment;
    const marks = new Marks({ workspace, events, environment });
    const forks = new ForkService({ workspace, marks, events, environment });
    await forks.make({ conversationId: this.#id, messageId: last });
  }
}

function turnOf(
  userMessageId: string,
  agentMessageId: string,
  picture: Extract<SeenPart, { type: 'attachment' }> | null,
  random: Random,
): Turn {
  const usage = { input: 10, output: 2, cacheRead: 0, cacheWrite: 1 };
  const native = {
    wire: 'openai-chat',
    model: 'gpt',
    blocks: [{ raw: ' {"kept":  true}', z: 1, a: [null] }],
  };
  const call = { type: 'call' as const, id: 'c1', name: 'look', arguments: ' {"a": 1}' };
  const seen: SeenPart[] = [{ type: 'text', text: 'seen' }, ...(picture ? [picture] : [])];
  return {
    userMessageId,
    agentMessageId,
    routeId: 'lab',
    model: 'gpt',
    user: [{ type: 'text', text: 'asked' }, ...(picture ? [picture] : [])],
    steps: [
      {
        said: [{ type: 'reasoning', text: 'Hm.' }, call],
        native,
        results: [{ callId: 'c1', name: 'look', parts: seen, failed: false, eventful: random() < 0.5 }],
        usage,
        ...(random() < 0.3 && { passMark: 'abc' }),
      },
      { said: [{ type: 'text', text: pick(random, texts) }], native, results: [], usage: null },
    ],
    source: random() < 0.1 ? 'rebuilt' : 'seen',
    endedAt: 1_750_000_000_000,
    ...(random() < 0.1 && { rewind: { label: 'จุดนี้', messageId: agentMessageId, digest: 'Learned.' } }),
  };
}

function passOf(turn: Turn, n: number, random: Random): Pass {
  const { userMessageId, agentMessageId: messageId } = turn;
  const edits: Edit[] = [
    {
      kind: 'elision',
      recallId: `r${n}a`,
      place: { messageId, step: 0, callId: 'c1' },
      reason: 'old',
      tokens: 70,
    },
    {
      kind: 'fold',
      id: `r${n}b`,
      as: 'pages',
      covers: [
        { messageId: userMessageId, steps: null },
        { messageId, steps: { from: 0, to: null } },
      ],
      turns: { from: 1, to: 1 },
      source: [
        { kind: 'text', text: pick(random, texts) },
        ...(n > 0 ? [{ kind: 'fold' as const, id: `r${n - 1}b` }] : []),
      ],
      forms: [
        {
          kind: 'pages',
          shape: 'wide',
          legend: 'Pages.',
          pages: [{ hash: 'ab'.repeat(32), width: 768, height: 96, bytes: 900 }],
          sidecar: '',
        },
        { kind: 'omission' },
      ],
      tokens: 900,
    },
  ];
  const trigger = pick(random, ['threshold', 'refusal', 'user'] as const);
  return {
    id: systemEnvironment.newId(),
    createdAt: 1_750_000_000_000,
    trigger,
    edits,
    before: 2000,
    after: 900,
    undone: random() < 0.3,
  };
}

/** What of a workspace must come along, read past the app: from the tables and the files themselves. */
export function stateOf(folder: string): Record<string, unknown> {
  const db = new BetterSqlite(join(folder, 'bough.db'), { readonly: true });
  const all = (sql: string): unknown[] => db.prepare(sql).raw().all();
  const state = {
    agents: all(`
      SELECT id, name, colour, system_prompt, tools, reader, archived_at FROM agents
      WHERE id IN (SELECT agent_id FROM conversations UNION SELECT agent_id FROM messages
        UNION SELECT agent_id FROM transcripts) ORDER BY id`),
    conversations: all(`
      SELECT id, title, title_source, agent_id, reader, tip_id, branch_count, created_at, updated_at, trashed_at
      FROM conversations ORDER BY id`),
    // In the order in which they were made, which is that of siblings.
    messages: all(`
      SELECT conversation_id, id, parent_id, depth, role, agent_id, status, model, usage, created_at, cut_off, text,
        parts FROM messages ORDER BY conversation_id, seq`),
    transcripts: all('SELECT conversation_id, agent_id, hash FROM transcripts ORDER BY 1, 2'),
    names: all('SELECT * FROM branch_names ORDER BY 1'),
    forks: all('SELECT * FROM forks ORDER BY 1'),
    origins: all(`
      SELECT source, source_key, conversation_id, title, tip_id FROM import_origins
      WHERE source <> 'bough' ORDER BY 1, 2`),
    keys: all('SELECT conversation_id, source_key, message_id FROM import_messages ORDER BY 1, 2'),
    extras: all('SELECT * FROM import_extras ORDER BY 1, 2, 3'),
    uses: all(`
      SELECT conversation_id, hash FROM attachment_uses
      WHERE conversation_id IN (SELECT id FROM conversations) ORDER BY 1, 2`),
    attachments: all('SELECT hash, mime, kind, bytes, width, height FROM attachments ORDER BY 1'),
  };
  db.close();
  return { ...state, files: { ...filesOf(folder, 'transcripts'), ...filesOf(folder, 'attachments') } };
}

function filesOf(folder: string, name: string): Record<string, string> {
  const files = readdirSync(join(folder, name)).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, name, file), 'base64')]));
}
