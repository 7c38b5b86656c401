import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../main/shell/arguments.ts';
import { readEarlyPreferences } from '../../../main/shell/early-preferences.ts';
import { redactLine } from '../../../main/shell/redact-line.ts';
import { textsFor } from '../../../main/shell/texts.ts';
import { readWindowState, writeWindowState } from '../../../main/shell/window-state.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'bough-shell-'));

describe('arguments', () => {
  it.each([
    [['bough', '--workspace', '/w'], '/w'],
    [['bough', '--workspace=/a=b'], '/a=b'],
    [['electron', '.', '--no-sandbox', '--workspace', 'w'], '/home/w'],
    [['bough'], null],
    [['bough', '--workspace'], null],
    [['bough', '--workspace', '--inspect'], null],
  ])('%j', (argv, workspace) => {
    expect(readArguments(argv, '/home')).toEqual({ workspace });
  });
});

describe('window state', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };

  it('comes back where it was', () => {
    const folder = newFolder();
    const bounds = { x: 100, y: 50, width: 900, height: 700 };
    writeWindowState(folder, { bounds, maximized: true });
    expect(readWindowState(folder, [screen])).toEqual({ bounds, maximized: true });
  });

  it('does not open on a screen that is gone, and keeps its size', () => {
    const folder = newFolder();
    writeWindowState(folder, { bounds: { x: 2500, y: 50, width: 900, height: 700 }, maximized: false });
    expect(readWindowState(folder, [screen]).bounds).toEqual({ width: 900, height: 700 });
  });

  it.each(['', '{}', '{"bounds":{"x":"1"},"maximized":true}', 'null'])('survives the file %j', (content) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'window.json'), content);
    expect(readWindowState(folder, [screen])).toEqual({
      bounds: { width: 1280, height: 840 },
      maximized: false,
    });
  });
});

describe('early preferences', () => {
  it.each([
    ['{"theme":"dark","language":"cs"}', { theme: 'dark', language: 'cs' }],
    ['{"theme":"pink","language":3}', { theme: 'system', language: 'system' }],
    ['null', { theme: 'system', language: 'system' }],
    ['{', { theme: 'system', language: 'system' }],
  ])('%s', (content, expected) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'preferences.json'), content);
    expect(readEarlyPreferences(folder)).toEqual(expected);
  });
});

describe('texts', () => {
  it('exist in all languages, the same ones, none empty', () => {
    const folder = join(import.meta.dirname, '../../../main/shell/locales');
    const locales = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    expect(locales).toHaveLength(6);
    for (const locale of locales) {
      expect(Object.keys(locale)).toEqual(Object.keys(locales[0]));
      expect(Object.values(locale)).not.toContain('');
    }
  });

  it.each([
    ['system', ['cs-CZ', 'en-US'], 'Soubor'],
    ['system', ['xx', 'nl-BE'], 'Bestand'],
    ['system', ['pt-PT'], 'Arquivo'],
    ['system', [], 'File'],
    ['th', ['en'], 'ไฟล์'],
    ['toString', ['en'], 'File'],
  ])('%s on a system in %j', (chosen, system, file) => {
    expect(textsFor(chosen, system).file).toBe(file);
  });
});

describe('redactLine', () => {
  it.each([
    ['sk-ant-api03-abcdefghijklmnop', undefined],
    ['Authorization was Bearer abcdefghijkl', undefined],
    ['key AIzaSyA1234567890abcdefghijk', undefined],
    ['call', { apiKey: 'anything at all', token: 'short' }],
    ['call', { headers: { 'x-api-key': 'anything at all' } }],
    ['failed', { error: new Error('sk-proj-abcdefghijklmnop was refused') }],
  ])('%s %j', (message, data) => {
    const line = redactLine(message, data);
    expect(line).toContain('[hidden]');
    expect(line).not.toMatch(/abcdefgh|anything at all|"short"/);
  });

  it('hides what is known to be secret in every form, and no ordinary word for it', () => {
    const known = ['pa"ss wörd/1', 'ann'];
    const nested = JSON.stringify({ said: known[0] });
    const line = redactLine(
      `GET /?k=${encodeURIComponent(known[0] ?? '')} by ann`,
      { nested, raw: known },
      known,
    );
    expect(line).toBe(
      'GET /?k=[hidden] by ann {"nested":"{\\"said\\":\\"[hidden]\\"}","raw":["[hidden]","ann"]}',
    );
  });

  it('keeps what is no secret', () => {
    expect(redactLine('slow call', { method: 'tree.page', milliseconds: 300 })).toBe(
      'slow call {"method":"tree.page","milliseconds":300}',
    );
  });
});
