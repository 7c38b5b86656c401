import { z } from 'zod';
import {
  type DeferredTool,
  describeTool,
  searchTools,
  searchToolsName,
  useToolName,
} from '#core/tools/tool-index.ts';
import { defineTool, failure, quiet, type Tool } from './tool.ts';

const searchInput = z.strictObject({
  query: z.string().trim().min(1).max(200).describe('A name, or words for what it should do'),
  limit: z.int().min(1).max(10).default(5).describe('Most tools to describe'),
});

/** Describes tools that are not in the request, with everything that a call of them takes. */
export function searchToolsTool(deferred: () => readonly DeferredTool[]): Tool {
  return defineTool({
    name: searchToolsName,
    description: 'Describes tools whose names you were told of, with the arguments that they take.',
    input: searchInput,
    title: ({ query }) => query,
    run: async ({ query, limit }) => {
      const found = searchTools(deferred(), query, limit);
      if (found.length === 0) return quiet(`No tool was found for ${JSON.stringify(query)}.`);
      return quiet(found.map(describeTool).join('\n\n'));
    },
  });
}

const useInput = z.strictObject({
  name: z.string().min(1).max(200).describe('Name of the tool'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('What it takes'),
});

/**
 * Calls a tool that is not in the request. With arguments that do not fit, its schema comes back, so that it need not
 * be looked up before.
 */
export function deferredCallTool(find: (name: string) => Tool | undefined): Tool {
  const own = defineTool({
    name: useToolName,
    description: 'Calls a tool whose name you were told of and that is not described here.',
    input: useInput,
    title: ({ name }) => name,
    run: async ({ name }) => failure(`There is no tool named ${name}.`),
  });
  return {
    ...own,
    prepare: (given) => {
      const parsed = useInput.safeParse(given);
      const tool = parsed.success ? find(parsed.data.name) : undefined;
      if (!parsed.success || !tool) return own.prepare(given);
      const prepared = tool.prepare(parsed.data.arguments);
      if (!('problem' in prepared)) return prepared;
      return { problem: `${prepared.problem}\n${describeTool(asDeferred(tool))}` };
    },
  };
}

/** A tool as it is found by its name. */
export function asDeferred({ spec, from = '' }: Tool): DeferredTool {
  return { ...spec, from };
}
