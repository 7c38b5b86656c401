import { describe, expect, it } from 'vitest';
import { normaliseBaseUrl, presets } from '../../../main/providers/presets.ts';
import { readModelList } from '../../../main/providers/wires/chat-models.ts';
import { imageLimits } from '../../../main/providers/wires/image-limits.ts';

describe('normaliseBaseUrl', () => {
  it.each([
    ['openai-chat', 'https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['openai-chat', 'https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['openai-chat', 'https://api.openai.com/v1/v1/', 'https://api.openai.com/v1'],
    ['openai-chat', 'https://api.openai.com//v1//v1/chat/completions', 'https://api.openai.com/v1'],
    ['anthropic', 'https://api.anthropic.com/v1/v1', 'https://api.anthropic.com'],
    ['openai-chat', 'http://192.168.1.5:8080', 'http://192.168.1.5:8080/v1'],
    [
      'openai-chat',
      'https://gateway.example/team/openai/v1/models?x=1',
      'https://gateway.example/team/openai/v1',
    ],
    ['anthropic', 'https://api.anthropic.com/', 'https://api.anthropic.com'],
    ['anthropic', 'https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
    ['anthropic', 'https://gateway.example/anthropic/v1', 'https://gateway.example/anthropic'],
    ['openai-responses', 'https://api.openai.com/v1/responses', 'https://api.openai.com/v1'],
    ['openai-responses', 'https://me.openai.azure.com/', 'https://me.openai.azure.com/openai/v1'],
    ['openai-responses', 'https://me.openai.azure.com/openai/v1', 'https://me.openai.azure.com/openai/v1'],
    ['openai-chat', 'https://api.githubcopilot.com/chat/completions', 'https://api.githubcopilot.com'],
    [
      'google',
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent',
      'https://generativelanguage.googleapis.com',
    ],
    ['google', 'https://gateway.example/gemini/v1', 'https://gateway.example/gemini'],
    ['ollama', 'http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434'],
    ['ollama', 'http://127.0.0.1:11434/api/chat', 'http://127.0.0.1:11434'],
  ] as const)('%s %s', (wire, given, expected) => {
    expect(normaliseBaseUrl(wire, given)).toBe(expected);
  });

  it.each(['', 'api.openai.com', 'file:///etc/passwd', 'ftp://x', 'https://user:secret@host/v1'])(
    'refuses %j',
    (given) => {
      expect(() => normaliseBaseUrl('openai-chat', given)).toThrow(
        expect.objectContaining({ code: 'bad_request' }),
      );
    },
  );

  it('leaves the address of every preset as it is', () => {
    for (const { wire, baseUrl, id } of presets)
      if (baseUrl !== '') expect([id, normaliseBaseUrl(wire, baseUrl)]).toEqual([id, baseUrl]);
  });
});

describe('readModelList', () => {
  it('reads the fields of every vendor', () => {
    const rows = [
      {
        id: 'or',
        context_length: 1000,
        top_provider: { max_completion_tokens: 10 },
        architecture: { input_modalities: ['text', 'image'] },
        supported_parameters: ['tools'],
      },
      { id: 'groq', context_window: 2000, max_completion_tokens: 20 },
      {
        id: 'mistral',
        max_context_length: 3000,
        capabilities: { vision: true, function_calling: false, completion_chat: true },
      },
      { id: 'vllm', max_model_len: 4000 },
      { id: 'llama', meta: { n_ctx: 5000, n_ctx_train: 9 }, capabilities: ['completion'] },
      { id: 'models/gemini-x', object: 'model' },
    ];
    expect(
      readModelList({ data: rows }, 'h').map(({ id, contextWindow, maxOutput, vision, tools }) => [
        id,
        contextWindow,
        maxOutput,
        vision,
        tools,
      ]),
    ).toEqual([
      ['or', 1000, 10, true, true],
      ['groq', 2000, 20, undefined, undefined],
      ['mistral', 3000, undefined, true, false],
      ['vllm', 4000, undefined, undefined, undefined],
      ['llama', 5000, undefined, undefined, undefined],
      ['gemini-x', undefined, undefined, undefined, undefined],
    ]);
  });

  it('leaves out what does not chat', () => {
    const ids = [
      'text-embedding-3-large',
      'whisper-1',
      'tts-1-hd',
      'gpt-4o-mini-tts',
      'dall-e-3',
      'omni-moderation-latest',
      'gpt-image-1',
      'sora-2',
      'gpt-4o-realtime',
      'gpt-5',
    ];
    const rows = [
      ...ids.map((id) => ({ id })),
      { id: 'flux', type: 'image' },
      { id: 'old', capabilities: { completion_chat: false } },
    ];
    expect(readModelList({ data: rows }, 'h').map(({ id }) => id)).toEqual(['gpt-5']);
    const own = [{ id: 'gpt-5-pro' }, { id: 'gpt-5.3-codex' }, { id: 'gpt-5' }];
    expect(readModelList(own, 'api.openai.com').map(({ id }) => id)).toEqual(['gpt-5']);
    expect(readModelList(own, 'gateway.example')).toHaveLength(3);
  });

  it('takes no other document for an empty list', () => {
    for (const answer of [null, 'ok', {}, { error: 'x' }, { data: [{ name: 'no id' }] }]) {
      expect(() => readModelList(answer, 'h')).toThrow();
    }
  });
});

describe('imageLimits', () => {
  it('are those of the vendor behind the address, and careful for a gateway that nobody knows', () => {
    expect(imageLimits('anthropic', 'api.anthropic.com', 200_000).count).toBe(100);
    expect(imageLimits('anthropic', 'api.anthropic.com', 1_000_000).count).toBe(600);
    expect(imageLimits('openai-chat', 'api.openai.com', 1).count).toBe(1500);
    expect(imageLimits('openai-chat', 'eu.openrouter.ai', 1).count).toBe(100);
    expect(imageLimits('openai-chat', 'api.openai.com.evil.test', 1).count).toBe(5);
  });
});
