import type { BranchGauge } from '#contract';
import { branchCost } from '#core/context/branch-cost.ts';
import { buildView, viewTurn } from '#core/context/build-view.ts';
import { type Cost, Estimator, sumCosts, tokensOf } from '#core/context/estimate.ts';
import { seesPages } from '#core/context/fold-place.ts';
import { gaugeLevel } from '#core/context/gauge.ts';
import type { Fold } from '#core/context/passes.ts';
import { foldMessage } from '#core/context/placeholders.ts';
import type { ReaderFigures } from '#core/context/reader.ts';
import type { ViewMessage } from '#core/context/view.ts';
import type { Transcript } from '#core/transcript/types.ts';
import type { Branches } from '../context/branches.ts';
import type { MessageSize } from '../storage/branch-texts.ts';
import type { Workspace } from '../storage/workspace.ts';

export interface GaugesOptions {
  workspace: Pick<Workspace, 'transcripts' | 'branchTexts'>;
  branches: Branches;
}

/** The messages of the tree by id. */
type Sizes = ReadonlyMap<string, MessageSize>;

/** Tokens around a message that is known by its text alone. */
const aroundMessage = 6;
/** Bytes of a token in most languages. */
const bytesPerToken = 4;

/** How full the reader's window is at the ends of many branches: added up from what each message costs, not built. */
export class Gauges {
  readonly #options: GaugesOptions;
  /** Remembers what it counted of each part, as long as the transcript that holds it is in memory. */
  readonly #estimator = new Estimator((text) => Math.ceil(Buffer.byteLength(text) / bytesPerToken));

  constructor(options: GaugesOptions) {
    this.#options = options;
  }

  /** Throws `not_found`, `no_reader`. Leaves that are not in the conversation are left out. */
  async of(
    conversationId: string,
    leafIds: readonly string[],
  ): Promise<{ window: number; gauges: BranchGauge[] }> {
    const { workspace, branches } = this.#options;
    const { agent, reading, system, tools } = branches.reader({ conversationId });
    const { figures: reader, calibration } = reading;
    const loaded = await workspace.transcripts.load(conversationId, agent.id);
    const transcript = loaded.kind === 'loaded' ? loaded.transcript : null;
    const sizes = new Map(workspace.branchTexts.sizes(conversationId).map((size) => [size.id, size]));
    const costOf = this.#costs(sizes, transcript, reader);
    const base = this.#estimator.view({ system, tools, messages: [] }, reader);
    const passes = transcript?.passes ?? [];
    const foldCost = (fold: Fold) => this.#costOfFold(fold, reader);
    const gauges = leafIds.flatMap((leafId): BranchGauge[] => {
      const path = pathTo(leafId, sizes);
      if (path.length === 0) return [];
      const cost = sumCosts([base, branchCost(path, { costOf, passes, foldCost })]);
      const tokens = tokensOf(cost, calibration.ratio);
      const share = tokens / reader.window;
      return [{ leafId, tokens, share, level: gaugeLevel(share) }];
    });
    return { window: reader.window, gauges };
  }

  /** A turn of the transcript costs what was really sent and said; what is not in it, its text. */
  #costs(sizes: Sizes, transcript: Transcript | null, reader: ReaderFigures) {
    const seen = new Map<string, ViewMessage[]>();
    for (const turn of transcript?.turns ?? []) {
      for (const message of buildView('', [], [viewTurn(turn)]).messages) {
        const known = message.role === 'user' ? undefined : seen.get(message.messageId);
        seen.set(message.messageId, [...(known ?? []), message]);
      }
    }
    const known = new Map<string, Cost>();
    return (id: string): Cost => {
      const before = known.get(id);
      if (before) return before;
      const messages = seen.get(id);
      const cost = messages
        ? sumCosts(messages.map((message) => this.#estimator.message(message, reader)))
        : { text: aroundMessage + Math.ceil((sizes.get(id)?.bytes ?? 0) / bytesPerToken), images: 0 };
      known.set(id, cost);
      return cost;
    };
  }

  #costOfFold(fold: Fold, reader: ReaderFigures): Cost {
    const sees = seesPages(reader);
    const wanted = fold.forms.find((form) => (form.kind === 'pages' ? sees : form.kind === fold.as));
    const form = wanted ?? fold.forms.at(0) ?? { kind: 'omission' };
    return this.#estimator.message(foldMessage(fold, form, ''), reader);
  }
}

/** Leaf to the first message; empty for a message that is not known. */
function pathTo(leafId: string, sizes: Sizes): string[] {
  const path: string[] = [];
  for (let at = sizes.get(leafId); at; at = at.parentId === null ? undefined : sizes.get(at.parentId)) {
    path.push(at.id);
  }
  return path;
}
