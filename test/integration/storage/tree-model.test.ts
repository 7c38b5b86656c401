import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildTree } from '#core/tree/build.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { openWorkspace } from '../../../main/storage/workspace.ts';
import {
  rawDatabase,
  type TestEnvironment,
  temporaryFolder,
  testEnvironment,
  text,
  workspaceOptions,
} from './support.ts';

interface ModelMessage {
  id: string;
  parentId: string;
  status: 'streaming' | 'complete' | 'interrupted' | 'failed';
  words: string;
}

/** What a conversation should hold: the simplest thing that can be compared with the database. */
interface ModelConversation {
  id: string;
  rootId: string;
  tip: string;
  trashed: boolean;
  messages: ModelMessage[];
}

class Model {
  conversations: ModelConversation[] = [];
}

class Real {
  readonly folder: string;
  readonly environment: TestEnvironment = testEnvironment();
  workspace!: Workspace;
  words = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  async open(): Promise<void> {
    this.workspace = await openWorkspace(workspaceOptions(this.folder, { environment: this.environment }));
  }

  /** Any clock, also one that runs backwards [B6]. */
  tick(time: number): string {
    this.environment.time = time;
    this.words += 1;
    return `words ${this.words}`;
  }
}

type Command = fc.AsyncCommand<Model, Real>;

const good = (message: ModelMessage) => message.status === 'complete' || message.status === 'interrupted';
const canContinue = (conversation: ModelConversation) => [
  conversation.rootId,
  ...conversation.messages.filter(good).map((message) => message.id),
];

/** Picks by a number, so that a failing run shrinks. */
function pick<T>(list: readonly T[], choice: number): T {
  const picked = list[choice % list.length];
  if (picked === undefined) throw new Error('Nothing to pick from');
  return picked;
}

/** A step on one live conversation. `run` returns what the model's conversation must look like afterwards. */
function step(
  name: string,
  choices: readonly number[],
  ready: (conversation: ModelConversation) => boolean,
  run: (conversation: ModelConversation, real: Real, words: string) => void | Promise<void>,
): Command {
  const [which = 0, time = 0] = choices;
  const live = (model: Model) => model.conversations.filter((each) => !each.trashed && ready(each));
  return {
    toString: () => `${name}(${choices.join(', ')})`,
    check: (model) => live(model).length > 0,
    async run(model, real) {
      const conversation = pick(live(model), which);
      await run(conversation, real, real.tick(time));
      compare(model, real.workspace);
    },
  };
}

const streamingOf = (conversation: ModelConversation) =>
  conversation.messages.filter((message) => message.status === 'streaming');

const numbers = fc.tuple(fc.nat(), fc.nat(2_000_000_000_000), fc.nat());

const create: fc.Arbitrary<Command> = fc.constant({
  toString: () => 'create',
  check: () => true,
  async run(model, real) {
    const { id, rootId } = real.workspace.conversations.create();
    model.conversations.push({ id, rootId, tip: rootId, trashed: false, messages: [] });
    compare(model, real.workspace);
  },
});

/** At the tip, or (an edit) anywhere else that can be continued. */
const append = numbers.map((n) =>
  step(
    'append',
    n,
    () => true,
    (conversation, { workspace }, words) => {
      const parentId = n[2] % 2 ? conversation.tip : pick(canContinue(conversation), n[2]);
      const { id } = workspace.messages.appendUser({
        conversationId: conversation.id,
        parentId,
        parts: text(words),
      });
      conversation.messages.push({ id, parentId, status: 'complete', words });
      conversation.tip = id;
    },
  ),
);

/** A first answer or a regeneration: the tip stays. */
const start = numbers.map((n) =>
  step(
    'start',
    n,
    (each) => each.messages.length > 0,
    (conversation, { workspace }) => {
      const parentId = pick(canContinue(conversation), n[2]);
      const agentId = workspace.agents.default().id;
      const { id } = workspace.messages.startAgent({
        conversationId: conversation.id,
        parentId,
        agentId,
        model: 'lab/one',
      });
      conversation.messages.push({ id, parentId, status: 'streaming', words: '' });
    },
  ),
);

const journal = numbers.map((n) =>
  step(
    'journal',
    n,
    (each) => streamingOf(each).length > 0,
    (conversation, { workspace }, words) => {
      const message = pick(streamingOf(conversation), n[2]);
      workspace.messages.journal(message.id, text(words));
      message.words = words;
    },
  ),
);

const end = fc
  .tuple(numbers, fc.constantFrom('complete', 'interrupted', 'failed'), fc.boolean())
  .map(([n, status, follows]) =>
    step(
      `end ${status}`,
      n,
      (each) => streamingOf(each).length > 0,
      (conversation, { workspace }, words) => {
        const message = pick(streamingOf(conversation), n[2]);
        const from = follows ? conversation.tip : message.parentId;
        workspace.messages.finalise(message.id, {
          status,
          parts: text(words),
          usage: null,
          moveTipFrom: from,
        });
        Object.assign(message, { status, words });
        if (status !== 'failed' && conversation.tip === from) conversation.tip = message.id;
      },
    ),
  );

const moveTip = numbers.map((n) =>
  step(
    'moveTip',
    n,
    () => true,
    (conversation, { workspace }) => {
      const target = pick(canContinue(conversation), n[2]);
      expect(workspace.messages.moveTip(conversation.id, target).previousTipId).toBe(conversation.tip);
      conversation.tip = target;
    },
  ),
);

const isBelow = (conversation: ModelConversation, id: string, top: string): boolean => {
  const found = conversation.messages.find((message) => message.id === id);
  return id === top || (found !== undefined && isBelow(conversation, found.parentId, top));
};

const switchSibling = numbers.map((n) =>
  step(
    'switch',
    n,
    (each) => each.messages.length > 0,
    (conversation, { workspace }) => {
      const to = pick(conversation.messages, n[2]);
      const from = pick(
        conversation.messages.filter((message) => message.parentId === to.parentId),
        n[0],
      );
      const { tipId } = workspace.messages.switchSibling(conversation.id, from.id, to.id);
      if (good(to)) expect(isBelow(conversation, tipId, to.id)).toBe(true);
      else expect(tipId).toBe(to.parentId);
      conversation.tip = tipId;
    },
  ),
);

const trash = numbers.map((n) =>
  step(
    'trash',
    n,
    () => true,
    (conversation, { workspace }) => {
      workspace.conversations.trash(conversation.id);
      conversation.trashed = true;
    },
  ),
);

const restore: fc.Arbitrary<Command> = fc.constant({
  toString: () => 'restore or empty the trash',
  check: (model) => model.conversations.some((each) => each.trashed),
  async run(model, real) {
    const trashed = model.conversations.filter((each) => each.trashed);
    const [first, ...rest] = trashed;
    if (first) real.workspace.conversations.restore(first.id);
    // Naming the live ones too must not delete them [B5].
    real.workspace.conversations.emptyTrash(model.conversations.map((each) => each.id));
    model.conversations = model.conversations.filter((each) => !rest.includes(each));
    if (first) first.trashed = false;
    compare(model, real.workspace);
  },
});

/** Answers that were being written are kept as interrupted [T2]. */
const restart: fc.Arbitrary<Command> = fc.constant({
  toString: () => 'restart',
  check: () => true,
  async run(model, real) {
    await real.workspace.close();
    await real.open();
    for (const conversation of model.conversations) {
      for (const message of streamingOf(conversation)) {
        message.status = 'interrupted';
        if (conversation.tip === message.parentId) conversation.tip = message.id;
      }
    }
    compare(model, real.workspace);
  },
});

/** Everything that was ever said is there, unchanged and in its place; the order is the tree's [B1] [B3] [B6]. */
function compare(model: Model, workspace: Workspace): void {
  for (const conversation of model.conversations) {
    const { id, messages } = conversation;
    const real = workspace.conversations.get(id);
    expect(real).toMatchObject({ tipId: conversation.tip, rootId: conversation.rootId });
    const skeleton = workspace.messages.skeleton(id);
    expect(skeleton.ids).toEqual([conversation.rootId, ...messages.map((message) => message.id)]);
    const parents = new Set(messages.map((message) => message.parentId));
    expect(real.branchCount).toBe(messages.filter((message) => !parents.has(message.id)).length);
    for (const message of messages) {
      const siblings = messages.filter((other) => other.parentId === message.parentId);
      expect(workspace.messages.get(message.id)).toMatchObject({
        parentId: message.parentId,
        status: message.status,
        parts: message.words === '' ? [] : text(message.words),
        siblings: { index: siblings.indexOf(message) + 1, count: siblings.length },
      });
    }
    comparePath(conversation, workspace);
  }
}

function comparePath(conversation: ModelConversation, workspace: Workspace): void {
  const path: string[] = [];
  let at = conversation.messages.find((message) => message.id === conversation.tip);
  for (; at; at = conversation.messages.find((message) => message.id === at?.parentId)) path.unshift(at.id);
  const page = workspace.messages.page({ conversationId: conversation.id, limit: 100 });
  expect(page.messages.map((message) => message.id)).toEqual(path);
  expect(page.messages.map((message) => message.depth)).toEqual(path.map((_, index) => index + 1));
  expect(page.pathLength).toBe(path.length);
}

const steps = fc.commands(
  [
    create,
    append,
    append,
    append,
    start,
    start,
    journal,
    end,
    end,
    moveTip,
    switchSibling,
    trash,
    restore,
    restart,
  ],
  { maxCommands: 40 },
);

it('[B1] [B3] [B4] [B5] [B6] no message ever disappears or changes, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const real = new Real(temporaryFolder());
      await real.open();
      try {
        await fc.asyncModelRun(() => ({ model: new Model(), real }), commands);
        const db = rawDatabase(real.folder);
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
        expect(db.pragma('foreign_key_check')).toEqual([]);
      } finally {
        await real.workspace.close();
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('[B6] rows in any order and with any clock make the same tree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(2_000_000_000_000)), { minLength: 2, maxLength: 25 }),
      fc.infiniteStream(fc.nat()),
      async (choices, random) => {
        const environment = testEnvironment();
        const workspace = await openWorkspace(workspaceOptions(temporaryFolder(), { environment }));
        try {
          const { id, rootId } = workspace.conversations.create();
          const ids = [rootId];
          for (const [choice, time] of choices) {
            environment.time = time;
            const parentId = pick(ids, choice);
            ids.push(workspace.messages.appendUser({ conversationId: id, parentId, parts: text('x') }).id);
          }
          const skeleton = workspace.messages.skeleton(id);
          const rows = skeleton.ids.map((each, seq) => ({
            id: each,
            seq,
            parentId: skeleton.ids[skeleton.parents[seq] ?? -1] ?? null,
            role: skeleton.roles[seq] ?? 'user',
            status: 'complete' as const,
          }));
          const shuffled = rows
            .map((row) => ({ row, key: random.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ row }) => row);
          const tree = buildTree(shuffled);
          for (const each of ids) {
            const children = workspace.messages.children(each).map((node) => node.id);
            expect(tree.childrenOf(each).map((child) => child.id)).toEqual(children);
          }
        } finally {
          await workspace.close();
        }
      },
    ),
    { numRuns: 20 },
  );
}, 60_000);
