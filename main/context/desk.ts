import { buildView, type ViewStep, type ViewTurn } from '#core/context/build-view.ts';
import { type CountFile, type CountTokens, Estimator } from '#core/context/estimate.ts';
import type { Pass } from '#core/context/passes.ts';
import type { Situation } from '#core/context/situation.ts';
import type { ToolSpec } from '#core/context/view.ts';
import type { SeenPart } from '#core/transcript/types.ts';
import type { PageMaker } from './page-maker.ts';
import type { BranchOutline, Contents, FactsOutline } from './protocol.ts';

interface Held {
  users: Map<string, SeenPart[]>;
  steps: Map<string, ViewStep>;
  passes: Map<string, Pass>;
}

/**
 * What the worker holds of conversations. Contents stay the same objects as long as they are held, so that every part
 * is counted once.
 */
export class Desk {
  readonly pages: PageMaker;
  readonly #estimator: Estimator;
  readonly #conversations = new Map<string, Held>();
  #tools: { json: string; specs: ToolSpec[] } = { json: '[]', specs: [] };

  constructor(count: CountTokens, pages: PageMaker, countFile?: CountFile) {
    this.#estimator = new Estimator(count, countFile);
    this.pages = pages;
  }

  hold(conversationId: string, contents: Contents): void {
    const held = this.#conversations.get(conversationId) ?? {
      users: new Map(),
      steps: new Map(),
      passes: new Map(),
    };
    this.#conversations.set(conversationId, held);
    for (const [key, parts] of contents.users) held.users.set(key, parts);
    for (const [key, step] of contents.steps) held.steps.set(key, step);
    for (const [key, pass] of contents.passes) held.passes.set(key, pass);
  }

  forget(conversationId: string): void {
    this.#conversations.delete(conversationId);
  }

  /** The situation that an outline means. Throws a RangeError where it names what is not held. */
  situation({ branch, reader, calibration, settings }: FactsOutline): Situation {
    const held = this.#conversations.get(branch.conversationId);
    const turns = branch.turns.map(
      (turn): ViewTurn => ({
        userMessageId: turn.userMessageId,
        agentMessageId: turn.agentMessageId,
        ...(turn.heard && { heard: turn.heard }),
        user: given(held?.users.get(turn.user), turn.user),
        steps: turn.steps.map((key) => given(held?.steps.get(key), key)),
      }),
    );
    return {
      branch: {
        view: buildView(branch.system, this.#known(branch.tools), turns, branch.firstTurn),
        path: branch.path,
        passes: branch.passes.map((key) => given(held?.passes.get(key), key)),
      },
      reader,
      calibration,
      settings,
      estimator: this.#estimator,
      planPages: this.pages.planFor({ rule: reader.imageRule, smallLetters: settings.smallLetters }),
      agentName: branch.agentName,
    };
  }

  /** The same tools are the same objects. */
  #known(tools: BranchOutline['tools']): ToolSpec[] {
    const json = JSON.stringify(tools);
    if (json !== this.#tools.json) this.#tools = { json, specs: tools };
    return this.#tools.specs;
  }
}

function given<T>(value: T | undefined, key: string): T {
  if (value === undefined) throw new RangeError(`${key} is not held`);
  return value;
}
