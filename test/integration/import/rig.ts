import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { v7 } from 'uuid';
import type { ImportReport } from '#contract';
import { BoughWriter } from '../../../main/import/bough-writer.ts';
import { runImport } from '../../../main/import/importer.ts';
import { mergeInto } from '../../../main/import/merge-transcript.ts';
import { AttachmentStore } from '../../../main/storage/attachments.ts';
import { joinDatabase } from '../../../main/storage/database.ts';
import { ImportStore } from '../../../main/storage/import-store.ts';
import { ImportWriter } from '../../../main/storage/import-writer.ts';
import { openWorkspace, type Workspace } from '../../../main/storage/workspace.ts';
import { systemEnvironment } from '../../host/test-services.ts';
import { testSchedule, workspaceOptions } from '../storage/support.ts';

/** A workspace with what imports into it, as the worker does it, in this process. */
export interface Rig {
  workspace: Workspace;
  folder: string;
  bring(paths: string[], cancelled?: () => boolean): Promise<ImportReport>;
  /** Has SQLite say that the disk is full beyond so many pages of the database. */
  limitPages(pages: number): void;
  close(): Promise<void>;
}

export async function openRig(folder: string): Promise<Rig> {
  mkdirSync(folder, { recursive: true });
  const environment = systemEnvironment;
  const { schedule } = testSchedule();
  const workspace = await openWorkspace(workspaceOptions(folder, { environment, schedule }));
  const db = joinDatabase(join(folder, 'bough.db'));
  const store = new ImportStore(db);
  return {
    workspace,
    folder,
    async bring(paths, cancelled = () => false) {
      const id = v7();
      const name = basename(paths[0] ?? '');
      store.begin(id, name, environment.now());
      const request = { id, name, paths, temporary: join(folder, 'imports', id) };
      const report = await runImport(request, {
        writer: new ImportWriter(db, environment),
        bough: new BoughWriter({
          db,
          transcripts: join(folder, 'transcripts'),
          merge: mergeInto(workspace.transcripts),
          environment,
        }),
        attachments: new AttachmentStore({ db, folder: join(folder, 'attachments'), environment }),
        environment,
        progress: () => {},
        cancelled,
      });
      store.end(report);
      return report;
    },
    limitPages(pages) {
      // A query: the handle refuses commands that are no statements of its own.
      db.query<Record<string, never>, object>(`PRAGMA max_page_count = ${pages}`).all({});
    },
    async close() {
      db.leave();
      await workspace.close();
    },
  };
}

/** All rows that an import could have touched, to see whether it did. */
export function everything({ workspace }: Rig): string {
  const { items } = workspace.conversations.list({ trashed: false, limit: 200 });
  return JSON.stringify(
    items.map((conversation) => [conversation, workspace.messages.skeleton(conversation.id)]),
  );
}
