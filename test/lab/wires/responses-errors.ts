import type { Problem } from '../shape.ts';
import type { CommonFailure, FailureFacts, HttpAnswer, Refused } from '../types.ts';
import { openAiError, openAiFailure, place, refuse, shapeRefusal } from './openai-errors.ts';

/** Words a shape problem as the Responses API does: like Chat Completions, but for what it does not know. */
export function responsesRefusal(problem: Problem): Refused {
  if (problem.type !== 'unknown') return shapeRefusal(problem);
  const param = place(problem.path);
  return refuse({ message: `Unknown parameter: '${param}'.`, code: 'unknown_parameter', param });
}

/** A parameter that the model does not have. */
export function unsupported(param: string): Refused {
  const message = `Unsupported parameter: '${param}' is not supported with this model.`;
  return refuse({ message, param, code: 'unsupported_parameter' });
}

const TOO_LONG = {
  message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  type: 'invalid_request_error',
  code: 'context_length_exceeded',
  param: 'input',
};

const frame = (type: string, data: object, sequence: number) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...data })}\n\n`;

/**
 * A prompt that is too long, told inside a stream that has begun: the vendor answers 200 before it counts. Source:
 * public issues of Codex and others, which show the events and that they name no figures.
 */
function streamedOverflow(model: string): HttpAnswer {
  const response = {
    id: 'resp_lab',
    object: 'response',
    status: 'in_progress',
    model,
    output: [],
    error: null,
  };
  const { code, message } = TOO_LONG;
  const body = [
    frame('response.created', { response }, 0),
    frame('response.in_progress', { response }, 1),
    frame('error', { error: TOO_LONG }, 2),
    frame('response.failed', { response: { ...response, status: 'failed', error: { code, message } } }, 3),
  ].join('');
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body,
  };
}

/** The Responses API's answer for a common failure. */
export function responsesFailure(name: CommonFailure, facts: FailureFacts): HttpAnswer {
  if (name === 'overflow') return facts.stream ? streamedOverflow(facts.model) : openAiError(400, TOO_LONG);
  if (name !== 'content-filter') return openAiFailure(name, facts);
  return openAiError(400, {
    message:
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.',
    code: 'invalid_prompt',
  });
}

/** A failure in the middle of a stream, in the flat form of the API reference. */
export const RESPONSES_ERROR_FRAME = frame(
  'error',
  {
    code: 'server_error',
    message: 'An error occurred while processing your request. You can retry your request.',
    param: null,
  },
  7,
);
