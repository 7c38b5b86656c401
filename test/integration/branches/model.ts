import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { Mark, Message } from '#contract';
import { marksOn } from '#core/transcript/marks.ts';
import type { PathNode } from '#core/tree/types.ts';
import { call, text } from '../../lab/index.ts';
import { type Rig, textOf } from '../run/rig.ts';

/** What people and agents do to a conversation; numbers choose among what is there. */
export type Act =
  | { kind: 'ask' | 'edit' | 'regenerate' | 'move' | 'fork' | 'askElsewhere'; at: number }
  | { kind: 'mark'; at: number; label: string }
  | { kind: 'rewind' | 'agentMarks' | 'agentRewinds'; label: string }
  | { kind: 'trim'; turns: number }
  | { kind: 'restart' };

interface Known {
  conversationId: string;
  parentId: string;
  /** Everything of it but its place among siblings, which grows. */
  content: string;
}

/**
 * Plays acts on a real workspace and holds every message that was ever there against what it was: none disappears or
 * changes, none is in two conversations, and going back lands exactly or fails with the labels that exist.
 */
export class BranchModel {
  readonly #rig: Rig;
  readonly #known = new Map<string, Known>();
  readonly #trees: string[] = [];
  #id = '';
  #turns = 2000;
  #said = 0;

  constructor(rig: Rig) {
    this.#rig = rig;
  }

  async begin(): Promise<void> {
    this.#id = await this.#rig.conversation();
    this.#trees.push(this.#id);
    this.#rig.services.workspace.settings.set('resume', { turns: 2000, bytes: 10_000_000 });
    this.#turns = 2000;
    await this.#ask();
  }

  async play(act: Act): Promise<void> {
    await this.#act(act);
    this.#learn();
    this.#compare();
  }

  async #act(act: Act): Promise<void> {
    switch (act.kind) {
      case 'ask':
        return this.#ask();
      case 'askElsewhere':
        return this.#ask({ parentId: this.#pick(act.at, (node) => node.role === 'agent')?.id });
      case 'edit':
        return this.#edit(act.at);
      case 'regenerate':
        return this.#regenerate(act.at);
      case 'move':
        return this.#move(act.at);
      case 'fork':
        return this.#fork(act.at);
      case 'mark':
        return this.#mark(act.at, act.label);
      case 'rewind':
        return this.#rewind(act.label);
      case 'agentMarks':
        return this.#agentMarks(act.label);
      case 'agentRewinds':
        return this.#agentRewinds(act.label);
      case 'trim':
        this.#turns = act.turns;
        this.#rig.services.workspace.settings.set('resume', { turns: act.turns, bytes: 10_000_000 });
        return;
      case 'restart':
        return this.#rig.restart();
    }
  }

  /** A turn at the tip, or below another message; marks on its path that a trim does not reach may go, no others. */
  async #ask({
    parentId,
    tool,
  }: {
    parentId?: string | undefined;
    tool?: [string, object];
  } = {}): Promise<void> {
    const before = await this.#marks();
    if (tool)
      this.#rig.lab.script([{ parts: [call(tool[0], JSON.stringify(tool[1]))] }, { parts: [text('So.')] }]);
    const answer = await this.#rig.ask(this.#id, `Said ${this.#next()}`, parentId);
    expect(answer.status).toBe('complete');
    const path = this.#pathTo(answer.id);
    const after = await this.#marks();
    for (const mark of before) {
      if (after.some((one) => one.label === mark.label && one.messageId === mark.messageId)) continue;
      const at = path.indexOf(mark.messageId);
      const setAgain = tool?.[0] === 'checkpoint' && (tool[1] as { label: string }).label === mark.label;
      // A turn is two messages, or one where a digest follows an answer.
      const reachedAnyway = path.length - at <= this.#turns;
      if (!setAgain) expect(at >= 0 && !reachedAnyway, `${mark.label} went`).toBe(true);
    }
  }

  async #edit(at: number): Promise<void> {
    const node = this.#pick(at, ({ role }) => role === 'user');
    if (!node) return;
    const content = { text: `Edited ${this.#next()}`, attachments: [] };
    const started = await this.#rig.call('turns.edit', {
      conversationId: this.#id,
      messageId: node.id,
      content,
    });
    const answer = await this.#rig.final(started.agentMessageId);
    expect(await this.#rig.tip(this.#id)).toBe(answer.id);
  }

  async #regenerate(at: number): Promise<void> {
    const node = this.#pick(
      at,
      ({ role, parentId }) => role === 'agent' && this.#node(parentId ?? '').role === 'user',
    );
    if (!node) return;
    const tip = await this.#rig.tip(this.#id);
    const request = { conversationId: this.#id, messageId: node.id };
    const { agentMessageId, userMessageId } = await this.#rig.call('turns.regenerate', request);
    await this.#rig.final(agentMessageId);
    const here = this.#pathTo(tip).includes(userMessageId);
    expect(await this.#rig.tip(this.#id)).toBe(here ? agentMessageId : tip);
  }

  async #move(at: number): Promise<void> {
    const node = this.#pick(at, () => true);
    if (node)
      await this.#writingNoMessage(() =>
        this.#rig.call('tree.moveTip', { conversationId: this.#id, messageId: node.id }),
      );
  }

  async #mark(at: number, label: string): Promise<void> {
    const node = this.#pick(at, ({ role }) => role === 'agent');
    if (!node) return;
    const request = { conversationId: this.#id, messageId: node.id, label };
    await this.#writingNoMessage(() => this.#rig.call('branches.mark', request));
    const here = marksOn(await this.#marks(), new Set(this.#pathTo(node.id)));
    expect(here.find((mark) => mark.label === label)?.messageId).toBe(node.id);
  }

  async #rewind(label: string): Promise<void> {
    const here = await this.#marksHere();
    const wanted = here.find((mark) => mark.label === label);
    const result = await this.#writingNoMessage(() =>
      this.#rig.services.call('branches.rewind', { conversationId: this.#id, label }),
    );
    if (wanted) {
      expect(result).toMatchObject({ ok: true });
      expect(await this.#rig.tip(this.#id)).toBe(wanted.messageId);
    } else if (here.length === 0) {
      expect(result).toMatchObject({ ok: false, error: { code: 'no_checkpoints' } });
    } else {
      const labels = here.map((mark) => mark.label).join(', ');
      expect(result).toMatchObject({ ok: false, error: { code: 'no_checkpoint', params: { labels } } });
    }
  }

  async #agentMarks(label: string): Promise<void> {
    await this.#ask({ tool: ['checkpoint', { label }] });
    const tip = await this.#rig.tip(this.#id);
    const here = await this.#marksHere();
    expect(here.find((mark) => mark.label === label)?.messageId).toBe(tip);
  }

  async #agentRewinds(label: string): Promise<void> {
    const here = await this.#marksHere();
    const wanted = here.find((mark) => mark.label === label);
    const digest = `Digest ${this.#next()}`;
    await this.#ask({ tool: ['rewind', { label, digest }] });
    const tip = this.#message(await this.#rig.tip(this.#id));
    const result = tip.parts.find((part) => part.type === 'tool')?.result;
    if (result === undefined) {
      expect(textOf(tip)).toBe(digest);
      expect(tip.parentId).toBe(wanted?.messageId);
      return;
    }
    // Only a label that does not exist, or whose turn the run no longer reaches, keeps the agent where it is.
    expect(result).toContain(`No such checkpoint: "${label}"`);
    if (this.#turns < 2000) return;
    expect(wanted).toBeUndefined();
    for (const mark of here) expect(result).toContain(`"${mark.label}"`);
  }

  async #fork(at: number): Promise<void> {
    const node = this.#pick(at, () => true);
    if (!node) return;
    const request = { conversationId: this.#id, messageId: node.id };
    const before = this.#pathTo(node.id);
    const marks = marksOn(await this.#marks(), new Set(before));
    const { conversation, messages } = await this.#rig.call('branches.fork', request);
    expect(messages).toBe(before.length - 1);
    this.#trees.push(conversation.id);
    this.#id = conversation.id;
    const after = this.#pathTo(conversation.tipId);
    expect(after.slice(1).map((id) => withoutIds(this.#message(id)))).toEqual(
      before.slice(1).map((id) => withoutIds(this.#message(id))),
    );
    const copied = marksOn(await this.#marks(), new Set(after));
    expect(copied.map((mark) => [mark.label, after.indexOf(mark.messageId)])).toEqual(
      marks.map((mark) => [mark.label, before.indexOf(mark.messageId)]),
    );
  }

  /** [B2] Counts rows: no message is written, and one conversation at most. */
  async #writingNoMessage<T>(work: () => Promise<T>): Promise<T> {
    const rows = () => {
      const db = new Database(join(this.#rig.folder, 'workspace/bough.db'), { readonly: true });
      const messages = JSON.stringify(db.prepare('SELECT * FROM messages ORDER BY seq').all());
      const conversations = db.prepare('SELECT * FROM conversations ORDER BY id').all();
      db.close();
      return { messages, conversations: conversations.map((row) => JSON.stringify(row)) };
    };
    const before = rows();
    const result = await work();
    const after = rows();
    expect(after.messages === before.messages).toBe(true);
    expect(
      after.conversations.filter((row, at) => row !== before.conversations[at]).length,
    ).toBeLessThanOrEqual(1);
    return result;
  }

  /** So that no two messages say the same. */
  #next(): number {
    this.#said += 1;
    return this.#said;
  }

  #learn(): void {
    for (const conversationId of this.#trees) {
      for (const id of this.#skeleton(conversationId).ids.slice(1)) {
        if (this.#known.has(id)) continue;
        const message = this.#message(id);
        this.#known.set(id, { conversationId, parentId: message.parentId, content: contentOf(message) });
      }
    }
  }

  #compare(): void {
    const seen = new Set<string>();
    for (const conversationId of this.#trees) {
      for (const id of this.#skeleton(conversationId).ids) {
        // No message is in two conversations, the roots included.
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
    }
    for (const [id, known] of this.#known) {
      const message = this.#message(id);
      expect(message.conversationId).toBe(known.conversationId);
      expect(message.parentId).toBe(known.parentId);
      expect(contentOf(message)).toBe(known.content);
    }
  }

  #skeleton(conversationId = this.#id) {
    return this.#rig.services.workspace.messages.skeleton(conversationId);
  }

  #pick(at: number, wanted: (node: PathNode) => boolean) {
    const nodes = this.#skeleton()
      .ids.slice(1)
      .map((id) => this.#node(id))
      .filter(wanted);
    return nodes[at % Math.max(1, nodes.length)];
  }

  #node(id: string) {
    return this.#rig.services.workspace.messages.node(id);
  }

  #message(id: string): Message {
    return this.#rig.services.workspace.messages.get(id);
  }

  #pathTo(id: string): string[] {
    return this.#rig.services.workspace.messages.pathIds(id).map((node) => node.id);
  }

  #marks(): Promise<Mark[]> {
    return this.#rig.call('branches.marks', { conversationId: this.#id });
  }

  async #marksHere(): Promise<Mark[]> {
    return marksOn(await this.#marks(), new Set(this.#pathTo(await this.#rig.tip(this.#id))));
  }
}

const contentOf = ({ siblings: _s, ...message }: Message): string => JSON.stringify(message);

const withoutIds = ({ id: _i, conversationId: _c, parentId: _p, siblings: _s, ...message }: Message) =>
  message;
