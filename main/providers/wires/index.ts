import type { WireName } from '#contract';
import { PracticeWire } from '../practice/wire.ts';
import type { Wire } from '../wire.ts';
import { AnthropicWire } from './anthropic.ts';
import { GoogleWire } from './google.ts';
import { OllamaWire } from './ollama.ts';
import { OpenAiChatWire } from './openai-chat.ts';
import { OpenAiResponsesWire } from './openai-responses.ts';
import type { WireOptions } from './session.ts';

/** Every wire that the app speaks. */
export function createWires(options: WireOptions): Record<WireName, Wire> {
  return {
    anthropic: new AnthropicWire(options),
    'openai-responses': new OpenAiResponsesWire(options),
    'openai-chat': new OpenAiChatWire(options),
    google: new GoogleWire(options),
    ollama: new OllamaWire(options),
    practice: new PracticeWire(options),
  };
}
