import type { DocumentWriter } from '#core/export/document.ts';
import { cancelled, type DocumentPlan } from './plan.ts';
import { type ExportWorkspace, inPieces } from './reading.ts';

export interface DocumentJob {
  workspace: ExportWorkspace;
  plan: DocumentPlan;
  writer: DocumentWriter;
  /** The user's name in the document. */
  you: string;
  signal?: AbortSignal | undefined;
  /** Called after some messages were written, with their number. */
  onMessages?(count: number): void;
}

/** Writes one conversation, a few messages at a time. Throws `cancelled`. */
export async function writeDocument(job: DocumentJob): Promise<void> {
  const { workspace, plan, writer, signal } = job;
  const names = new Map(workspace.agents.list().map(({ id, name }) => [id, name]));
  await writer.begin(plan.head);
  let number = 0;
  for await (const messages of inPieces(workspace, plan.ids)) {
    for (const message of messages) {
      if (signal?.aborted) throw cancelled();
      const branch = plan.starts.get(message.id);
      if (branch) await writer.branch(branch);
      number += 1;
      const name = message.agentId === null ? job.you : (names.get(message.agentId) ?? '');
      await writer.message({ message, number, name });
    }
    job.onMessages?.(messages.length);
  }
  for (const fold of plan.folds) await writer.fold(fold);
  await writer.end();
}
