import type { Model, Reader, Route } from '#contract';

/** The practice assistant reads little, so that making room can be tried soon. Its tokens are its own. */
export const practiceModel: Model = {
  id: 'practice',
  name: 'Practice assistant',
  contextWindow: 8000,
  maxOutput: 4000,
  vision: true,
  tools: true,
  reasoning: true,
  source: 'catalogue',
};

/** The practice assistant's own way of counting. */
export const practiceCounting = { charactersPerToken: 4, tokensPerImage: 500 };

/** The route that is always there: no key, no network. */
export const practiceRoute: Route = {
  id: 'practice',
  preset: 'practice',
  name: practiceModel.name,
  wire: 'practice',
  baseUrl: '',
  keyStorage: 'none',
  needsKey: false,
  local: true,
  models: [practiceModel],
};

export const practiceReader: Reader = { routeId: practiceRoute.id, modelId: practiceModel.id };
