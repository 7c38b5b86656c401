import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageServer, type PageServer } from '../../../main/shell/page-server.ts';

const hash = 'a'.repeat(64);
let folder: string;
let serve: PageServer;
let mime = 'image/png';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bough-pages-'));
  await mkdir(join(folder, 'renderer/assets'), { recursive: true });
  await writeFile(join(folder, 'renderer/index.html'), '<p>page</p>');
  await writeFile(join(folder, 'renderer/assets/index-1a2b.js'), 'run()');
  await writeFile(join(folder, 'renderer/notes.exe'), 'no');
  await writeFile(join(folder, 'secret.json'), '{}');
  await writeFile(join(folder, hash), 'bytes');
  serve = createPageServer({
    rendererFolder: join(folder, 'renderer'),
    attachment: async (wanted) => (wanted === hash ? { path: join(folder, hash), mime } : null),
    page: async (wanted) => (wanted === hash ? new Uint8Array([1, 2, 3]) : null),
  });
});

afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, method = 'GET') => serve(new Request(`http://app${path}`, { method }));

describe('page server', () => {
  it('serves the page under the strict policy', async () => {
    const page = await get('/');
    expect(await page.text()).toBe('<p>page</p>');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  it('lets hashed files be cached for ever, with their own type and no guessing', async () => {
    const { headers } = await get('/assets/index-1a2b.js');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toContain('immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/assets/%2e%2e/%2e%2e/secret.json',
    '/..%5csecret.json',
    '/%00',
    '/%',
    '/notes.exe',
    '/assets',
    '/missing.js',
    `/attachment/${'b'.repeat(64)}`,
    `/attachment/../${hash}`,
    '/attachment/secret.json',
  ])('does not hand out %s', async (path) => {
    expect((await get(path)).status).toBeGreaterThanOrEqual(400);
  });

  it('answers nothing but reading', async () => {
    expect((await get('/', 'POST')).status).toBe(405);
  });

  it('shows pixels in place, inert, and hands out everything else as a download', async () => {
    const image = await get(`/attachment/${hash}`);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('content-disposition')).toBe('inline');
    expect(image.headers.get('content-security-policy')).toContain('sandbox');
    for (mime of ['text/html', 'image/svg+xml', 'application/pdf', 'text/javascript']) {
      const { headers } = await get(`/attachment/${hash}`);
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toBe('attachment');
    }
  });

  it('[S10] serves snapshot pages by their hash, and nothing else there', async () => {
    const page = await get(`/page/${hash}`);
    expect(page.headers.get('content-type')).toBe('image/png');
    expect(page.headers.get('content-disposition')).toBe('inline');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(new Uint8Array(await page.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
    for (const path of [`/page/${'0'.repeat(64)}`, '/page/..%2Fsecret.json', `/page/${hash}/x`, '/page/'])
      expect((await get(path)).status).toBe(404);
  });
});
