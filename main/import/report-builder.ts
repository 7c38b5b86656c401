import type { BridgeError, ImportProblem, ImportReport, ImportState } from '#contract';
import type { ImportConversation } from '#core/import/types.ts';
import { emptyReport } from '../storage/import-store.ts';
import type { WrittenConversation } from '../storage/import-writer.ts';

/** Names of tags and the like that one line of the report gives; every conversation's own are with it. */
const mostNames = 20;

/** Keeps account of an import while it runs. */
export class ReportBuilder {
  readonly #report: ImportReport;
  /** Place in the report's list, by conversation. */
  readonly #places = new Map<string, number>();
  readonly #missing = new Set<string>();

  constructor(id: string, name: string, startedAt: number) {
    this.#report = emptyReport(id, name, startedAt);
  }

  get conversations(): number {
    return this.#report.imported + this.#report.grown;
  }

  get messages(): number {
    return this.#report.messages;
  }

  problem(problem: ImportProblem): void {
    this.#report.problems.push(problem);
  }

  /** An entry that is or should be a conversation. */
  entry(): void {
    this.#report.entries += 1;
  }

  /** Takes back entries that were counted: of a file that turned out to be damaged. */
  uncountEntries(count: number): void {
    this.#report.entries -= count;
  }

  empty(title: string, createdAt: number | null): void {
    this.#report.empty += 1;
    this.problem({ kind: 'conversation_empty', title, createdAt });
  }

  unreadable(file: string, place: number, title: string): void {
    this.#report.unreadable += 1;
    this.problem({ kind: 'entry_unreadable', file, place, title });
  }

  attachment(found: boolean): void {
    this.#report.attachments.referenced += 1;
    if (found) this.#report.attachments.found += 1;
  }

  /** One that is not in the archive, told once however many messages name it. */
  attachmentMissing(title: string, id: string, name: string | null): void {
    if (this.#missing.has(id)) return;
    this.#missing.add(id);
    this.problem({ kind: 'attachment_missing', title, id, name });
  }

  /** Projects of Claude: the archive does not say which conversation belongs to which. */
  projects(count: number, documents: number): void {
    const known = this.#report.problems.find((problem) => problem.kind === 'projects');
    if (known?.kind === 'projects') {
      known.count += count;
      known.documents += documents;
    } else this.problem({ kind: 'projects', count, documents });
  }

  /** A copy of a conversation that is here whole. */
  duplicate(): void {
    this.#report.duplicates += 1;
  }

  written(conversation: ImportConversation, written: WrittenConversation): void {
    const report = this.#report;
    const known = this.#places.get(written.conversationId);
    if (written.kind !== 'new') report.duplicates += 1;
    if (written.kind === 'same') return;
    if (written.kind === 'new') report.imported += 1;
    else if (known === undefined) report.grown += 1;
    report.messages += written.added;
    this.#source(conversation.source);
    this.#list(conversation, written, known);
  }

  #source(source: ImportConversation['source']): void {
    if (!this.#report.sources.includes(source)) this.#report.sources.push(source);
  }

  #list(conversation: ImportConversation, written: WrittenConversation, known: number | undefined): void {
    const { conversations } = this.#report;
    const before = known === undefined ? undefined : conversations[known];
    const { source, title, sourceTip, tally, repairs, types, marks } = conversation;
    const line = {
      conversationId: written.conversationId,
      source,
      title,
      messages: written.added + (before?.messages ?? 0),
      grown: before ? before.grown : written.kind === 'grown',
      tip: sourceTip,
      tally,
      repairs,
      types,
      marks,
    };
    if (!before) this.#countMarks(marks);
    if (known === undefined) this.#places.set(written.conversationId, conversations.push(line) - 1);
    else conversations[known] = line;
    this.#tell(conversation);
  }

  /** Told once for a kind, however many conversations have it. */
  #countMarks(marks: ImportConversation['marks']): void {
    for (const mark of new Set(marks.map(({ kind }) => kind))) {
      const known = this.#report.problems.find((each) => each.kind === 'marks' && each.mark === mark);
      const line = known?.kind === 'marks' ? known : { kind: 'marks' as const, mark, count: 0, names: [] };
      if (!known) this.problem(line);
      line.count += 1;
      for (const { kind, name } of marks) {
        const isNew = kind === mark && name !== '' && !line.names.includes(name);
        if (isNew && line.names.length < mostNames) line.names.push(name);
      }
    }
  }

  /** What was put right or left out inside of a conversation. */
  #tell({ title, tally, repairs, unknownTypes, lostForks }: ImportConversation): void {
    if (tally.unreadable > 0) this.problem({ kind: 'messages_unreadable', title, count: tally.unreadable });
    if (repairs.missingParent + repairs.cycle + repairs.danglingTip > 0) {
      this.problem({ kind: 'repaired', title, ...repairs });
    }
    for (const [type, count] of Object.entries(unknownTypes)) {
      this.problem({ kind: 'unknown_type', title, type, count });
    }
    if (lostForks > 0) this.problem({ kind: 'forks_lost', title, count: lostForks });
  }

  /** Whether anything at all was recognised. */
  get foundAnything(): boolean {
    const { entries, problems } = this.#report;
    return entries > 0 || problems.length > 0;
  }

  finish(state: ImportState, endedAt: number, failure: BridgeError | null): ImportReport {
    const report = this.#report;
    for (const { tally } of report.conversations) {
      for (const field of Object.keys(tally) as (keyof typeof tally)[]) report.tally[field] += tally[field];
    }
    return { ...report, state, endedAt, failure };
  }
}
