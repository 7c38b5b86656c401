import { z } from 'zod';
import type { Recalled } from '#core/context/recall.ts';
import { defineTool, failure, quiet, type Tool, type ToolOutput } from './tool.ts';

export const recallName = 'recall';

const input = z.strictObject({
  id: z.string().min(1).max(40).describe('The id in the note that stands for what was set aside'),
  part: z.int().min(1).default(1).describe('Long texts come in parts, counted from 1'),
});

/** [L7] Brings back what was set aside to make room: a tool's result, an image, a stretch of the conversation. */
export function recallTool(): Tool {
  return defineTool({
    name: recallName,
    description:
      'Brings back the original of something that was set aside to make room in this conversation: a result, an ' +
      'image, or earlier turns. Notes in the conversation name it by its id.',
    input,
    title: ({ id, part }) => (part === 1 ? id : `${id}, ${part}`),
    run: async ({ id, part }, context) => outputOf(await context.recall(id, part), id),
  });
}

function outputOf(recalled: Recalled, id: string): ToolOutput {
  switch (recalled.kind) {
    case 'text':
      return textOutput(recalled);
    case 'image':
      return { parts: [{ type: 'attachment', attachment: recalled.image }], eventful: false, failed: false };
    case 'unknown':
      return failure(`Nothing was set aside under ${JSON.stringify(id)}.`);
    case 'no-part':
      return failure(`${JSON.stringify(id)} has ${recalled.parts} parts.`);
    case 'gone':
      return failure(`The original of ${JSON.stringify(id)} is no longer kept.`);
  }
}

function textOutput({ text, part, parts, images }: Extract<Recalled, { kind: 'text' }>): ToolOutput {
  const more = part < parts ? `\n[This is part ${part} of ${parts}.]` : '';
  const { parts: said, ...quietly } = quiet(`${text}${more}`);
  const attached = images.map((attachment) => ({ type: 'attachment' as const, attachment }));
  return { ...quietly, parts: [...said, ...attached] };
}
