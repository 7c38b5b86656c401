import { z } from 'zod';
import type { ToolSpec } from '#core/context/view.ts';
import type { SeenPart } from '#core/transcript/types.ts';
import type { ToolContext } from '../run/ports.ts';

/** What a tool answers. Whether anything happened is said by the tool itself, never guessed from the wording. */
export interface ToolOutput {
  parts: SeenPart[];
  /** An error, a change made in the world, or the user's own choice; looking and reading are not. */
  eventful: boolean;
  failed: boolean;
}

/** A call whose input was checked. */
export interface PreparedCall {
  /** What it is about, in no language: a file's name, the words searched for. */
  title: string;
  /** Rejects with whatever went wrong; the registry makes a failed result of it. */
  run(context: ToolContext): Promise<ToolOutput>;
}

/** Something that a model may call. */
export interface Tool {
  spec: ToolSpec;
  /** Checks parsed arguments; the problem tells the model what to send instead. */
  prepare(given: unknown): PreparedCall | { problem: string };
}

export interface ToolDefinition<Input> {
  name: string;
  /** For the model. */
  description: string;
  input: z.ZodType<Input>;
  title(input: Input): string;
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** Makes a tool from its schema and what it does. */
export function defineTool<Input>({ name, description, input, title, run }: ToolDefinition<Input>): Tool {
  const { $schema: _draft, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return {
    spec: { name, description, parameters },
    prepare: (given) => {
      const checked = input.safeParse(given);
      if (!checked.success)
        return { problem: `The arguments do not fit:\n${z.prettifyError(checked.error)}` };
      return { title: title(checked.data), run: (context) => run(checked.data, context) };
    },
  };
}

/** A result in which nothing happened. */
export function quiet(text: string): ToolOutput {
  return { parts: [{ type: 'text', text }], eventful: false, failed: false };
}

/** A result that tells the model what went wrong, in words with which it can go on. */
export function failure(text: string): ToolOutput {
  return { parts: [{ type: 'text', text }], eventful: true, failed: true };
}
