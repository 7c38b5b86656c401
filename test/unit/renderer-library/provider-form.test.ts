import { describe, expect, it } from 'vitest';
import type { Preset, Route } from '#contract';
import { routeDraftSchema } from '#contract/providers.ts';
import { faultsOf, startFields, toRequest } from '../../../renderer/features/settings/providers/form.ts';
import { parseTokens } from '../../../renderer/features/settings/providers/model-numbers.ts';
import {
  cleanKey,
  filterPresets,
  isReadableOnTheWay,
  keyStateOf,
} from '../../../renderer/features/settings/providers/route-words.ts';

const openai: Preset = {
  id: 'openai',
  name: 'OpenAI',
  wire: 'openai-chat',
  baseUrl: 'https://api.openai.com/v1',
  keyUrl: 'https://platform.openai.com/api-keys',
  needsKey: true,
};
const other: Preset = { ...openai, id: 'other', name: 'Other', baseUrl: '', keyUrl: '', needsKey: false };
const kept: Route = {
  id: 'r1',
  preset: 'openai',
  name: 'Mine',
  wire: 'openai-chat',
  baseUrl: 'https://api.openai.com/v1',
  keyStorage: 'system',
  needsKey: true,
  local: false,
  models: [],
};

describe('the form of a provider', () => {
  it('tidies a pasted key: line breaks and spaces come along from web pages', () => {
    expect(cleanKey('  sk-abc\n def\t ')).toBe('sk-abcdef');
  });

  it('asks for a key where one is needed and none is stored', () => {
    expect(faultsOf(startFields(openai, null), openai, null)).toEqual({ key: true });
    expect(faultsOf(startFields(openai, kept), openai, kept)).toEqual({});
    expect(faultsOf({ ...startFields(openai, null), key: 'sk' }, openai, null)).toEqual({});
  });

  it('asks for the key again when it would go to another server', () => {
    const moved = { ...startFields(openai, kept), baseUrl: 'https://elsewhere.example/v1' };
    expect(faultsOf(moved, openai, kept)).toEqual({ key: true });
    expect(faultsOf({ ...moved, baseUrl: 'https://api.openai.com/v2' }, openai, kept)).toEqual({});
  });

  it('accepts http and https addresses only', () => {
    for (const baseUrl of ['', 'api.example', 'javascript:alert(1)', 'file:///etc/passwd'])
      expect(faultsOf({ ...startFields(other, null), name: 'Mine', baseUrl }, other, null)).toEqual({
        baseUrl: true,
      });
    const local = { ...startFields(other, null), baseUrl: 'http://127.0.0.1:9000/v1' };
    expect(faultsOf(local, other, null)).toEqual({});
  });

  it('calls a server without a name by its host', () => {
    const fields = { ...startFields(other, null), baseUrl: 'https://models.example:8443/v1' };
    expect(fields.name).toBe('');
    expect(toRequest(fields, other, null, true).route.name).toBe('models.example:8443');
    expect(faultsOf(startFields(other, null), other, null)).toEqual({ name: true, baseUrl: true });
  });

  it('lets the system keep the key where it can, and the user choose where it cannot', () => {
    const fields = { ...startFields(openai, null), key: ' sk-1 ', storage: 'session' as const };
    expect(toRequest(fields, openai, null, true).key).toEqual({ value: 'sk-1', storage: 'system' });
    expect(toRequest(fields, openai, null, false).key).toEqual({ value: 'sk-1', storage: 'session' });
  });

  it('sends no key when the stored one stays, and what it sends fits the contract', () => {
    const request = toRequest(startFields(openai, kept), openai, kept, true);
    expect(request.key).toBeUndefined();
    expect(routeDraftSchema.parse(request.route)).toMatchObject({ id: 'r1', name: 'Mine' });
  });

  it('warns of an address on which others could read the key, but not of this computer', () => {
    expect(isReadableOnTheWay('http://models.example/v1')).toBe(true);
    expect(isReadableOnTheWay('https://models.example/v1')).toBe(false);
    expect(isReadableOnTheWay('http://127.0.0.1:8080/v1')).toBe(false);
    expect(isReadableOnTheWay('http://localhost:8080')).toBe(false);
    expect(isReadableOnTheWay('http://localhost.example/v1')).toBe(true);
  });
});

describe('the list of providers', () => {
  it('finds a preset by name or by host', () => {
    expect(filterPresets([openai, other], 'OPEN')).toEqual([openai]);
    expect(filterPresets([openai, other], 'api.openai')).toEqual([openai]);
    expect(filterPresets([openai, other], '')).toHaveLength(2);
  });

  it.each([
    [{ wire: 'practice' as const }, 'practice'],
    [{}, 'system'],
    [{ keyStorage: 'plain' as const }, 'plain'],
    [{ keyStorage: 'session' as const }, 'session'],
    [{ keyStorage: 'none' as const }, 'missing'],
    [{ keyStorage: 'none' as const, needsKey: false }, 'noKey'],
    [{ keyStorage: 'none' as const, needsKey: false, local: true }, 'local'],
    [{ keyStorage: 'session' as const, local: true }, 'session'],
  ])('tells how a route with %o stands with its key: %s', (more, state) => {
    expect(keyStateOf({ ...kept, ...more })).toBe(state);
  });
});

describe('figures of a model', () => {
  it('reads numbers as people write them, and nothing else', () => {
    const limits = [512, 1_000_000] as const;
    expect(parseTokens('128000', limits)).toBe(128_000);
    expect(parseTokens('128 000', limits)).toBe(128_000);
    expect(parseTokens('128.000', limits)).toBe(128_000);
    expect(parseTokens('128,000', limits)).toBe(128_000);
    for (const wrong of ['', '128k', '-5', '511', '1000001', '1e5'])
      expect(parseTokens(wrong, limits)).toBeNull();
  });
});
