import type { AheadFacts } from '#core/context/ahead.ts';
import type { ViewStep, ViewTurn } from '#core/context/build-view.ts';
import type { Calibration, Correction, Estimate } from '#core/context/calibrate.ts';
import type { RoomCommand } from '#core/context/commands.ts';
import type { FoldForm, PageImage, Pass } from '#core/context/passes.ts';
import type { LadderPreview, PassPreview } from '#core/context/preview.ts';
import type { LadderSettings, ReaderFigures } from '#core/context/reader.ts';
import type { Refusal } from '#core/context/recover.ts';
import type { ContextReport } from '#core/context/report.ts';
import type { RungLimit } from '#core/context/rungs/rung.ts';
import type { SummaryFault } from '#core/context/summary/check.ts';
import type { SummaryPrompt } from '#core/context/summary/prompt.ts';
import type { ToolSpec } from '#core/context/view.ts';
import type { SeenPart } from '#core/transcript/types.ts';

/**
 * What main and the context worker say to each other. The worker keeps what it was given of a conversation under keys,
 * so that a request carries only what is new: everything of a finished turn is known by its key for good.
 */

/** A branch as it is: what a decision about room is made from. */
export interface BranchContent {
  conversationId: string;
  agentName: string;
  system: string;
  tools: ToolSpec[];
  /** Ids of the branch's messages from the root on. */
  path: readonly string[];
  turns: readonly ViewTurn[];
  /** Number of the first of them along the branch. */
  firstTurn: number;
  passes: readonly Pass[];
}

/** Everything that a decision about room is made from. */
export interface Facts {
  branch: BranchContent;
  reader: ReaderFigures;
  calibration: Calibration;
  settings: LadderSettings;
}

/** A branch in keys of what the worker holds. */
export interface BranchOutline extends Omit<BranchContent, 'turns' | 'passes'> {
  turns: TurnOutline[];
  passes: string[];
}

export interface TurnOutline extends Pick<ViewTurn, 'userMessageId' | 'agentMessageId' | 'heard'> {
  user: string;
  steps: string[];
}

export interface FactsOutline extends Omit<Facts, 'branch'> {
  branch: BranchOutline;
}

/** What the worker is given to hold, by key. Blocks of providers stay behind: nothing is counted by them. */
export interface Contents {
  users: [string, SeenPart[]][];
  steps: [string, ViewStep][];
  passes: [string, Pass][];
}

/** What a pass is called: ids and clocks belong to main. */
export interface PassStamp {
  id: string;
  createdAt: number;
}

/** What is made before a request, and what the view costs then. */
export interface AheadOutcome {
  pass: Pass | null;
  /** A summary was asked for and could not be had. */
  lacksSummary: boolean;
  estimate: Estimate;
}

export interface RecoverOutcome {
  /** Null: there is nothing more to set aside. */
  pass: Pass | null;
  lacksSummary: boolean;
  correction: Correction | null;
}

export type RunOutcome =
  | { pass: Pass; faults: SummaryFault[] }
  | { pass: null; limit: RungLimit | null; faults: SummaryFault[] };

/** Where pages of a fold begin in its text, and what the texts cost as counted here. */
export interface PageLayout {
  starts: number[];
  textTokens: number;
  besideTokens: number;
}

/** The jobs of the worker. With `facts` they are sent as an outline, and what is new before them. */
export interface Jobs {
  estimate: { input: { facts: Facts }; output: Estimate };
  report: { input: { facts: Facts }; output: { report: ContextReport; mark: string } };
  preview: { input: { facts: Facts }; output: LadderPreview };
  previewCommand: { input: { facts: Facts; command: RoomCommand }; output: PassPreview };
  run: { input: { facts: Facts; command: RoomCommand; stamp: PassStamp }; output: RunOutcome };
  ahead: { input: { facts: Facts; stamp: PassStamp; more: AheadFacts }; output: AheadOutcome };
  recover: {
    input: { facts: Facts; refusal: Refusal; attempt: number; stamp: PassStamp; mayAsk: boolean };
    output: RecoverOutcome;
  };
  /** [S3] Makes the forms that the reader needs and the branch's folds lack. */
  forms: { input: { facts: Facts }; output: { foldId: string; form: FoldForm }[] };
  /** [S2] Draws pages again and puts them into the cache. */
  redraw: { input: { source: string; shape: string }; output: PageImage[] };
  layout: { input: { source: string; shape: string; beside: string }; output: PageLayout };
}

export type JobName = keyof Jobs;

type Outlined<Input> = Input extends { facts: Facts }
  ? Omit<Input, 'facts'> & { facts: FactsOutline }
  : Input;
/** A job's input as the worker gets it. */
export type JobInput<Name extends JobName> = Outlined<Jobs[Name]['input']>;

/** What the worker is started with. */
export interface WorkerSetup {
  /** Where the atlases are, each by its font's name. */
  atlasFolder: string;
  vocabularyFile: string;
  pageFolder: string;
  /** Where attachments lie, by the hash of their content. */
  attachmentFolder: string;
}

export interface SummaryAnswer {
  text: string;
  /** The model that wrote it. */
  model: string;
}

/** From main to the worker. */
export type ToWorker =
  | { type: 'hold'; conversationId: string; contents: Contents }
  | { type: 'forget'; conversationId: string }
  | { [Name in JobName]: { type: 'job'; id: number; name: Name; input: JobInput<Name> } }[JobName]
  /** What came of an `ask`; null: nothing. */
  | { type: 'answer'; id: number; answer: SummaryAnswer | null };

/** From the worker to main. */
export type FromWorker =
  | { type: 'done'; id: number; output: unknown }
  | { type: 'failed'; id: number; message: string; stack: string }
  /** The job waits for a model's answer. */
  | { type: 'ask'; id: number; prompt: SummaryPrompt; piece: number; pieces: number }
  | { type: 'drawing'; id: number };
