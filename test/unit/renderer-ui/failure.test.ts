import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { errorCodes } from '#contract/result.ts';
import { startI18n } from '../../../renderer/app/i18n/index.ts';
import { describeError } from '../../../renderer/ui/failure.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startI18n('en');
});

const words = (...[error]: [Parameters<typeof describeError>[1]]) =>
  describeError(i18next.getFixedT('en', 'errors'), error);

it('an error names the provider that main named', () => {
  expect(words({ code: 'provider_auth', message: '401', params: { provider: 'OpenAI' } })).toEqual({
    title: 'OpenAI did not accept this key.',
    text: 'Your message is saved. Check that the key was copied whole, or make a new one.',
    detail: 'provider_auth\n401',
  });
});

it('a name keeps its small letter', () => {
  const { title } = words({ code: 'provider_stalled', message: '', params: { provider: 'xAI' } });
  expect(title).toBe('xAI stopped answering.');
});

it('an error without names is still a sentence, for every code', () => {
  for (const code of errorCodes) {
    const { title, text } = words({ code, message: '' });
    expect(`${title} ${text}`, code).not.toMatch(/\{\{|undefined| {2}/);
    expect(title, code).toMatch(/^\p{Lu}.*\.$/u);
  }
});

it('an error about one of several files says which', () => {
  const { title } = words({ code: 'attachment_too_large', message: '', params: { name: 'plan.pdf' } });
  expect(title).toBe('plan.pdf: This file is too large to attach.');
});

it('the technical detail is kept for whoever asks, and is not in the sentence', () => {
  const { title, text, detail } = words({ code: 'internal', message: 'TypeError: x', detail: 'at y' });
  expect(detail).toBe('internal\nTypeError: x\nat y');
  expect(title + text).not.toContain('TypeError');
});
