import { dirname, join } from 'node:path';
import { v7 } from 'uuid';
import { BoughWriter } from '../../main/import/bough-writer.ts';
import { runImport } from '../../main/import/importer.ts';
import { mergeInto } from '../../main/import/merge-transcript.ts';
import { AttachmentStore } from '../../main/storage/attachments.ts';
import { makeBackup } from '../../main/storage/backup-make.ts';
import { joinDatabase } from '../../main/storage/database.ts';
import { ImportStore } from '../../main/storage/import-store.ts';
import { ImportWriter } from '../../main/storage/import-writer.ts';
import { createTestShell, openTestServices, systemEnvironment } from '../host/test-services.ts';
import { open } from '../integration/backup/rig.ts';

/** Does one thing in a workspace until it is killed: `files-child.ts FOLDER import FILE | save FILE | backup | open`. */
const [folder = '', job = '', file = ''] = process.argv.slice(2);
const environment = systemEnvironment;

if (job === 'save') {
  const shell = createTestShell();
  shell.savePaths.push(file);
  const services = await openTestServices({ folder: dirname(folder), shell });
  await services.call('backup.save', {});
  process.exit(1);
}

process.stdout.write('ready\n');
const workspace = await open(folder);
if (job === 'backup') await makeBackup({ folder, environment }, 'asked');
if (job === 'import') {
  const db = joinDatabase(join(folder, 'bough.db'));
  const store = new ImportStore(db);
  const id = v7();
  store.begin(id, 'export.zip', environment.now());
  const report = await runImport(
    { id, name: 'export.zip', paths: [file], temporary: join(folder, 'imports', id) },
    {
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
      cancelled: () => false,
    },
  );
  store.end(report);
  db.leave();
}
await workspace.close();
process.stdout.write('done\n');
