import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rig } from '../run/rig.ts';
import { imagesIn, isSummaryRequest } from './requests.ts';
import { foldedTalk, readerWith, talkAboutLog, turn, writeSummary } from './talk.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

const modelId = 'claude-opus-5-5-lab-128k';

const ask = (id: string, text: string) => turn(rig, id, { text, answer: 'Yes.' });
const newest = () => rig.lab.lastRequest('anthropic');
const summaries = () => rig.lab.requests.filter(isSummaryRequest).length;

describe('the pages of a fold', () => {
  it('[S3] give way to one summary for a reader without vision, and come back without another model call', async () => {
    const { id, sees } = await foldedTalk(rig, modelId);
    await ask(id, 'First?');
    const pages = imagesIn(newest());
    expect(pages.length).toBeGreaterThan(0);

    await readerWith(rig, sees, 'claude-sonnet-4-5-lab-128k', { vision: false });
    const blind = { routeId: sees.routeId, modelId: 'claude-sonnet-4-5-lab-128k' };
    await rig.call('conversations.setReader', { id, reader: blind });
    const folds = 3;
    for (let n = 0; n < folds; n += 1) writeSummary(rig, `Summary ${n}`);
    const before = rig.lab.requests.length;
    await ask(id, 'Second?');
    for (const request of rig.lab.requests.slice(before)) expect(imagesIn(request)).toEqual([]);
    const made = summaries();
    expect(made).toBeGreaterThan(0);
    expect(newest().raw.toString()).toContain('are summarised here');

    await rig.call('conversations.setReader', { id, reader: sees });
    await ask(id, 'Third?');
    expect(imagesIn(newest()).slice(0, pages.length)).toEqual(pages);

    // To and fro again: everything is there already, after a restart too.
    await rig.restart();
    await rig.call('conversations.setReader', { id, reader: blind });
    await ask(id, 'Fourth?');
    expect(imagesIn(newest())).toEqual([]);
    await rig.call('conversations.setReader', { id, reader: sees });
    await ask(id, 'Fifth?');
    expect(imagesIn(newest()).slice(0, pages.length)).toEqual(pages);
    expect(summaries()).toBe(made);
  });

  it('[S2] have the same bytes after a restart, and where the cache of pages is gone', async () => {
    const { id } = await foldedTalk(rig, modelId);
    await ask(id, 'First?');
    const pages = imagesIn(newest());
    await rig.restart(() => rm(join(rig.folder, 'pages'), { recursive: true }));
    await ask(id, 'Second?');
    expect(imagesIn(newest())).toEqual(pages);
  });

  it('[S2] keep their letters when the user chooses others, after a restart too; only new pages get those', async () => {
    const { id } = await foldedTalk(rig, modelId);
    await ask(id, 'First?');
    const usual = imagesIn(newest());
    await rig.call('context.setSettings', { smallLetters: true });
    await talkAboutLog(rig, id, 12, { from: 12, answerTokens: 900 });
    await rig.restart(() => rm(join(rig.folder, 'pages'), { recursive: true }));
    expect(await rig.call('context.settings', {})).toMatchObject({ smallLetters: true });
    await ask(id, 'Second?');
    expect(imagesIn(newest())).toEqual(usual);

    const { pass } = await rig.call('context.run', {
      conversationId: id,
      command: 'compact',
      args: 'snapshots',
    });
    await ask(id, 'Third?');
    const both = imagesIn(newest());
    expect(both.slice(0, usual.length)).toEqual(usual);
    expect(both.length).toBe(usual.length + (pass?.counts.pages ?? 0));
    await rig.call('context.setSettings', { smallLetters: false });
    await rig.restart(() => rm(join(rig.folder, 'pages'), { recursive: true }));
    await ask(id, 'Fourth?');
    expect(imagesIn(newest())).toEqual(both);
    const letters = await Promise.all(
      (await rig.call('context.passes', { conversationId: id })).flatMap(({ edits }) =>
        edits.flatMap((edit) =>
          edit.kind === 'fold'
            ? [rig.call('context.pages', { conversationId: id, foldId: edit.recallId })]
            : [],
        ),
      ),
    );
    expect(new Set(letters.map(({ smallLetters }) => smallLetters))).toEqual(new Set([false, true]));
  });

  it('[L8] are taken back after a restart: the words stand in the next request as if nothing had been', async () => {
    const { id } = await foldedTalk(rig, modelId);
    await ask(id, 'Before?');
    expect(imagesIn(newest()).length).toBeGreaterThan(0);
    await rig.restart();
    const [pass] = await rig.call('context.passes', { conversationId: id });
    await rig.call('context.undo', { conversationId: id, passId: pass?.id ?? '' });
    await ask(id, 'After?');
    const sent = newest().raw.toString();
    expect(imagesIn(newest())).toEqual([]);
    for (let n = 0; n < 12; n += 1) expect(sent).toContain(`Answer ${n}: `);
    expect(sent).not.toContain('drawn in a fixed-width pixel font');
  });
});
