import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGuide } from '../../main/guide.ts';

const folder = join(import.meta.dirname, '../../docs/guide');

it('the pictures of the guide stay out of the app, which shows its words alone', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const written = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const picture = /!\[[^\]]*\]\([^)]+\)/;
  expect(written.filter((markdown) => picture.test(markdown))).not.toEqual([]);
  const pages = await readGuide(folder);
  expect(pages.filter(({ markdown }) => picture.test(markdown))).toEqual([]);
  expect(pages.map(({ slug }) => `${slug}.md`)).toEqual(files.sort());
});

it('a picture that a page of the guide shows is there', async () => {
  const pages = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const shown = pages.flatMap((markdown) => [...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)]);
  for (const [, file] of shown) {
    const bytes = await readFile(join(folder, file ?? ''));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
});
