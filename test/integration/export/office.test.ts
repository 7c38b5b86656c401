import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { blocksToText } from '#core/export/plain.ts';
import { hasProgram } from '../../../build/setup/programs.mjs';
import { readMarkdown } from '../../../main/export/markdown/read.ts';
import { corpus, rich, toolPart } from './corpus.ts';
import { noisePng } from './noise-png.ts';
import { openStage } from './stage.ts';
import { writeConversation } from './write.ts';

/** LibreOffice starts, on a busy machine slowly. Milliseconds. */
const patience = 180_000;

/** The text of a document as LibreOffice has it, by a LibreOffice of its own: nobody else's settings, nobody's lock. */
async function textInOffice(path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-office-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const how = ['--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir', folder];
  await promisify(execFile)('soffice', [profile, ...how, path], { timeout: patience });
  return (await readFile(join(folder, 'a.txt'), 'utf8')).replace('\ufeff', '');
}

/** Words with their marks, so that no script loses any. */
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

it.skipIf(!hasProgram('soffice'))(
  'a Word document opens in LibreOffice, and its text there is what was said, in every script, in order',
  async () => {
    const stage = await openStage();
    const { workspace } = stage;
    const picture = await workspace.attachments.add('kitchen.png', noisePng(20));
    const typed = `typed, with <marks> & "quotes"\n\tindented  twice\n${corpus.join('\n')}`;
    const id = writeConversation(workspace, 'Plan', [
      [
        { type: 'text', text: typed },
        { type: 'attachment', attachment: picture },
      ],
      [toolPart('found one\nfound two'), { type: 'text', text: rich }],
    ]);
    await stage.run('a.docx', { conversationIds: [id], format: 'word' });
    const text = await textInOffice(join(stage.folder, 'a.docx'));
    expect(text).toContain(typed);
    const said = blocksToText(readMarkdown(rich)).replaceAll(/ \(https.*?\)|\[x\]/g, '');
    const card = 'search_workspace\nAsked\n{ "query": "x" }\nResult\nfound one\nfound two';
    // The line with the date below a name is not said by anybody.
    const found = text.slice(text.indexOf(typed)).replaceAll(/^.* · openai\/gpt-test$/gm, '');
    expect(wordsIn(found)).toEqual(wordsIn(`${typed}\nkitchen.png\n2. Bough\n${card}\n${said}`));
  },
  patience,
);
