import type { FigureName, MethodInput, Model } from '#contract';

/** What the contract takes for a model, in tokens. */
const limits = { contextWindow: [512, 100_000_000], maxOutput: [1, 10_000_000] } as const;

/** US dollars for a million tokens. */
const highestPrice = 100_000;

/** Reads a number of tokens as people write it: with spaces, dots or commas between the thousands. */
export function parseTokens(text: string, [least, most]: readonly [number, number]): number | null {
  const digits = text.replace(/[\s.,'’_]/g, '');
  if (!/^\d+$/.test(digits)) return null;
  const value = Number(digits);
  return value >= least && value <= most ? value : null;
}

/** Reads an amount of money with a comma or a dot before the cents. */
function parsePrice(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.');
  if (!/^\d+(\.\d+)?$/.test(plain)) return null;
  const value = Number(plain);
  return value <= highestPrice ? value : null;
}

export const tokenFigures = ['contextWindow', 'maxOutput'] as const;
export const abilities = ['vision', 'tools', 'reasoning'] as const;
export const priceFigures = ['inputPrice', 'outputPrice', 'cacheReadPrice', 'cacheWritePrice'] as const;
export type NumberFigure = (typeof tokenFigures)[number] | (typeof priceFigures)[number];

const priceNames = {
  inputPrice: 'input',
  outputPrice: 'output',
  cacheReadPrice: 'cacheRead',
  cacheWritePrice: 'cacheWrite',
} as const;

/** What stands in the form. */
export interface FigureFields {
  numbers: Record<NumberFigure, string>;
  able: Record<(typeof abilities)[number], boolean>;
}

/** The form of a model as it is; prices that are not known are empty. */
export function fieldsOf(model: Model): FigureFields {
  const price = (name: (typeof priceFigures)[number]): string =>
    String(model.prices?.[priceNames[name]] ?? '');
  return {
    numbers: {
      contextWindow: String(model.contextWindow),
      maxOutput: String(model.maxOutput),
      inputPrice: price('inputPrice'),
      outputPrice: price('outputPrice'),
      cacheReadPrice: price('cacheReadPrice'),
      cacheWritePrice: price('cacheWritePrice'),
    },
    able: { vision: model.vision, tools: model.tools, reasoning: model.reasoning },
  };
}

/** Whether a number can be taken as it stands. Only a price may be empty. */
export function isFault(name: NumberFigure, text: string): boolean {
  if (name === 'contextWindow' || name === 'maxOutput') return parseTokens(text, limits[name]) === null;
  return text.trim() !== '' && parsePrice(text) === null;
}

type Changes = Pick<MethodInput<'providers.setModelFigures'>, 'figures' | 'reset'>;

/**
 * What was corrected: figures that were left alone stay what the app believes by itself, and a correction that was
 * emptied is taken back.
 */
export function changesOf(model: Model, fields: FigureFields): Changes {
  const before = fieldsOf(model);
  const figures: Changes['figures'] = {};
  const reset: FigureName[] = [];
  for (const name of [...tokenFigures, ...priceFigures]) {
    const text = fields.numbers[name];
    if (text === before.numbers[name]) continue;
    const value =
      name === 'contextWindow' || name === 'maxOutput' ? parseTokens(text, limits[name]) : parsePrice(text);
    if (value !== null) figures[name] = value;
    else if (model.sources?.[name] === 'user') reset.push(name);
  }
  for (const name of abilities)
    if (fields.able[name] !== before.able[name]) figures[name] = fields.able[name];
  return { figures, reset };
}
