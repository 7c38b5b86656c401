import { z } from 'zod';
import { method } from './define.ts';

export interface Agent {
  id: string;
  name: string;
  /** Colour index, 0 to 7, into the theme's agent colours. */
  colour: number;
  systemPrompt: string;
  /** Names of its resident tools. */
  tools: string[];
}

export const agentMethods = {
  'agents.list': method<Agent[]>()(z.strictObject({})),
};
