import type { LabModel } from '../models.ts';
import { countText } from '../tokens.ts';
import type { Segment, TurnView } from '../types.ts';
import { blobsOf, pictureTokens } from './google-images.ts';
import type { Content, GenerateBody, Part } from './google-schema.ts';
import { type Signed, signedTokens } from './google-signatures.ts';

// The vendor publishes no framing; a message, a tool and a call have a few tokens of it, as everywhere.
const CONTENT_TOKENS = 2;
const TOOL_TOKENS = 8;
const CALL_TOKENS = 8;

/** The prompt in the order in which the model reads it, with its tokens. */
export function promptOf(
  body: GenerateBody,
  contents: readonly Content[],
  model: LabModel,
  signed: Signed,
): Segment[] {
  const declarations = (body.tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const tools = declarations.map((declaration): Segment => {
    const text = JSON.stringify(declaration);
    return { key: `tool ${text}`, tokens: TOOL_TOKENS + countText(text, model) };
  });
  const system = (body.systemInstruction?.parts ?? []).map(
    ({ text = '' }): Segment => ({ key: `system ${text}`, tokens: countText(text, model) }),
  );
  const messages = contents.flatMap(({ role, parts }, index) =>
    parts.map((part, at): Segment => {
      const overhead = at === 0 ? CONTENT_TOKENS : 0;
      const pictures = pictureTokens(part, body, model);
      const images = { count: pictures.length, tokens: pictures.reduce((sum, cost) => sum + cost, 0) };
      const tokens = partTokens(part, model) + images.tokens + signedTokens(signed, index, at) + overhead;
      return {
        key: `${role} ${JSON.stringify(part)} ${body.generationConfig?.mediaResolution ?? ''}`,
        tokens,
        ...(images.count > 0 ? { images } : {}),
      };
    }),
  );
  return [...tools, ...system, ...messages];
}

function partTokens({ text, thought, functionCall, functionResponse }: Part, model: LabModel): number {
  // Summaries of thoughts that come back are not read.
  if (text !== undefined) return thought ? 0 : countText(text, model);
  if (functionCall) {
    return CALL_TOKENS + countText(functionCall.name + JSON.stringify(functionCall.args ?? {}), model);
  }
  if (functionResponse) {
    return CALL_TOKENS + countText(functionResponse.name + JSON.stringify(functionResponse.response), model);
  }
  return 0;
}

/** The newest turn of a request. */
export function turnOf({ tools }: GenerateBody, contents: readonly Content[]): TurnView {
  const newest = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(({ functionResponse }) => !functionResponse),
  );
  const response = contents.at(-1)?.parts.findLast(({ functionResponse }) => functionResponse);
  return {
    text: (contents[newest]?.parts ?? [])
      .flatMap(({ text }) => (text === undefined ? [] : [text]))
      .join('\n'),
    step: contents.slice(newest + 1).filter(({ role }) => role === 'model').length,
    messages: contents.length,
    images: blobsOf(contents).length,
    tools: (tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name }) => name),
    ),
    toolResult: response ? resultText(response) : null,
  };
}

/** A response's `output`, or all of it where it has none. */
function resultText({ functionResponse }: Part): string {
  const response = functionResponse?.response ?? {};
  const output = response['output'];
  return typeof output === 'string' ? output : JSON.stringify(output ?? response);
}
