import type { ViewTurn } from '#core/context/build-view.ts';
import type { Fold, Pass } from '#core/context/passes.ts';
import { shortHash } from '#core/context/short-id.ts';
import type { BranchContent, BranchOutline, Contents, TurnOutline } from './protocol.ts';

/** What main knows of the worker's desk: which keys it holds of a conversation. */
export class Mirror {
  readonly #held = new Map<string, Set<string>>();

  /** Conversations that the worker holds something of, the one used longest ago first. */
  get conversations(): string[] {
    return [...this.#held.keys()];
  }

  forget(conversationId: string): void {
    this.#held.delete(conversationId);
  }

  /** Names a branch by keys, and takes out what the worker does not hold yet; from now on it counts as held. */
  outline(branch: BranchContent): { outline: BranchOutline; fresh: Contents } {
    const held = this.#held.get(branch.conversationId) ?? new Set();
    this.#held.delete(branch.conversationId);
    this.#held.set(branch.conversationId, held);
    const fresh: Contents = { users: [], steps: [], passes: [] };
    const isNew = (key: string): boolean => {
      if (held.has(key)) return false;
      held.add(key);
      return true;
    };
    const turns = branch.turns.map((turn) => outlineTurn(turn, fresh, isNew));
    const passes = branch.passes.map((pass) => {
      const key = passKey(pass);
      if (isNew(key)) fresh.passes.push([key, pass]);
      return key;
    });
    return { outline: { ...branch, turns, passes }, fresh };
  }
}

function outlineTurn(turn: ViewTurn, fresh: Contents, isNew: (key: string) => boolean): TurnOutline {
  const { userMessageId, agentMessageId, heard } = turn;
  const user = `user ${userMessageId}`;
  if (isNew(user)) fresh.users.push([user, turn.user]);
  const steps = turn.steps.map((step, at) => {
    const { native } = step;
    // A turn that was rebuilt as plain text has other steps than the one that was seen.
    const key = `${native === null ? 'rebuilt' : 'seen'} ${agentMessageId} ${at}`;
    if (isNew(key)) fresh.steps.push([key, { ...step, native: native && { ...native, blocks: [] } }]);
    return key;
  });
  return { userMessageId, agentMessageId, user, steps, ...(heard && { heard }) };
}

/** A pass changes by being undone, and by forms that its folds are given. */
function passKey(pass: Pass): string {
  const forms = pass.edits.flatMap((edit) => (edit.kind === 'fold' ? edit.forms.map(formKey) : []));
  return `${pass.id} ${pass.undone} ${shortHash(forms.join())}`;
}

function formKey(form: Fold['forms'][number]): string {
  if (form.kind === 'summary') return `summary ${form.text}`;
  if (form.kind === 'pages') return `pages ${form.shape} ${form.pages.map((page) => page.hash).join()}`;
  return form.kind;
}
