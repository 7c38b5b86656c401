import type { ApprovalDecision, ApprovalRequest, PermissionKind } from '#contract';
import type { Environment } from '#core/environment.ts';
import type { EventSink } from '../../ipc/event-hub.ts';
import { beginningOf } from '../../text.ts';
import type { Grants } from './grants.ts';

/** What a tool wants to do, before it does it. */
export interface Permission {
  kind: PermissionKind;
  /** Where, see `ApprovalRequest`. */
  place: string;
  grantPlace: string;
  /** Of a longer permission, for people. */
  label: string;
  server: string;
  /** The agent's reason; empty: its last words are shown. */
  why: string;
  content: string;
  replaces: boolean;
}

/** Who asks, and from where. */
export interface Asker {
  conversationId: string;
  agentName: string;
  tool: string;
  signal: AbortSignal;
}

/** `allowed` without a question where a permission was given before. */
export type Verdict = 'allowed' | 'denied';

export interface ApprovalsOptions {
  grants: Grants;
  events: EventSink;
  environment: Environment;
}

const longestWhy = 600;
const longestContent = 20_000;

interface Pending {
  request: ApprovalRequest;
  permission: Permission;
  decide(decision: ApprovalDecision): void;
}

/**
 * The questions that tools put to the user. A call waits as long as its turn does: closing the question or the window
 * answers nothing. Questions that were open when the app closed end with their turns.
 */
export class Approvals {
  readonly #options: ApprovalsOptions;
  readonly #pending = new Map<string, Pending>();

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  pending(): ApprovalRequest[] {
    return [...this.#pending.values()].map(({ request }) => request);
  }

  /** Answers when the user did. Rejects with the signal's reason when the turn is stopped. */
  ask(permission: Permission, asker: Asker): Promise<Verdict> {
    const { kind, grantPlace, place } = permission;
    const { grants } = this.#options;
    const { conversationId, signal } = asker;
    const allowed = [place, grantPlace].some((each) => grants.covers(kind, each, conversationId));
    if (allowed) return Promise.resolve('allowed');
    signal.throwIfAborted();
    return new Promise<Verdict>((resolve, reject) => {
      const request = this.#requestOf(permission, asker);
      const end = () => {
        this.#pending.delete(request.id);
        signal.removeEventListener('abort', stop);
        this.#tell(conversationId);
      };
      const stop = () => {
        end();
        reject(signal.reason);
      };
      const decide = (decision: ApprovalDecision) => {
        end();
        resolve(decision === 'deny' ? 'denied' : 'allowed');
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#pending.set(request.id, { request, permission, decide });
      this.#tell(conversationId);
    });
  }

  /** False where the question is no longer open. A longer permission also answers the same question asked elsewhere. */
  decide(id: string, decision: ApprovalDecision): boolean {
    const open = this.#pending.get(id);
    if (!open) return false;
    const { kind, grantPlace, label } = open.permission;
    const { conversationId } = open.request;
    if (decision === 'conversation' || decision === 'always') {
      const where = decision === 'always' ? null : conversationId;
      this.#options.grants.add({ kind, place: grantPlace, label, conversationId: where });
      this.#options.events.publish({ type: 'tools' });
    }
    open.decide(decision);
    if (decision !== 'once' && decision !== 'deny') this.#settle();
    return true;
  }

  #settle(): void {
    for (const { request, permission, decide } of [...this.#pending.values()]) {
      const { kind, place, grantPlace } = permission;
      const covered = [place, grantPlace].some((each) =>
        this.#options.grants.covers(kind, each, request.conversationId),
      );
      if (covered) decide('once');
    }
  }

  #requestOf(permission: Permission, { conversationId, agentName, tool }: Asker): ApprovalRequest {
    const { kind, place, grantPlace, server, why, content, replaces } = permission;
    const { newId, now } = this.#options.environment;
    return {
      id: newId(),
      conversationId,
      agentName,
      tool,
      kind,
      place,
      grantPlace,
      server,
      why: beginningOf(why, longestWhy),
      content: beginningOf(content, longestContent),
      replaces,
      askedAt: now(),
    };
  }

  #tell(conversationId: string): void {
    this.#options.events.publish({ type: 'approvals', conversationId });
  }
}
