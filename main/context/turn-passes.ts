import { type FoldForm, foldsById, type Pass, undoPass, withForm } from '#core/context/passes.ts';

type PassChange =
  | { kind: 'add'; pass: Pass }
  | { kind: 'form'; foldId: string; form: FoldForm }
  | { kind: 'undo'; passId: string };

/**
 * The passes as an answer sees them while it is being made: those of the transcript when it began, and its own changes.
 * They are kept in memory and saved with the turn [T2]; as changes, because another branch's turn may end first [B11].
 */
export class TurnPasses {
  #passes: readonly Pass[];
  readonly #changes: PassChange[] = [];

  constructor(saved: readonly Pass[]) {
    this.#passes = saved;
  }

  get all(): readonly Pass[] {
    return this.#passes;
  }

  /** Passes that are not in the transcript yet. */
  get unsaved(): Pass[] {
    const added = new Set(this.#changes.map((change) => (change.kind === 'add' ? change.pass.id : '')));
    return this.#passes.filter((pass) => added.has(pass.id));
  }

  get isChanged(): boolean {
    return this.#changes.length > 0;
  }

  add(pass: Pass): void {
    this.#make({ kind: 'add', pass });
  }

  addForm(foldId: string, form: FoldForm): void {
    this.#make({ kind: 'form', foldId, form });
  }

  /** False for a pass that this answer does not know. */
  undo(passId: string): boolean {
    if (!this.#passes.some((pass) => pass.id === passId)) return false;
    this.#make({ kind: 'undo', passId });
    return true;
  }

  /**
   * The transcript's passes with what this answer changed.
   *
   * @param without an answer that is not in the transcript: what was set aside of it goes with it
   */
  mergedInto(passes: readonly Pass[], without?: string): Pass[] {
    const kept = this.#changes.filter(
      (change) => change.kind !== 'add' || without === undefined || !mentions(change.pass, without),
    );
    return kept.reduce<Pass[]>(applied, [...passes]);
  }

  #make(change: PassChange): void {
    this.#changes.push(change);
    this.#passes = applied(this.#passes, change);
  }
}

/** A change of what is not there any more, because the transcript was lost meanwhile, is no change. */
function applied(passes: readonly Pass[], change: PassChange): Pass[] {
  switch (change.kind) {
    case 'add':
      return [...passes, change.pass];
    case 'form':
      return foldsById(passes).has(change.foldId)
        ? withForm(passes, change.foldId, change.form)
        : [...passes];
    case 'undo':
      return passes.some((pass) => pass.id === change.passId) ? undoPass(passes, change.passId) : [...passes];
  }
}

function mentions(pass: Pass, messageId: string): boolean {
  return pass.edits.some((edit) => {
    if (edit.kind === 'fold') return edit.covers.some((cover) => cover.messageId === messageId);
    const { place } = edit;
    return place.messageId === messageId || ('next' in place && place.next === messageId);
  });
}
