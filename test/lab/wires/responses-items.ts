import type { z } from 'zod';
import { shapeOf } from '../shape.ts';
import { refuse } from './openai-errors.ts';
import { responsesRefusal } from './responses-errors.ts';
import {
  functionCall,
  functionOutput,
  type InputPart,
  type Item,
  inputMessage,
  itemReference,
  outputMessage,
  reasoningItem,
} from './responses-schema.ts';

const TYPES = ['message', 'function_call', 'function_call_output', 'reasoning', 'item_reference'];

/** Reads the input of a request as items. Throws `Refused`. */
export function readItems(input: string | readonly unknown[] | null | undefined): Item[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: inputParts(input) }];
  if (input === null || input === undefined || input.length === 0) {
    const message =
      'One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' must be provided.';
    throw refuse({ message });
  }
  return input.map(readItem);
}

const inputParts = (content: string | readonly InputPart[]): readonly InputPart[] =>
  typeof content === 'string' ? [{ type: 'input_text', text: content }] : content;

function readItem(item: unknown, index: number): Item {
  const { type, role } = headOf(item, index);
  switch (type) {
    case 'message':
      return role === 'assistant' ? readAssistant(item, index) : readInput(item, index);
    case 'function_call':
      return checked(functionCall, item, index);
    case 'function_call_output': {
      const read = checked(functionOutput, item, index);
      return { ...read, output: inputParts(read.output) };
    }
    case 'reasoning':
      return checked(reasoningItem, item, index);
    case 'item_reference':
      throw notStored(checked(itemReference, item, index).id);
    default:
      throw refuse({
        message: `Invalid value: '${type}'. Supported values are: ${TYPES.map((known) => `'${known}'`).join(', ')}.`,
        code: 'invalid_value',
        param: `input[${index}]`,
      });
  }
}

function headOf(item: unknown, index: number): { readonly type: string; readonly role: unknown } {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    const problem = { path: ['input', index], type: 'type', expected: 'object', found: item } as const;
    throw responsesRefusal(problem);
  }
  const type: unknown = Reflect.get(item, 'type');
  const role: unknown = Reflect.get(item, 'role');
  if (type === undefined && role === undefined && 'id' in item) return { type: 'item_reference', role };
  return { type: type === undefined ? 'message' : String(type), role };
}

function readInput(item: unknown, index: number): Item {
  const read = checked(inputMessage, item, index);
  return { ...read, type: 'message', content: inputParts(read.content) };
}

function readAssistant(item: unknown, index: number): Item {
  const read = checked(outputMessage, item, index);
  const { content } = read;
  return {
    ...read,
    type: 'message',
    content: typeof content === 'string' ? [{ type: 'output_text', text: content }] : content,
  };
}

function checked<T>(schema: z.ZodType<T>, item: unknown, index: number): T {
  const shaped = shapeOf(schema, item);
  if ('value' in shaped) return shaped.value;
  const { problem } = shaped;
  throw responsesRefusal({ ...problem, path: ['input', index, ...problem.path] });
}

/** The lab keeps nothing: what is only named by its id cannot be found, as with `store: false`. */
export function notStored(id: string) {
  const message =
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. ` +
    'Try again with `store` set to true, or remove this item from your input.';
  return refuse({ message, param: 'input' }, 'invalid', 404);
}
