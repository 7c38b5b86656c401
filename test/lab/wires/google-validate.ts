import type { LabModel } from '../models.ts';
import { shapeOf } from '../shape.ts';
import { Refused } from '../types.ts';
import { googleError, place, refuse, shapeRefusal } from './google-errors.ts';
import {
  type Content,
  countBody,
  type FunctionDeclaration,
  type GenerateBody,
  generateBody,
  type Part,
} from './google-schema.ts';

/** Checks the shape of a request for an answer. Throws `Refused`. */
export function readGenerate(body: unknown): GenerateBody {
  const shaped = shapeOf(generateBody, body);
  if ('problem' in shaped) throw shapeRefusal(shaped.problem);
  return shaped.value;
}

/** Checks the shape of a request for a count, and returns what it counts. Throws `Refused`. */
export function readCount(body: unknown): GenerateBody {
  const shaped = shapeOf(countBody, body);
  if ('problem' in shaped) throw shapeRefusal(shaped.problem);
  const { contents, generateContentRequest } = shaped.value;
  if (generateContentRequest === undefined) return { contents };
  const { model: _, ...request } = generateContentRequest;
  return request;
}

const DATA = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'] as const;

/** The messages of a request with their roles filled in, once they are well formed. Throws `Refused`. */
export function contentsOf({ contents, systemInstruction }: GenerateBody): Content[] {
  if (contents === undefined || contents.length === 0) {
    throw refuse('* GenerateContentRequest.contents: contents is not specified');
  }
  for (const [at, part] of (systemInstruction?.parts ?? []).entries()) {
    checkData(part, ['systemInstruction', 'parts', at]);
  }
  return contents.map(({ role = 'user', parts = [] }, index) => {
    if (role !== 'user' && role !== 'model') throw refuse('Please use a valid role: user, model.');
    if (parts.length === 0) {
      throw refuse(`* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`);
    }
    for (const [at, part] of parts.entries()) checkData(part, ['contents', index, 'parts', at]);
    return { role, parts };
  });
}

function checkData(part: Part, path: readonly (string | number)[]): void {
  const set = DATA.filter((name) => part[name] !== undefined);
  // An empty text counts as no data, unless it carries the signature of the text before it.
  const empty = set.length === 1 && part.text === '' && part.thoughtSignature === undefined;
  if (set.length === 0 || empty) {
    throw refuse(
      `* GenerateContentRequest.${place(path)}.data: required oneof field 'data' must have one initialized field`,
    );
  }
  if (set.length > 1) {
    throw refuse(
      `Invalid value at '${place(path)}' (oneof), oneof field 'data' is already set. Cannot set '${set[1]}'`,
    );
  }
  if (part.fileData) {
    const message = `You do not have permission to access the File ${part.fileData.fileUri} or it may not exist.`;
    throw new Refused('invalid', message, googleError(403, 'PERMISSION_DENIED', message));
  }
}

/** Checks everything but pictures and signatures. Throws `Refused`. */
export function checkRequest(body: GenerateBody, contents: readonly Content[], model: LabModel): void {
  if (body.cachedContent) {
    const message = 'CachedContent not found (or permission denied)';
    throw new Refused('invalid', message, googleError(403, 'PERMISSION_DENIED', message));
  }
  checkTools(body);
  checkThinking(body, model);
  checkLimit(body, model);
  checkTurns(contents, model);
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;

function checkTools({ tools = [], toolConfig }: GenerateBody): void {
  const names = new Set<string>();
  for (const [index, { functionDeclarations = [] }] of tools.entries()) {
    for (const [at, declaration] of functionDeclarations.entries()) {
      checkDeclaration(declaration, place(['tools', index, 'functionDeclarations', at]));
      if (names.has(declaration.name)) {
        throw refuse(`Duplicate function declaration found: ${declaration.name}`);
      }
      names.add(declaration.name);
    }
  }
  const { allowedFunctionNames: allowed = [], mode = 'AUTO' } = toolConfig?.functionCallingConfig ?? {};
  if (toolConfig?.functionCallingConfig && names.size === 0) {
    throw refuse('Function calling config is set without function_declarations.');
  }
  if (allowed.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED') {
    throw refuse('Allowed function names should only be set when function calling mode is ANY.');
  }
  const unknown = allowed.find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw refuse(`Allowed function name ${unknown} is not a declared function.`);
  }
}

function checkDeclaration({ name, parameters, parametersJsonSchema }: FunctionDeclaration, where: string) {
  if (!NAME.test(name)) {
    throw refuse(
      `* GenerateContentRequest.${where}.name: Invalid function name. Must start with a letter or an underscore. ` +
        'Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.',
    );
  }
  if (parameters && parametersJsonSchema) {
    throw refuse(
      `* GenerateContentRequest.${where}: only one of parameters and parameters_json_schema may be set.`,
    );
  }
  if (parameters?.type?.toUpperCase() === 'OBJECT' && Object.keys(parameters.properties ?? {}).length === 0) {
    throw refuse(
      `* GenerateContentRequest.${where}.parameters.properties: should be non-empty for OBJECT type`,
    );
  }
}

const LARGEST_BUDGET = 24_576;

function checkThinking({ generationConfig }: GenerateBody, model: LabModel): void {
  const {
    thinkingBudget: budget,
    thinkingLevel: level,
    includeThoughts,
  } = generationConfig?.thinkingConfig ?? {};
  const asked = budget !== undefined || level !== undefined || includeThoughts === true;
  if (asked && model.reasoning === 'none') throw refuse('Thinking is not supported for this model.');
  if (budget !== undefined && level !== undefined) {
    throw refuse('You can only set only one of thinking budget and thinking level.');
  }
  if (level !== undefined && model.reasoning !== 'level') {
    throw refuse('Thinking level is not supported for this model.');
  }
  if (budget === undefined) return;
  if (budget === 0 && model.reasoning === 'level') {
    throw refuse('Budget 0 is invalid. This model only works in thinking mode.');
  }
  if (budget < -1 || budget > LARGEST_BUDGET) {
    throw refuse(
      `The thinking budget ${budget} is invalid. Please choose a value between 0 and ${LARGEST_BUDGET}.`,
    );
  }
  if (budget === 0 && includeThoughts) {
    throw refuse('Thinking_config.include_thoughts is only enabled when thinking is enabled.');
  }
}

function checkLimit({ generationConfig }: GenerateBody, model: LabModel): void {
  const asked = generationConfig?.maxOutputTokens ?? 1;
  if (asked <= model.maxOutput) return;
  throw refuse(
    `Unable to submit request because it has a maxOutputTokens value of ${asked} but the supported range is from 1 ` +
      `(inclusive) to ${model.maxOutput + 1} (exclusive). Update the value and try again.`,
  );
}

const callsOf = (content: Content | undefined) =>
  (content?.parts ?? []).flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
const responsesOf = (content: Content | undefined) =>
  (content?.parts ?? []).flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []));

function checkTurns(contents: readonly Content[], model: LabModel): void {
  for (const [index, content] of contents.entries()) {
    const [before, after] = [contents[index - 1], contents[index + 1]];
    if (callsOf(content).length > 0 && (content.role !== 'model' || before?.role !== 'user')) {
      throw refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      );
    }
    if (responsesOf(content).length > 0 && (content.role !== 'user' || callsOf(before).length === 0)) {
      throw refuse('Please ensure that function response turn comes immediately after a function call turn.');
    }
    if (callsOf(content).length > 0) checkAnswers(content, after, model, index);
  }
  if (contents.at(-1)?.role === 'model') {
    throw refuse('Please ensure that multiturn requests ends with a user role or a function response.');
  }
}

function checkAnswers(turn: Content, next: Content | undefined, model: LabModel, index: number): void {
  const [calls, responses] = [callsOf(turn), responsesOf(next)];
  if (calls.length !== responses.length) {
    throw refuse(
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      'invalid',
      `contents[${index}] has ${calls.length}, what follows has ${responses.length}`,
    );
  }
  for (const [at, call] of calls.entries()) {
    // Gemini 3 numbers its calls: a response belongs to the call of its id, before that to the one of its place.
    const response = model.modern && call.id ? responses.find(({ id }) => id === call.id) : responses[at];
    if (response?.name === call.name) continue;
    throw refuse(
      'Please ensure that the function response parts match the function call parts of the function call turn.',
      'invalid',
      `contents[${index}]: ${call.name} ${call.id ?? ''} has no response`,
    );
  }
}
