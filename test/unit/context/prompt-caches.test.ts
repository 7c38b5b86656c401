import { expect, it } from 'vitest';
import { PromptCaches } from '../../../main/context/prompt-caches.ts';

it('[L4] knows a prompt cache as cold only when its time is over for certain', () => {
  const caches = new PromptCaches();
  const minute = 60_000;
  expect(caches.isCold('talk', 'anthropic', 0)).toBe(false);
  caches.note('talk', 0);
  expect(caches.isCold('talk', 'anthropic', 5 * minute)).toBe(false);
  expect(caches.isCold('talk', 'anthropic', 5 * minute + 1)).toBe(true);
  expect(caches.isCold('talk', 'openai-chat', 20 * minute)).toBe(false);
  expect(caches.isCold('talk', 'openai-chat', 31 * minute)).toBe(true);
  caches.note('talk', 40 * minute);
  expect(caches.isCold('talk', 'anthropic', 41 * minute)).toBe(false);
  for (let n = 0; n < 600; n += 1) caches.note(`other ${n}`, 0);
  expect(caches.isCold('talk', 'anthropic', 90 * minute)).toBe(false);
});
