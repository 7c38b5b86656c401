import { describe, expect, it } from 'vitest';
import { mentionsIn } from '#contract/mentions.ts';

const agents = [
  { id: 'ann', name: 'Ann', archivedAt: null },
  { id: 'ann-lee', name: 'Ann Lee', archivedAt: null },
  { id: 'thai', name: 'แอน', archivedAt: null },
  { id: 'gone', name: 'Bob', archivedAt: 1 },
];
const named = (text: string) => mentionsIn(text, agents).map(({ agentId }) => agentId);

describe('mentions', () => {
  it.each([
    ['@Ann, what do you think?', ['ann']],
    ['ask @ann and @ANN LEE', ['ann', 'ann-lee']],
    ['(@Ann)', ['ann']],
    ['ถาม@แอนหน่อย', ['thai']],
    ['请@Ann回答', ['ann']],
    ['@Ann@Ann Lee', ['ann']],
  ])('%j names %j', (text, expected) => expect(named(text)).toEqual(expected));

  it.each(['Ann', '@Anna', '@Ann2', 'me@Ann', 'ann@example.org', '@ Ann', '@Bob', '@', ''])(
    '%j names nobody',
    (text) => expect(named(text)).toEqual([]),
  );

  it('tells where the name stands', () => {
    expect(mentionsIn('Hi @Ann Lee!', agents)).toEqual([{ agentId: 'ann-lee', from: 3, to: 11 }]);
  });
});
