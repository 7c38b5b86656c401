import { deepestDrop, mostDroppedFiles } from '#contract/limits.ts';
import { BridgeFailure } from '../../../bridge/call.ts';

/** A file that was dropped, with its path from the dropped folder on. */
export interface DroppedFile {
  /** Number of the file or folder that it came with. */
  item: number;
  path: string;
  file: File;
}

/** What was dropped, taken out of the event before the browser forgets it. */
export type Dropped = FileSystemEntry | File;

/** Files and folders of a drop, in their order. Call while the event is handled. */
export function droppedIn(data: DataTransfer | null): Dropped[] {
  return [...(data?.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .flatMap((item): Dropped[] => {
      const dropped = item.webkitGetAsEntry() ?? item.getAsFile();
      return dropped ? [dropped] : [];
    });
}

/**
 * The files that were dropped, and those in the folders. What is hidden stays out, as it does for a chosen folder.
 * @throws BridgeFailure `import_too_many`, and what the browser says of a file that cannot be read
 */
export async function filesIn(dropped: readonly Dropped[]): Promise<DroppedFile[]> {
  const files: DroppedFile[] = [];
  const add = (file: DroppedFile) => {
    if (files.length >= mostDroppedFiles) throw tooMany();
    files.push(file);
  };
  const visit = async (entry: FileSystemEntry, item: number, folders: string[]): Promise<void> => {
    const path = [...folders, entry.name];
    if (entry.name.startsWith('.') || entry.name === '__MACOSX') return;
    if (path.length > deepestDrop) throw tooMany();
    if (isFile(entry)) add({ item, path: path.join('/'), file: await fileOf(entry) });
    else if (isFolder(entry)) for (const inner of await listOf(entry)) await visit(inner, item, path);
  };
  for (const [item, each] of dropped.entries()) {
    if (each instanceof File) add({ item, path: each.name, file: each });
    else await visit(each, item, []);
  }
  return files;
}

const tooMany = () =>
  new BridgeFailure({ code: 'import_too_many', message: 'More files, or deeper ones, than can be dropped' });

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Readers give a part of a folder at a time, and nothing at its end. */
async function listOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
