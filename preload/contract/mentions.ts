import type { Agent } from './agents.ts';

/** Where a text names an agent, in UTF-16 units from the `@` on. */
export interface Mention {
  agentId: string;
  from: number;
  to: number;
}

type Named = Pick<Agent, 'id' | 'name' | 'archivedAt'>;

/** What stands before the `@` of an address, and what goes on a name. Thai and Chinese put no space between words. */
const partOfAddress = /[\p{Script=Latin}\p{N}._%+-]/u;
const partOfName = /[\p{Script=Latin}\p{N}_]/u;

/**
 * Finds the agents in use that a text names by `@name`, in the order in which it does. Capitals do not matter, the
 * longest name wins, and an address such as `ann@example.org` names nobody.
 */
export function mentionsIn(text: string, agents: readonly Named[]): Mention[] {
  if (!text.includes('@')) return [];
  const longestFirst = agents
    .filter((agent) => agent.archivedAt === null)
    .toSorted((left, right) => right.name.length - left.name.length);
  return [...text.matchAll(/@/g)].flatMap(({ index: from }) => {
    if (partOfAddress.test(text[from - 1] ?? '')) return [];
    const agent = longestFirst.find(({ name }) => isNamedAt(text, from + 1, name));
    return agent ? [{ agentId: agent.id, from, to: from + 1 + agent.name.length }] : [];
  });
}

function isNamedAt(text: string, at: number, name: string): boolean {
  const end = at + name.length;
  if (text.slice(at, end).toLocaleLowerCase() !== name.toLocaleLowerCase()) return false;
  return !partOfName.test(text[end] ?? '');
}
