import type { Model, Route } from '#contract';

/** A model as the picker lists it. */
export interface ModelChoice {
  route: Route;
  model: Model;
}

/** Models whose name, id or route holds every word of the query, in the order of their routes. */
export function matchingModels(routes: readonly Route[], query: string): ModelChoice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return routes.flatMap((route) =>
    route.models
      .filter((model) => {
        const text = `${model.name} ${model.id} ${route.name}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .map((model) => ({ route, model })),
  );
}

/** Roughly how many words fit into a number of tokens, rounded as people say it. */
export function wordsIn(tokens: number): number {
  const words = tokens * 0.75;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(words)) - 1);
  return Math.round(words / step) * step;
}
