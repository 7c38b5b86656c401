import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Agent } from '#contract';
import { type AgentFields, agentFieldsSchema } from '#contract/agents.ts';
import { BoughError } from '#core/errors.ts';
import { guardedFiles } from '../storage/failures.ts';
import { decodeText } from '../text.ts';

/** What the name of an agent's file ends with. */
const suffix = '.bough-agent.json';
/** Far more than the longest instructions need. */
const largest = 1024 * 1024;

/** The model is left out: which providers somebody else has is not known. */
const fileSchema = z.object({
  format: z.literal('bough-agent'),
  version: z.literal(1),
  ...agentFieldsSchema.omit({ reader: true }).shape,
});

/** A name for the file of an agent that every file system takes. */
export function agentFileName({ name }: Pick<Agent, 'name'>): string {
  const safe = name.replace(/[<>:"/\\|?*.]/g, ' ').trim();
  return `${safe || 'agent'}${suffix}`;
}

/** Writes an agent to a file that the user named: its name, colour, instructions and tools. No key, no model. */
export async function saveAgentFile(target: string, agent: Agent): Promise<void> {
  const { name, colour, systemPrompt, tools } = agent;
  const file: z.infer<typeof fileSchema> = {
    format: 'bough-agent',
    version: 1,
    name,
    colour,
    systemPrompt,
    tools,
  };
  await guardedFiles(() => writeFile(target, `${JSON.stringify(file, null, 2)}\n`));
}

/**
 * Reads an agent from a file that the user chose. Throws `agent_file_unreadable`, with the file's name, for one that
 * is missing, too large or something else.
 */
export async function readAgentFile(path: string): Promise<AgentFields> {
  try {
    const { size } = await stat(path);
    if (size > largest) throw new RangeError(`${size} bytes are too many for an agent`);
    const {
      format: _format,
      version: _version,
      ...fields
    } = fileSchema.parse(JSON.parse(decodeText(await readFile(path))));
    return { ...fields, reader: null };
  } catch (error) {
    throw new BoughError('agent_file_unreadable', 'The file does not hold an agent', {
      params: { name: basename(path) },
      detail: String(error),
      cause: error,
    });
  }
}
