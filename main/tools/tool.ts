import { z } from 'zod';
import type { ToolSpec } from '#core/context/view.ts';
import type { SeenPart } from '#core/transcript/types.ts';
import type { ToolContext } from '../run/ports.ts';
import type { Permission } from './approvals/approvals.ts';

/** What a tool answers. Whether anything happened is said by the tool itself, never guessed from the wording. */
export interface ToolOutput {
  parts: SeenPart[];
  /** An error, a change made in the world, or the user's own choice; looking and reading are not. */
  eventful: boolean;
  failed: boolean;
}

/** A tool does not do what was asked of it, in words for the model. */
export class Refusal extends Error {}

/** A call whose input was checked. */
export interface PreparedCall {
  /** What it is about, in no language: a file's name, the words searched for. */
  title: string;
  /**
   * What the user has to allow first; null: nothing. Rejects with a {@link Refusal} where no answer could allow it.
   * Without it the call needs no permission.
   */
  permission?(context: ToolContext): Promise<Permission | null>;
  /** Rejects with whatever went wrong; the registry makes a failed result of it. */
  run(context: ToolContext): Promise<ToolOutput>;
}

/** Something that a model may call. */
export interface Tool {
  spec: ToolSpec;
  /** Name of the server that brings it; empty for the app's own. */
  from?: string;
  /** Checks parsed arguments; the problem tells the model what to send instead. */
  prepare(given: unknown): PreparedCall | { problem: string };
}

/** What was checked before a permission was asked for, and what has to be allowed. */
export interface Checked<Subject> {
  checked: Subject;
  permission: Permission | null;
}

export interface ToolDefinition<Input, Subject = never> {
  name: string;
  /** For the model. */
  description: string;
  input: z.ZodType<Input>;
  title(input: Input): string;
  permission?(input: Input, context: ToolContext): Promise<Checked<Subject>>;
  /** @param checked what `permission` found; it may have changed since */
  run(input: Input, context: ToolContext, checked: Subject): Promise<ToolOutput>;
}

/** Makes a tool from its schema and what it does. */
export function defineTool<Input, Subject = never>(definition: ToolDefinition<Input, Subject>): Tool {
  const { name, description, input } = definition;
  const { $schema: _draft, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return {
    spec: { name, description, parameters },
    prepare: (given) => {
      const parsed = input.safeParse(given);
      if (!parsed.success) return { problem: `The arguments do not fit:\n${z.prettifyError(parsed.error)}` };
      return preparedCall(definition, parsed.data);
    },
  };
}

function preparedCall<Input, Subject>(
  { title, permission, run }: ToolDefinition<Input, Subject>,
  data: Input,
): PreparedCall {
  if (!permission) {
    // A tool without a permission takes no subject.
    return { title: title(data), run: (context) => run(data, context, undefined as Subject) };
  }
  let subject: Promise<Checked<Subject>> | null = null;
  return {
    title: title(data),
    permission: async (context) => {
      subject = permission(data, context);
      return (await subject).permission;
    },
    run: async (context) => {
      subject ??= permission(data, context);
      return run(data, context, (await subject).checked);
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
