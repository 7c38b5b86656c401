import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface GuidePage {
  slug: string;
  title: string;
  markdown: string;
}

/** A paragraph that is a picture: the app ships the words alone, the pictures are for readers on the web. */
const pictures = /^!\[[^\]]*\]\([^)]*\)\n+/gm;

/**
 * Reads the guide's pages: every Markdown file of the folder, in the order of their names.
 *
 * @returns the slug is the file's name without its ending, the title its first heading
 */
export async function readGuide(folder: string): Promise<GuidePage[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const markdown = (await readFile(join(folder, name), 'utf8')).replace(pictures, '');
      const slug = name.slice(0, -'.md'.length);
      return { slug, title: /^# +(.+)$/m.exec(markdown)?.[1] ?? slug, markdown };
    }),
  );
}

/** A guide that was left out of a build is no reason for the app to fail. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
