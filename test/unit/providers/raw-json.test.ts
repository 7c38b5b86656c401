import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RawJson, rawObject, readableArguments, stringify } from '../../../main/providers/raw-json.ts';

describe('stringify', () => {
  it('[T4] writes what JSON.stringify writes, for any value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => stringify(value) === JSON.stringify(value)));
  });

  it('[T4] puts raw text in as it is, wherever it stands', () => {
    const raw = '{ "n" : 1.0, "big":12345678901234567890 }';
    expect(stringify({ a: [new RawJson(raw), 1], b: { c: new RawJson(raw) }, d: undefined })).toBe(
      `{"a":[${raw},1],"b":{"c":${raw}}}`,
    );
  });
});

describe('the arguments of a call', () => {
  it.each(['{}', ' {"a": 1.0}\n', '{"a":"\\u00e9"}'])('%j goes back as it came', (raw) => {
    expect(rawObject(raw)?.text).toBe(raw);
    expect(readableArguments(raw)).toBe(raw);
  });

  it.each(['[1]', '"text"', '{"broken": ', 'null'])(
    '%j, which no server could read, goes back in a field',
    (raw) => {
      expect(rawObject(raw)).toBeNull();
      expect(JSON.parse(readableArguments(raw))).toEqual({ invalid_json: raw });
    },
  );

  it('that are empty mean no arguments', () => {
    expect(readableArguments(' ')).toBe('{}');
  });
});
