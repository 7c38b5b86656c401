import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseKeeping,
  RawJson,
  rawObject,
  readableArguments,
  stringify,
} from '../../../main/providers/raw-json.ts';

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

describe('parseKeeping', () => {
  it('[T4] reads what JSON.parse reads, for any value and spacing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseKeeping(text, 'no such field')).toEqual(JSON.parse(text));
      }),
    );
  });

  it('[T4] keeps one field as the text that it came as, at any depth', () => {
    const raw = '{ "n" : 1.0, "big":12345678901234567890, "args": ["]}\\"", {"args":[ ]}] }';
    const text = `{"calls":[ {"args" : ${raw} ,"name":"x\\u00e9"},{"args":{}} ], "args":null}`;
    expect(parseKeeping(text, 'args')).toEqual({
      calls: [{ args: raw, name: 'xé' }, { args: '{}' }],
      args: 'null',
    });
  });

  it.each(['', '{"a":1', '[1,]', '{"a" 1}', 'nul'])('refuses %j', (text) => {
    expect(() => parseKeeping(text, 'args')).toThrow(SyntaxError);
  });

  it('gives a field that is named like a prototype no power', () => {
    const read = parseKeeping('{"__proto__":{"polluted":1}}', 'args');
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
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
