import type { Model, Reader, WireName } from '#contract';
import type { Lab } from '../../lab/index.ts';
import type { Rig } from '../run/rig.ts';

/** One reader for each wire, and one more where a vendor's generations differ. */
export const everyWire = [
  'anthropic',
  'openai-chat',
  'compatible',
  'openai-responses',
  'gpt-5.6',
  'google',
  'gemini-2.5',
  'ollama',
] as const;
export type WireReader = (typeof everyWire)[number];

/** Where a wire puts its conversation, and what the lab calls it. */
export const wireFacts: Record<WireReader, { lab: string; list: 'messages' | 'input' | 'contents' }> = {
  anthropic: { lab: 'anthropic', list: 'messages' },
  'openai-chat': { lab: 'openai', list: 'messages' },
  compatible: { lab: 'compatible', list: 'messages' },
  'openai-responses': { lab: 'responses', list: 'input' },
  'gpt-5.6': { lab: 'responses', list: 'input' },
  google: { lab: 'google', list: 'contents' },
  'gemini-2.5': { lab: 'google', list: 'contents' },
  ollama: { lab: 'ollama-chat', list: 'messages' },
};

interface Place {
  wire: WireName;
  baseUrl: string;
  model: string;
  figures?: Partial<Pick<Model, 'vision' | 'reasoning' | 'contextWindow' | 'maxOutput'>>;
}

/** Sets up a route for every wire, as the settings do. Their keys outlive a restart. */
export async function addEveryWire(
  rig: Rig,
  value = 'key-of-the-tests',
  storage: 'plain' | 'system' = 'plain',
): Promise<Record<WireReader, Reader>> {
  const { url } = await rig.lab.startLocal('ollama');
  const readers: Partial<Record<WireReader, Reader>> = {};
  for (const [name, { wire, baseUrl, model, figures }] of Object.entries(placesOf(rig.lab, url))) {
    const route = { preset: 'other', name, wire, baseUrl };
    const { id } = await rig.call('providers.saveRoute', { route, key: { value, storage } });
    await rig.call('providers.refreshModels', { id });
    if (figures) await rig.call('providers.setModelFigures', { routeId: id, modelId: model, figures });
    readers[name as WireReader] = { routeId: id, modelId: model };
  }
  return readers as Record<WireReader, Reader>;
}

function placesOf(lab: Lab, ollama: string): Record<WireReader, Place> {
  const sees = { vision: true, reasoning: true };
  const { openai, google } = lab;
  const onOpenAi = { baseUrl: openai.baseURL, figures: sees };
  return {
    anthropic: { wire: 'anthropic', baseUrl: lab.anthropic.baseURL, model: 'claude-lab-opus' },
    'openai-chat': { wire: 'openai-chat', ...onOpenAi, model: 'gpt-lab-thinker' },
    compatible: {
      wire: 'openai-chat',
      baseUrl: lab.compatible.baseURL,
      model: 'lab/reasoner',
      figures: { reasoning: true },
    },
    'openai-responses': { wire: 'openai-responses', ...onOpenAi, model: 'gpt-5.5-lab-200k' },
    'gpt-5.6': { wire: 'openai-responses', ...onOpenAi, model: 'gpt-5.6-lab-200k' },
    google: { wire: 'google', baseUrl: google.baseURL, model: 'gemini-3-pro-lab-200k', figures: sees },
    'gemini-2.5': {
      wire: 'google',
      baseUrl: google.baseURL,
      model: 'gemini-2.5-flash-lab-200k',
      figures: sees,
    },
    ollama: {
      wire: 'ollama',
      baseUrl: ollama,
      model: 'qwen3-vl:8b',
      figures: { ...sees, contextWindow: 65_536, maxOutput: 4096 },
    },
  };
}

/** The part of a request that holds the conversation, as it was sent; cache markers are meant to move on. */
export function conversationIn(raw: Buffer, list: 'messages' | 'input' | 'contents'): string {
  const body = raw.toString('utf8');
  const opening = `"${list}":[`;
  const sent = body.slice(body.indexOf(opening) + opening.length, body.lastIndexOf(']'));
  return sent.replaceAll(/,"cache_control":\{[^}]*\}/g, '');
}

/** Everything before the conversation: tools, instructions, settings. */
export function headOf(raw: Buffer, list: 'messages' | 'input' | 'contents'): string {
  const body = raw.toString('utf8');
  return body.slice(0, body.indexOf(`"${list}":[`)).replaceAll(/,"cache_control":\{[^}]*\}/g, '');
}
