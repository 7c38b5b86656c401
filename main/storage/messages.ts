import type { Message, Part, PathPage, TipMove, TreeSkeleton, Usage } from '#contract';
import type { PathNode } from '#core/tree/types.ts';

export interface NewUserMessage {
  conversationId: string;
  parentId: string;
  parts: Part[];
  /** What search finds it by. Default: its text parts. */
  text?: string;
}

export interface NewAgentMessage {
  conversationId: string;
  parentId: string;
  agentId: string;
  /** `route/model` as it is asked. */
  model: string;
}

export interface WrittenAgentMessage {
  conversationId: string;
  parentId: string;
  agentId: string;
  model: string | null;
  parts: Part[];
  text?: string;
}

export interface Finalisation {
  status: 'complete' | 'interrupted' | 'failed';
  parts: Part[];
  usage: Usage | null;
  /** SHA-256 of the transcript file that holds this turn. */
  transcriptHash?: string;
  /** Move the tip to this message if it is still this one. Never moved for a failed message. */
  moveTipFrom?: string;
}

export interface PageRequest {
  conversationId: string;
  until?: string;
  skip?: number;
  limit?: number;
}

const pending = (): never => {
  throw new Error('not implemented');
};

export class MessageStore {
  /** Complete at once: inserts it and moves the tip onto it, in one transaction. */
  appendUser(_message: NewUserMessage): Message {
    return pending();
  }
  /** Inserts a streaming row; does not move the tip. */
  startAgent(_message: NewAgentMessage): Message {
    return pending();
  }
  /** A complete agent message that the user wrote (an edit); moves the tip. */
  appendAgent(_message: WrittenAgentMessage): Message {
    return pending();
  }
  /** Streaming rows only. */
  journal(_id: string, _parts: Part[]): void {
    pending();
  }
  finalise(_id: string, _end: Finalisation): Message {
    return pending();
  }
  get(_id: string): Message {
    return pending();
  }
  node(_id: string): PathNode {
    return pending();
  }
  parts(_id: string): Part[] {
    return pending();
  }
  page(_request: PageRequest): PathPage {
    return pending();
  }
  /** Root to leaf. With `limit`, only the newest. */
  pathIds(_until: string, _limit?: number): PathNode[] {
    return pending();
  }
  /** In reading order, the root left out. With `maxMessages`, only the newest. */
  pathMessages(_until: string, _options?: { maxMessages?: number }): Message[] {
    return pending();
  }
  /** In the order they were made. */
  children(_id: string): PathNode[] {
    return pending();
  }
  moveTip(_conversationId: string, _messageId: string): TipMove {
    return pending();
  }
  switchSibling(_conversationId: string, _fromId: string, _toId: string): TipMove {
    return pending();
  }
  skeleton(_conversationId: string): TreeSkeleton {
    return pending();
  }
  /** Answers that a crash left unfinished; empty after start-up repair. */
  streaming(): Message[] {
    return pending();
  }
}
