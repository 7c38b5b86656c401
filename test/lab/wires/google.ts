import type { IncomingHttpHeaders } from 'node:http';
import type { LabModel } from '../models.ts';
import { json } from '../overflow.ts';
import {
  type AcceptedChat,
  type Call,
  type HttpAnswer,
  NO_FACTS,
  type Prompt,
  Refused,
  type Segment,
  type Wire,
} from '../types.ts';
import { GOOGLE_ERROR_FRAME, googleError, googleFailure, MAX_BYTES, refuse } from './google-errors.ts';
import { checkImages } from './google-images.ts';
import { promptOf, turnOf } from './google-prompt.ts';
import { frames, wholeReply } from './google-reply.ts';
import type { GenerateBody } from './google-schema.ts';
import { checkSignatures, signParts } from './google-signatures.ts';
import { checkRequest, contentsOf, readCount, readGenerate } from './google-validate.ts';

const BAD_KEY = /^bad-/;
const STREAMED = ':streamGenerateContent';

/** A path below the models, in either version of the API. */
const below = (rest: string) => new RegExp(`^/v1(beta)?/models/${rest}$`);

/** Google Generative AI: `v1`, which the SDK takes from 3.3 on, and `v1beta`. */
export function createGoogleWire(models: readonly LabModel[]): Wire {
  return {
    name: 'google',
    maxBytes: MAX_BYTES,
    routes: [
      { method: 'POST', path: below('[^/:]+:(generateContent|streamGenerateContent)'), answer: 'chat' },
      { method: 'POST', path: below('[^/:]+:countTokens'), answer: (call) => countTokens(call, models) },
      { method: 'GET', path: /^\/v1(beta)?\/models$/, answer: (call) => list(call, models) },
      {
        method: 'GET',
        path: below('[^/:]+'),
        answer: (call) => json(200, modelRow(modelIn(call.path, models))),
      },
    ],
    headers: { 'server-timing': 'gfet4t7; dur=12' },
    authenticate,
    accept: (call) => accept(call, models),
    measure: (call) => judge(call, models).prompt,
    failure: googleFailure,
    malformed: () =>
      googleError(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received. Unable to parse the body.'),
    notFound: (method, path) => googleError(404, 'NOT_FOUND', `Method not found: ${method} ${path}`),
    chatPath: (model) => `/v1/models/${model}:generateContent`,
    errorFrame: GOOGLE_ERROR_FRAME,
  };
}

function authenticate(headers: IncomingHttpHeaders): string {
  const key = headers['x-goog-api-key'];
  if (typeof key !== 'string' || key === '') {
    const message =
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
    throw new Refused('auth', message, googleError(403, 'PERMISSION_DENIED', message));
  }
  if (BAD_KEY.test(key)) {
    throw new Refused('auth', 'the key says that it is bad', googleFailure('auth', NO_FACTS), true);
  }
  return key;
}

function modelIn(path: string, models: readonly LabModel[]): LabModel {
  const id = decodeURIComponent(/\/models\/([^/:]+)/.exec(path)?.[1] ?? '');
  const model = models.find((known) => known.id === id);
  if (model) return model;
  throw new Refused(
    'model',
    `no such model: ${id}`,
    googleFailure('model-missing', { ...NO_FACTS, model: id }),
  );
}

const PAGE_SIZE = 50;

function list({ query }: Call, models: readonly LabModel[]): HttpAnswer {
  const from = Number(query.get('pageToken') ?? 0);
  const to = from + Number(query.get('pageSize') ?? PAGE_SIZE);
  return json(200, {
    models: models.slice(from, to).map(modelRow),
    ...(to < models.length ? { nextPageToken: String(to) } : {}),
  });
}

function modelRow(model: LabModel) {
  return {
    name: `models/${model.id}`,
    version: '001',
    displayName: model.name,
    description: 'A model of the provider lab.',
    inputTokenLimit: model.window,
    outputTokenLimit: model.maxOutput,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    temperature: 1,
    topP: 0.95,
    topK: 64,
    maxTemperature: 2,
    ...(model.reasoning === 'none' ? {} : { thinking: true }),
  };
}

const total = (segments: readonly Segment[]) => segments.reduce((sum, { tokens }) => sum + tokens, 0);
const imagesIn = (segments: readonly Segment[]) =>
  segments.reduce((sum, { images }) => sum + (images?.tokens ?? 0), 0);

function segmentsOf(body: GenerateBody, model: LabModel) {
  const contents = contentsOf(body);
  checkRequest(body, contents, model);
  checkImages(contents, model);
  const signed = checkSignatures(contents, model);
  return { contents, segments: promptOf(body, contents, model, signed) };
}

function countTokens(call: Call, models: readonly LabModel[]): HttpAnswer {
  const { segments } = segmentsOf(readCount(call.body), modelIn(call.path, models));
  const [all, images] = [total(segments), imagesIn(segments)];
  const details = [
    { modality: 'TEXT', tokenCount: all - images },
    ...(images > 0 ? [{ modality: 'IMAGE', tokenCount: images }] : []),
  ];
  return json(200, { totalTokens: all, promptTokensDetails: details });
}

function judge(call: Call, models: readonly LabModel[]) {
  const body = readGenerate(call.body);
  const model = modelIn(call.path, models);
  const { contents, segments } = segmentsOf(body, model);
  const prompt: Prompt = { model, segments, inputTokens: total(segments), caching: 'prefix' };
  return { body, contents, model, prompt };
}

function accept(call: Call, models: readonly LabModel[]): AcceptedChat {
  const stream = call.path.endsWith(STREAMED);
  if (stream && call.query.get('alt') !== 'sse') throw refuse('The lab streams with alt=sse only.');
  const { body, contents, model, prompt } = judge(call, models);
  const { inputTokens, segments } = prompt;
  if (inputTokens > model.window) {
    const facts = { ...NO_FACTS, model: model.id, limit: model.window, actual: inputTokens, stream };
    const reason = `${inputTokens} tokens are more than the ${model.window} that the model reads`;
    throw new Refused('overflow', reason, googleFailure('overflow', facts));
  }
  const { thinkingConfig, maxOutputTokens = model.maxOutput } = body.generationConfig ?? {};
  const signing = { model, stream, includeThoughts: thinkingConfig?.includeThoughts === true };
  const context = { model, imageTokens: imagesIn(segments) };
  return {
    ...prompt,
    stream,
    maxOutput: maxOutputTokens,
    cutStop: 'length',
    reasons: model.reasoning !== 'none' && thinkingConfig?.thinkingBudget !== 0,
    turn: turnOf(body, contents),
    callPrefix: '',
    seal: (parts, id) => signParts(parts, id, signing),
    json: (reply) => wholeReply(reply, context),
    frames: (reply, split) => frames(reply, context, split),
  };
}
