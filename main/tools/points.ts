import { z } from 'zod';
import { labelSchema } from '#contract/branches.ts';
import type { PointOutcome } from '../run/ports.ts';
import { defineTool, failure, type Tool, type ToolOutput } from './tool.ts';

const label = labelSchema.describe('A short name, such as "before the rewrite"');

/** [T9] Marks the end of the present turn, to go back to later. */
export function checkpointTool(): Tool {
  return defineTool({
    name: 'checkpoint',
    description:
      'Marks this point of the conversation, the end of the answer that you are giving, with a label. In a later ' +
      'answer rewind can go back to exactly here. A label that exists on this branch moves.',
    input: z.strictObject({ label }),
    title: (input) => input.label,
    run: async (input, { points }) => {
      return outputOf(await points.mark(input.label), input.label);
    },
  });
}

/** [T9] Goes back to a marked point, with a digest of what was learned since. */
export function rewindTool(): Tool {
  return defineTool({
    name: 'rewind',
    description:
      'Goes back to a point that was marked with a label. Everything after it leaves this branch of the ' +
      'conversation (the user keeps it on another), and your digest is put after the point in its place. It happens ' +
      'when your answer ends: end it right after this call.',
    input: z.strictObject({
      label,
      digest: z
        .string()
        .trim()
        .min(1)
        .max(20_000)
        .describe('What was learned since that point, as you say it to the user: all that is still needed'),
    }),
    title: (input) => input.label,
    run: async ({ label: name, digest }, { points }) => outputOf(await points.rewind(name, digest), name),
  });
}

function outputOf(outcome: PointOutcome, name: string): ToolOutput {
  const quoted = JSON.stringify(name);
  switch (outcome.kind) {
    case 'marked':
      return done(
        outcome.moved
          ? `${quoted} was set before; it moves to the end of this answer.`
          : `${quoted} marks the end of this answer.`,
      );
    case 'goingBack':
      return done(`The conversation goes back to ${quoted} as soon as this answer ends. End it now.`);
    case 'unknown':
      return failure(unknownText(outcome, quoted));
  }
}

function unknownText({ labels, here }: Extract<PointOutcome, { kind: 'unknown' }>, quoted: string): string {
  if (here) return `${quoted} marks the end of this very answer: a later one can go back to it.`;
  if (labels.length === 0) return `No such checkpoint: ${quoted}. None exists on this branch.`;
  const existing = labels.map((one) => JSON.stringify(one)).join(', ');
  return `No such checkpoint: ${quoted}; these exist: ${existing}.`;
}

/** A point in the conversation is the agent's own doing, and must not be elided as if nothing had happened. */
function done(text: string): ToolOutput {
  return { parts: [{ type: 'text', text }], eventful: true, failed: false };
}
