/** A tool that is not in the requests: it is found by its name, and its schema is loaded as it is called. */
export interface DeferredTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** Who brings it: the name of a server, or empty for the app's own. */
  from: string;
}

/** Names of the tools that stand for all the others. */
export const searchToolsName = 'search_tools';
export const useToolName = 'use_tool';

/**
 * What the system part says of the tools that are not in the request: their names by who brings them, in a fixed
 * order, so that the same tools make the same bytes. Empty where there are none.
 */
export function toolIndex(tools: readonly DeferredTool[]): string {
  if (tools.length === 0) return '';
  const byServer = new Map<string, string[]>();
  for (const { from, name } of tools) byServer.set(from, [...(byServer.get(from) ?? []), name]);
  const lines = [...byServer.entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([from, names]) => `${from === '' ? 'Built in' : from}: ${names.sort().join(', ')}`);
  return (
    `More tools exist than are described to you. ${searchToolsName} shows what one does and takes; call one by its ` +
    `name, or with ${useToolName}:\n${lines.join('\n')}`
  );
}

/** The tools that fit a query best: every word counts, in the name more than in the description. */
export function searchTools(tools: readonly DeferredTool[], query: string, limit: number): DeferredTool[] {
  const words = wordsOf(query);
  return tools
    .map((tool, at) => ({ tool, at, score: score(tool, words) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, limit)
    .map(({ tool }) => tool);
}

function score({ name, description, from }: DeferredTool, words: readonly string[]): number {
  const inName = new Set(wordsOf(`${name} ${from}`));
  const inText = description.toLowerCase();
  const whole = name.toLowerCase();
  return words.reduce((sum, word) => {
    if (whole === word) return sum + 100;
    if (inName.has(word)) return sum + 5;
    if (whole.includes(word)) return sum + 3;
    return sum + (inText.includes(word) ? 1 : 0);
  }, 0);
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s,.;:/]+|(?<=[a-z])_+|__+/)
    .filter((word) => word !== '');

/** One tool as a model reads it: everything that a call takes. */
export function describeTool({ name, description, parameters }: DeferredTool): string {
  return `${name}: ${description}\nArguments (JSON Schema): ${JSON.stringify(parameters)}`;
}
