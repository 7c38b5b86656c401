import type { LabModel } from '../models.ts';
import { shapeOf } from '../shape.ts';
import { place, refuse } from './openai-errors.ts';
import { checkDetail, checkImageCount, readDataUrl } from './openai-images.ts';
import { responsesRefusal, unsupported } from './responses-errors.ts';
import { readItems } from './responses-items.ts';
import {
  type CountedBody,
  countBody,
  type InputPart,
  type Item,
  type ResponsesBody,
  responsesBody,
} from './responses-schema.ts';

/** Reads a request for an answer. Throws `Refused`. */
export function readResponses(body: unknown): { readonly body: ResponsesBody; readonly items: Item[] } {
  const shaped = shapeOf(responsesBody, body);
  if ('problem' in shaped) throw responsesRefusal(shaped.problem);
  return { body: shaped.value, items: readItems(shaped.value.input) };
}

/** Reads a request for a count. Throws `Refused`. */
export function readCount(body: unknown): { readonly body: CountedBody; readonly items: Item[] } {
  const shaped = shapeOf(countBody, body);
  if ('problem' in shaped) throw responsesRefusal(shaped.problem);
  return { body: shaped.value, items: readItems(shaped.value.input) };
}

/** Checks what both requests have in common, but for reasoning items. Throws `Refused`. */
export function checkInput(body: CountedBody, items: readonly Item[], model: LabModel): void {
  if (body.previous_response_id) {
    throw refuse({
      message: `Previous response with id '${body.previous_response_id}' not found.`,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
  }
  checkTools(body);
  checkReasoning(body, model);
  checkIds(items);
  checkPairing(items);
  checkImages(items, model);
}

/** Checks the parameters of a request for an answer. Throws `Refused`. */
export function checkParameters(body: ResponsesBody, model: LabModel): void {
  if (body.stream_options && !body.stream) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    throw refuse({ message, param: 'stream_options' });
  }
  const { max_output_tokens: limit } = body;
  if (limit && limit > model.maxOutput) {
    const message = `max_output_tokens is too large: ${limit}. This model supports at most ${model.maxOutput} completion tokens, whereas you provided ${limit}.`;
    throw refuse({ message, param: 'max_output_tokens', code: 'invalid_value' });
  }
  if (model.reasoning === 'none' && body.include?.includes('reasoning.encrypted_content')) {
    throw refuse({ message: 'Encrypted content is not supported with this model.', param: 'include' });
  }
  if (model.reasoning !== 'none') {
    for (const param of ['temperature', 'top_p'] as const) {
      if ((body[param] ?? 1) !== 1) throw unsupported(param);
    }
  }
  if (model.modern) return;
  if (body.prompt_cache_options) throw unsupported('prompt_cache_options');
  if (body.image?.context_compression === 'enabled') throw unsupported('image.context_compression');
}

function checkReasoning({ reasoning }: CountedBody, model: LabModel): void {
  for (const field of ['effort', 'summary'] as const) {
    if (model.reasoning === 'none' && reasoning?.[field]) throw unsupported(`reasoning.${field}`);
  }
  const context = reasoning?.context ?? 'auto';
  if (context !== 'auto' && !model.modern) throw unsupported('reasoning.context');
}

function checkTools({ tools, tool_choice: choice }: CountedBody): void {
  const names = new Set<string>();
  for (const [index, tool] of (tools ?? []).entries()) {
    const param = `tools[${index}].parameters`;
    if (names.has(tool.name)) {
      throw refuse({ message: `Tool names must be unique: '${tool.name}'.`, param: `tools[${index}].name` });
    }
    names.add(tool.name);
    const { parameters } = tool;
    if (!parameters) continue;
    const invalid = (reason: string) =>
      refuse({
        message: `Invalid schema for function '${tool.name}': ${reason}`,
        code: 'invalid_function_parameters',
        param,
      });
    if (parameters['type'] !== 'object') {
      const got = JSON.stringify(parameters['type'] ?? null);
      throw invalid(`schema must be a JSON Schema of 'type: "object"', got 'type: ${got}'.`);
    }
    const fault = tool.strict === true ? strictFault(parameters, []) : null;
    if (fault !== null) throw invalid(fault);
  }
  const chosen = typeof choice === 'object' ? choice?.name : undefined;
  if ((chosen !== undefined && !names.has(chosen)) || (choice === 'required' && names.size === 0)) {
    const what = chosen === undefined ? 'required' : 'function';
    throw refuse({ message: `Tool choice '${what}' not found in 'tools' parameter.`, param: 'tool_choice' });
  }
}

// Structured outputs guide: every object of a strict schema is closed and requires all that it has.
function strictFault(schema: unknown, context: readonly string[]): string | null {
  if (typeof schema !== 'object' || schema === null) return null;
  const where = `In context=(${context.map((key) => `'${key}'`).join(', ')}), `;
  const { type, properties, required, additionalProperties, items } = schema as Record<string, unknown>;
  if (type !== 'object') return items === undefined ? null : strictFault(items, [...context, 'items']);
  if (additionalProperties !== false) {
    return `${where}'additionalProperties' is required to be supplied and to be false.`;
  }
  const entries = Object.entries((properties ?? {}) as Record<string, unknown>);
  const missing = entries.find(([key]) => !Array.isArray(required) || !required.includes(key));
  if (missing) {
    return `${where}'required' is required to be supplied and to be an array including every key in properties. Missing '${missing[0]}'.`;
  }
  for (const [key, inner] of entries) {
    const fault = strictFault(inner, [...context, 'properties', key]);
    if (fault !== null) return fault;
  }
  return null;
}

const PREFIXES = {
  message: 'msg',
  function_call: 'fc',
  function_call_output: 'fc',
  reasoning: 'rs',
} as const;

function checkIds(items: readonly Item[]): void {
  const seen = new Set<string>();
  for (const [index, { type, id }] of items.entries()) {
    if (id === null || id === undefined) continue;
    if (!id.startsWith(PREFIXES[type])) {
      const param = `input[${index}].id`;
      const message = `Invalid '${param}': '${id}'. Expected an ID that begins with '${PREFIXES[type]}'.`;
      throw refuse({ message, param, code: 'invalid_value' });
    }
    if (seen.has(id)) {
      const message = `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`;
      throw refuse({ message, param: 'input' });
    }
    seen.add(id);
  }
}

function checkPairing(items: readonly Item[]): void {
  const open = new Set<string>();
  const known = new Set<string>();
  for (const item of items) {
    if (item.type === 'function_call') {
      if (known.has(item.call_id)) {
        throw refuse({ message: `Duplicate function call with call_id ${item.call_id}.`, param: 'input' });
      }
      known.add(item.call_id);
      open.add(item.call_id);
    }
    if (item.type === 'function_call_output' && !open.delete(item.call_id)) {
      const message = `No tool call found for function call output with call_id ${item.call_id}.`;
      throw refuse({ message, param: 'input' });
    }
  }
  const [unanswered] = open;
  if (unanswered === undefined) return;
  throw refuse({ message: `No tool output found for function call ${unanswered}.`, param: 'input' });
}

/** Parts of an item that the client wrote, each with its place. */
function partsOf(item: Item, index: number) {
  const parts: readonly InputPart[] =
    item.type === 'function_call_output'
      ? item.output
      : item.type === 'message' && item.role !== 'assistant'
        ? item.content
        : [];
  const field = item.type === 'function_call_output' ? 'output' : 'content';
  return parts.map((part, at) => ({ part, path: ['input', index, field, at] as const }));
}

function checkImages(items: readonly Item[], model: LabModel): void {
  let count = 0;
  for (const { part, path } of items.flatMap(partsOf)) {
    if (part.prompt_cache_breakpoint && !model.modern) {
      throw unsupported(`${place(path)}.prompt_cache_breakpoint`);
    }
    if (part.type !== 'input_image') continue;
    count += 1;
    if (model.vision === null) {
      const message = 'Invalid content type. image_url is only supported by certain models.';
      throw refuse({ message, param: place(path), code: 'invalid_value' });
    }
    if (part.file_id) {
      throw refuse({ message: `Files [${part.file_id}] were not found.`, param: 'input' });
    }
    readDataUrl(part.image_url ?? '', [...path, 'image_url']);
    checkDetail(part.detail, model, [...path, 'detail']);
  }
  checkImageCount(count, 'input');
}
