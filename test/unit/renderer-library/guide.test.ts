import { describe, expect, it } from 'vitest';
import { inReadingOrder, linkedSlug, searchGuide } from '../../../renderer/features/help/guide.ts';

const page = (slug: string, markdown: string) => ({
  slug,
  title: /^# (.+)$/m.exec(markdown)?.[1] ?? slug,
  markdown,
});
const pages = [
  page('branches', '# Branches\n\nEditing makes a **branch**. See [keys](keys.md).'),
  page('extra', '# Extra\n\nNot in the index.'),
  page(
    'index',
    '# The guide\n\n- [First steps](start.md)\n- [Keys](keys.md#models)\n- [Branches](branches.md)',
  ),
  page('keys', '# Keys and models\n\nKlíč je jako heslo.'),
  page('start', '# First steps\n\n1. Write a message.\n2. The trash is below.'),
];

describe('the guide', () => {
  it('is read in the order of its index; a page that the index forgot comes last', () => {
    const slugs = inReadingOrder(pages).map(({ slug }) => slug);
    expect(slugs).toEqual(['index', 'start', 'keys', 'branches', 'extra']);
  });

  it('keeps links between its pages inside, and only those', () => {
    expect(linkedSlug('keys.md')).toBe('keys');
    expect(linkedSlug('./keys.md#models')).toBe('keys');
    for (const href of [undefined, 'https://example.com/keys.md', '../secret.md', 'keys.html'])
      expect(linkedSlug(href)).toBeNull();
  });

  it('finds lines that hold every word, whatever the case, and shows them without marks', () => {
    expect(searchGuide(pages, 'BRANCH editing')).toEqual([
      { slug: 'branches', title: 'Branches', excerpt: 'Editing makes a branch. See keys.' },
    ]);
    expect(searchGuide(pages, 'klíč').map(({ slug }) => slug)).toEqual(['keys']);
    expect(searchGuide(pages, '   ')).toEqual([]);
  });

  it('finds a page whose words stand apart', () => {
    expect(searchGuide(pages, 'message trash')).toEqual([
      { slug: 'start', title: 'First steps', excerpt: '' },
    ]);
  });
});
