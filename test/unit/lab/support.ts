import { deflateSync } from 'node:zlib';
import type { Lab } from '../../lab/index.ts';

/** The bytes of a grey PNG, with a header that says the given size; base64. */
export function pngBase64(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.min(width, 64) + 1) * Math.min(height, 64)));
  const chunk = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

/** A JPEG's beginning up to its frame header; base64. */
export function jpegBase64(width: number, height: number): string {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3]);
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]), frame, Buffer.alloc(12)]);
  return bytes.toString('base64');
}

/** Posts a body as it is and returns status, headers and text of the answer. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Posts to the Anthropic wire. */
export const postAnthropic = (lab: Lab, body: unknown, headers: Record<string, string> = {}) =>
  post(`${lab.anthropic.baseURL}/v1/messages`, body, {
    'x-api-key': lab.anthropic.apiKey,
    'anthropic-version': '2026-10-21',
    ...headers,
  });

/** Posts to the OpenAI wire. */
export const postOpenAi = (lab: Lab, body: unknown, headers: Record<string, string> = {}) =>
  post(`${lab.openai.baseURL}/chat/completions`, body, {
    authorization: `Bearer ${lab.openai.apiKey}`,
    ...headers,
  });

/** Posts to the Responses wire. */
export const postResponses = (lab: Lab, body: unknown, headers: Record<string, string> = {}) =>
  post(`${lab.openai.baseURL}/responses`, body, {
    authorization: `Bearer ${lab.openai.apiKey}`,
    ...headers,
  });

/** Posts to the Google wire, for an answer that is not streamed. */
export const postGoogle = (
  lab: Lab,
  body: unknown,
  model = 'gemini-3-pro-lab-128k',
  verb = 'generateContent',
) =>
  post(`${lab.google.baseURL}/v1beta/models/${model}:${verb}`, body, { 'x-goog-api-key': lab.google.apiKey });

/** Posts to the OpenAI-compatible wire. */
export const postCompatible = (lab: Lab, body: unknown) =>
  post(`${lab.compatible.baseURL}/chat/completions`, body, {
    authorization: `Bearer ${lab.compatible.apiKey}`,
  });

/** The message in a vendor's error body. */
export function messageOf(text: string): string {
  const body = JSON.parse(text) as { error: { message: string } };
  return body.error.message;
}
