import type { Agent, AgentFields, Reader } from '#contract';

/** Number of agent colours of the theme. */
export const colours = 8;

/** What a new agent starts with: the next colour, and the tools of the first agent. */
export function newAgent(others: readonly Agent[]): AgentFields {
  const [first] = others;
  return {
    name: '',
    colour: others.length % colours,
    systemPrompt: '',
    tools: first ? [...first.tools] : [],
    reader: null,
  };
}

/** Why `@` could not find an agent by this name; null when it could. */
export function nameFault(name: string, taken: readonly string[]): 'empty' | 'at' | 'taken' | null {
  const wanted = name.trim().normalize('NFC').toLocaleLowerCase();
  if (wanted === '') return 'empty';
  if (wanted.includes('@')) return 'at';
  return taken.some((other) => other.normalize('NFC').toLocaleLowerCase() === wanted) ? 'taken' : null;
}

/** A reader as the value of a choice; empty for none. */
export function choiceOf(reader: Reader | null): string {
  return reader ? JSON.stringify([reader.routeId, reader.modelId]) : '';
}

/** The reader that a choice means. */
export function readerOf(value: string): Reader | null {
  if (value === '') return null;
  const [routeId, modelId] = JSON.parse(value) as [string, string];
  return { routeId, modelId };
}
