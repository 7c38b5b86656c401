import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestShell, type TestShell } from '../../host/test-services.ts';
import { testId } from '../storage/support.ts';
import { Rig } from './rig.ts';

let rig: Rig;
let shell: TestShell;
beforeEach(async () => {
  shell = createTestShell();
  rig = await Rig.start({ shell });
});
afterEach(() => rig.end());

describe('the bridge', () => {
  it('changes only the preferences that are named, and keeps them over a restart', async () => {
    await rig.call('app.setPreferences', { theme: 'dark', textSize: 1.2 });
    const changed = await rig.call('app.setPreferences', { language: 'th' });
    expect(changed).toMatchObject({ theme: 'dark', textSize: 1.2, language: 'th' });
    expect(rig.events.at(-1)).toEqual({ type: 'preferences', preferences: changed });
    await rig.restart();
    expect(await rig.call('app.preferences', {})).toEqual(changed);
  });

  it('sets unreadable preferences aside and goes on with the defaults', async () => {
    const file = join(rig.folder, 'app/preferences.json');
    await rig.call('app.setPreferences', { theme: 'dark' });
    await rig.restart(() => writeFile(file, '{"theme":'));
    expect((await rig.call('app.preferences', {})).theme).toBe('system');
    await rig.call('app.setPreferences', { theme: 'light' });
    expect(await readFile(`${file}.unreadable`, 'utf8')).toBe('{"theme":');
  });

  it('opens addresses of the web and of mail, and nothing else', async () => {
    await rig.call('app.openExternal', { url: 'https://example.org/' });
    expect(await rig.codeOf('app.openExternal', { url: 'file:///etc/passwd' })).toBe('bad_request');
    expect(shell.opened).toEqual(['https://example.org/']);
  });

  it('takes in chosen files, and writes a verified copy where the user says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-pick-'));
    const file = join(folder, 'notes.md');
    await writeFile(file, '# Notes');
    shell.picks.push([file], [join(folder, 'gone.md')]);
    const [attachment] = await rig.call('attachments.pick', {});
    expect(attachment).toMatchObject({ name: 'notes.md', kind: 'text', bytes: 7 });
    expect(await rig.codeOf('attachments.pick', {})).toBe('attachment_missing');
    expect(await rig.call('attachments.pick', {})).toEqual([]);
    const copy = join(folder, 'copy.md');
    shell.savePaths.push(copy);
    const { hash = '', name = '' } = attachment ?? {};
    expect(await rig.call('attachments.saveCopy', { hash, name })).toEqual({ saved: true });
    expect(await readFile(copy, 'utf8')).toBe('# Notes');
    expect(await rig.call('attachments.saveCopy', { hash, name })).toEqual({ saved: false });
  });

  it('[B5] the trash is emptied only of what is in it, and every window is told exactly that', async () => {
    const trashed = await rig.conversation();
    const kept = await rig.conversation();
    await rig.ask(kept, 'Hello');
    await rig.call('conversations.trash', { id: trashed });
    expect(
      await rig.codeOf('turns.send', { conversationId: trashed, content: { text: 'x', attachments: [] } }),
    ).toBe('bad_request');
    expect(await rig.call('conversations.emptyTrash', { ids: [trashed, kept] })).toEqual({ deleted: 1 });
    expect(rig.events.at(-1)).toEqual({ type: 'conversationsDeleted', ids: [trashed] });
    expect(await rig.codeOf('conversations.get', { id: trashed })).toBe('not_found');
    expect((await rig.call('conversations.get', { id: kept })).pathLength).toBe(2);
  });

  it('[B5] several go to the trash and come back at once, without those that are gone', async () => {
    const ids = [await rig.conversation(), await rig.conversation()];
    const kept = await rig.conversation();
    const listed = async (trashed: boolean) =>
      (await rig.call('conversations.list', { trashed })).items.map(({ id }) => id).sort();
    const moved = await rig.call('conversations.trashSeveral', { ids: [...ids, testId(9999)] });
    expect(moved.map(({ id, trashedAt }) => [id, trashedAt !== null])).toEqual(ids.map((id) => [id, true]));
    expect(rig.events.at(-1)).toEqual({ type: 'conversations', conversations: moved });
    expect(await listed(true)).toEqual([...ids].sort());
    expect(await listed(false)).toEqual([kept]);
    const [first] = moved;
    const again = await rig.call('conversations.trashSeveral', { ids: ids.slice(0, 1) });
    expect(again[0]?.trashedAt).toBe(first?.trashedAt);
    await rig.call('conversations.restoreSeveral', { ids });
    expect(await listed(true)).toEqual([]);
    expect(await listed(false)).toEqual([...ids, kept].sort());
  });

  it('refuses a message of another conversation', async () => {
    const one = await rig.conversation();
    const answer = await rig.ask(one, 'Hello');
    const two = await rig.conversation();
    const wrong = { conversationId: two, messageId: answer.id };
    expect(await rig.codeOf('turns.regenerate', wrong)).toBe('not_found');
    expect(await rig.codeOf('turns.edit', { ...wrong, content: { text: 'x', attachments: [] } })).toBe(
      'not_found',
    );
  });
});
