import type { Conversation, Message, MessageStatus, PathPage, Result } from '#contract';
import { type FakeWindow, stubWindow } from '../renderer-ui/fake-window.ts';

const conversationId = 'c';
const rootId = 'root';

/** A conversation behind a bridge: a tree of messages, and the answers that main would give about it. */
export interface TreeHost extends FakeWindow {
  conversation: () => Conversation;
  /** Adds a message below another (or first), without telling. */
  add: (id: string, parentId: string | null, more?: Partial<Message>) => Message;
  /** Replaces fields of a message, and tells. */
  finish: (id: string, status: MessageStatus, text?: string) => void;
  moveTip: (id: string) => void;
  tellMessage: (id: string) => void;
  tellConversation: () => void;
  /** Inputs of the calls of a method. */
  inputs: (method: string) => unknown[];
}

export function stubTree(): TreeHost {
  const host = stubWindow();
  const messages = new Map<string, Message>();
  let tipId = rootId;

  const get = (id: string): Message => {
    const message = messages.get(id);
    if (!message) throw new Error(`no message ${id}`);
    const siblings = [...messages.values()].filter(({ parentId }) => parentId === message.parentId);
    const at = siblings.findIndex((other) => other.id === id);
    return {
      ...message,
      siblings: {
        index: at + 1,
        count: siblings.length,
        previousId: siblings[at - 1]?.id ?? null,
        nextId: siblings[at + 1]?.id ?? null,
      },
    };
  };
  const pathTo = (id: string): Message[] => {
    const path: Message[] = [];
    for (let at = messages.get(id); at; at = messages.get(at.parentId)) path.unshift(at);
    return path;
  };
  const conversation = (): Conversation => ({
    id: conversationId,
    title: 'Talk',
    titleSource: 'auto',
    tipId,
    rootId,
    pathLength: pathTo(tipId).length,
    branchCount: 1,
    agentId: 'a',
    reader: null,
    createdAt: 0,
    updatedAt: 0,
    trashedAt: null,
  });
  const page = ({
    until = tipId,
    skip = 0,
    limit = 40,
  }: {
    until?: string;
    skip?: number;
    limit?: number;
  }): PathPage => {
    const path = pathTo(until);
    const end = path.length - skip;
    const below = [...messages.values()].filter(
      ({ parentId, status }) => parentId === tipId && (status === 'streaming' || status === 'failed'),
    );
    const answer = messages.get(tipId)?.role === 'user' ? below.at(-1) : undefined;
    return {
      messages: path.slice(Math.max(0, end - limit), end).map(({ id }) => get(id)),
      tipId,
      pathLength: pathTo(tipId).length,
      below: answer ? get(answer.id) : null,
    };
  };
  const ok = (data: unknown): Result<unknown> => ({ ok: true, data });
  Object.assign(host.answers, {
    'conversations.get': () => ok(conversation()),
    'tree.page': (input: unknown) => ok(page(input as Parameters<typeof page>[0])),
    'tree.message': (input: unknown) => ok(get((input as { id: string }).id)),
    'turns.running': () => ok([]),
    'turns.look': () => ok({ looked: true }),
    'tree.moveTip': (input: unknown) => {
      const previousTipId = tipId;
      tipId = (input as { messageId: string }).messageId;
      return ok({ tipId, previousTipId, pathLength: pathTo(tipId).length });
    },
  } satisfies FakeWindow['answers']);

  const tellMessage = (id: string) => host.emit({ type: 'message', message: get(id) });
  const tellConversation = () => host.emit({ type: 'conversation', conversation: conversation() });
  return {
    ...host,
    conversation,
    add: (id, parentId, more = {}) => {
      const parent = parentId === null ? undefined : messages.get(parentId);
      const depth = (parent?.depth ?? 0) + 1;
      const message: Message = {
        id,
        conversationId,
        parentId: parentId ?? rootId,
        role: depth % 2 === 1 ? 'user' : 'agent',
        agentId: depth % 2 === 1 ? null : 'a',
        status: 'complete',
        parts: [{ type: 'text', text: id }],
        model: null,
        usage: null,
        createdAt: 0,
        depth,
        siblings: { index: 1, count: 1, previousId: null, nextId: null },
        ...more,
      };
      messages.set(id, message);
      return message;
    },
    finish: (id, status, text) => {
      const message = messages.get(id);
      if (!message) throw new Error(`no message ${id}`);
      messages.set(id, {
        ...message,
        status,
        ...(text === undefined ? {} : { parts: [{ type: 'text', text }] }),
      });
      tellMessage(id);
    },
    moveTip: (id) => {
      tipId = id;
    },
    tellMessage,
    tellConversation,
    inputs: (method) => host.calls.filter((call) => call.method === method).map(({ input }) => input),
  };
}
