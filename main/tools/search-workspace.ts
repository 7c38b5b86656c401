import { z } from 'zod';
import type { SearchHit } from '#contract';
import { defineTool, quiet, type Tool } from './tool.ts';

export interface SearchSource {
  query(text: string, limit: number): SearchHit[];
}

const input = z.strictObject({
  query: z.string().trim().min(2).max(200).describe('Words to look for; all of them have to occur'),
  limit: z.int().min(1).max(20).default(8).describe('Most results'),
});

/** Searches titles and messages of all conversations of the workspace. */
export function searchWorkspaceTool(search: SearchSource): Tool {
  return defineTool({
    name: 'search_workspace',
    description:
      "Searches the user's other conversations in this workspace, titles and messages. Use it when the user asks " +
      'for something that was said before.',
    input,
    title: ({ query }) => query,
    run: async ({ query, limit }) => {
      const hits = search.query(query, limit);
      if (hits.length === 0) return quiet(`Nothing was found for ${JSON.stringify(query)}.`);
      return quiet(hits.map(describeHit).join('\n\n'));
    },
  });
}

function describeHit(hit: SearchHit, index: number): string {
  const day = new Date(hit.createdAt).toISOString().slice(0, 10);
  return `${index + 1}. ${JSON.stringify(hit.title)}, ${day}\n${hit.excerpt}`;
}
