import { type IdRule, mistralIds, openAiIds } from './call-ids.ts';

/** What a server of the Chat Completions wire does differently from the rest. */
export interface Habits {
  /** Whether `stream_options` is taken; those who refuse it report usage anyway. */
  streamOptions: boolean;
  /** Where the output limit goes: OpenAI's reasoning models refuse the old name, others do not know the new. */
  limitField: 'max_tokens' | 'max_completion_tokens';
  ids: IdRule;
  /** Whether `prompt_cache_key` is taken: it brings requests of one conversation to the same cache. */
  cacheKey: boolean;
  /** A path that answers only to a valid key, where the list of models answers to anyone. */
  keyCheck: string | null;
}

const usual: Habits = {
  streamOptions: true,
  limitField: 'max_tokens',
  ids: openAiIds,
  cacheKey: false,
  keyCheck: null,
};

const byHost: readonly (readonly [string, Partial<Habits>])[] = [
  ['api.openai.com', { cacheKey: true, limitField: 'max_completion_tokens' }],
  ['api.mistral.ai', { streamOptions: false, ids: mistralIds }],
  ['openrouter.ai', { keyCheck: '/key' }],
];

/** The habits of the server behind an address. */
export function habitsOf(host: string): Habits {
  const known = byHost.find(([name]) => host === name || host.endsWith(`.${name}`));
  return { ...usual, ...known?.[1] };
}
