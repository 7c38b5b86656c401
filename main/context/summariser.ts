import type { SummaryPrompt } from '#core/context/summary/prompt.ts';
import type { Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { ResolvedReader } from '../providers/routes.ts';
import { ask } from '../run/ask.ts';
import type { SummaryAnswer } from './protocol.ts';

export interface SummariserOptions {
  reader: ResolvedReader;
  schedule: Schedule;
  now(): number;
  signal: AbortSignal;
}

/** Asks a model for one piece of a summary, over the same wire as everything else. Throws what a wire throws. */
export async function askForSummary(
  { system, user, maxTokens }: SummaryPrompt,
  { reader, schedule, now, signal }: SummariserOptions,
): Promise<SummaryAnswer> {
  const { wire, target, model } = reader;
  const nothing = () => Promise.reject(new Error('A request for a summary holds neither files nor pages'));
  const { said, stop } = await ask({
    wire,
    request: {
      target,
      model,
      view: {
        system,
        tools: [],
        messages: [{ role: 'user', messageId: 'summary', parts: [{ type: 'text', text: user }] }],
      },
      readAttachment: nothing,
      readPage: nothing,
      summary: { maxTokens },
      signal,
    },
    onEvent: () => {},
    onWait: () => {},
    schedule,
    now,
  });
  if (stop === 'filtered') throw new BoughError('provider_filtered', 'The provider withheld the summary');
  const text = said.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { text, model: model.id };
}
