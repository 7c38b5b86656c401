import type { Agent, Model } from '#contract';
import type { Wire, WireTarget } from '../../../../main/providers/wire.ts';
import type { LabModel } from '../../../lab/models.ts';

/** Who a story is played with. */
export interface Cast {
  wire: Wire;
  target: WireTarget;
  model: LabModel;
  /** Another of the same window, to change over to. */
  other: LabModel;
}

/** What the app knows of one of the lab's models. */
export function modelOf(model: LabModel, vision: boolean): Model {
  return {
    id: model.id,
    name: model.name,
    contextWindow: model.window,
    maxOutput: model.maxOutput,
    vision,
    tools: true,
    reasoning: model.reasoning !== 'none',
    ...(model.reasoning === 'adaptive' && { thinking: 'adaptive' as const }),
    ...(model.reasoning === 'budget' && { thinking: 'budget' as const }),
    source: 'provider',
  };
}

/** The one tool of the stories. */
export const lookTool = {
  name: 'look',
  description: 'Looks something up.',
  parameters: {
    type: 'object',
    properties: { about: { type: 'number' }, n: { type: 'number' }, call: { type: 'string' } },
  },
};

export const agent: Agent = {
  id: 'helper',
  name: 'Helper',
  systemPrompt: 'You help with whatever is asked.',
  tools: ['look'],
  archivedAt: null,
} as Agent;
