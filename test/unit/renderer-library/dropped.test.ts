import { beforeEach, describe, expect, it, vi } from 'vitest';
import { filesIn } from '../../../renderer/features/files/import/dropped.ts';
import {
  importDropped,
  stopImport,
  useImports,
} from '../../../renderer/features/files/import/import-state.ts';
import { type FakeWindow, stubWindow } from '../renderer-ui/fake-window.ts';
import { deferred } from './make.ts';

type Tree = { [name: string]: string | Tree };

/** An entry as a browser gives it: a folder is read two names at a time. */
function entry(name: string, content: string | Tree): FileSystemEntry {
  if (typeof content === 'string') {
    const file = (done: (file: File) => void) => done(new File([content], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const left = Object.entries(content).map(([inner, value]) => entry(inner, value));
    return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(left.splice(0, 2)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

const archive: Tree = {
  'conversations.json': '[]',
  '.DS_Store': 'x',
  __MACOSX: { 'conversations.json': 'x' },
  projects: { 'one.json': '{}', '.hidden': 'x', 'two.json': '{ }' },
};

let page: FakeWindow;
beforeEach(() => {
  page = stubWindow();
  page.answers['import.dropBegin'] = { ok: true, data: { id: 'drop' } };
  page.answers['import.dropChunk'] = { ok: true, data: { taken: true } };
  page.answers['import.dropEnd'] = { ok: true, data: { started: true } };
  page.answers['import.cancel'] = { ok: true, data: { cancelled: true } };
  page.answers['app.reportError'] = { ok: true, data: { noted: true } };
  useImports.setState({ open: false, running: null, reportId: null, failure: null });
  return () => vi.unstubAllGlobals();
});

const called = () => page.calls.map(({ method }) => method);

describe('what is dropped on the list', () => {
  it('is all files in all folders, without what is hidden', async () => {
    const files = await filesIn([entry('export', archive), new File(['# Chat'], 'chat.md')]);
    expect(files.map(({ item, path }) => [item, path])).toEqual([
      [0, 'export/conversations.json'],
      [0, 'export/projects/one.json'],
      [0, 'export/projects/two.json'],
      [1, 'chat.md'],
    ]);
  });

  it('goes to main piece by piece, then the import starts', async () => {
    await importDropped([entry('export', archive)]);
    expect(page.calls[0]).toEqual({
      method: 'import.dropBegin',
      input: {
        files: [
          { item: 0, path: 'export/conversations.json', bytes: 2 },
          { item: 0, path: 'export/projects/one.json', bytes: 2 },
          { item: 0, path: 'export/projects/two.json', bytes: 3 },
        ],
      },
    });
    expect(called().slice(1)).toEqual([
      ...Array.from({ length: 3 }, () => 'import.dropChunk'),
      'import.dropEnd',
    ]);
    expect(useImports.getState()).toMatchObject({ open: true, failure: null });
  });

  it('is given up quietly when it is stopped on the way, and nothing starts', async () => {
    const held = deferred<{ ok: true; data: unknown }>();
    page.answers['import.dropChunk'] = () => held.promise as Promise<never>;
    const dropping = importDropped([entry('export', archive)]);
    await vi.waitFor(() => expect(called()).toContain('import.dropChunk'));
    await stopImport(useImports.getState().running?.id ?? '');
    held.resolve({ ok: true, data: { taken: true } });
    await dropping;
    expect(called()).not.toContain('import.dropEnd');
    expect(called()).toContain('import.cancel');
    expect(useImports.getState()).toMatchObject({ open: true, running: null, failure: null });
  });

  it('says why it cannot be taken: nothing in it, too much in it, or another on its way', async () => {
    await importDropped([entry('empty', {})]);
    expect(useImports.getState().failure).toMatchObject({ error: { code: 'import_nothing' } });
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}.json`, '']));
    await importDropped([entry('many', many)]);
    expect(useImports.getState().failure).toMatchObject({ error: { code: 'import_too_many' } });
    expect(called()).toEqual([]);
    const held = deferred<{ ok: true; data: unknown }>();
    page.answers['import.dropBegin'] = () => held.promise as Promise<never>;
    const first = importDropped([new File(['# Chat'], 'chat.md')]);
    await importDropped([new File(['# Other'], 'other.md')]);
    expect(useImports.getState().failure).toMatchObject({ error: { code: 'import_busy' } });
    held.resolve({ ok: true, data: { id: 'drop' } });
    await first;
    expect(called()).toContain('import.dropEnd');
  });
});
