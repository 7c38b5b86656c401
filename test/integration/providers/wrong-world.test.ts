import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '#contract';
import { call, reasoning, text } from '../../lab/index.ts';
import { Rig, textOf } from '../run/rig.ts';
import { addEveryWire, everyWire, type WireReader } from './every-wire.ts';

let rig: Rig;
let readers: Record<WireReader, Reader>;
beforeAll(async () => {
  rig = await Rig.start();
  readers = await addEveryWire(rig);
});
afterAll(() => rig.end());

/** Calls that a model makes when it is confused, or when its words were cut. */
const confused: [what: string, name: string, args: string][] = [
  ['arguments that were cut in the middle', 'search_workspace', '{"query":"the sum of al'],
  ['no arguments at all', 'search_workspace', ''],
  ['arguments that are a list', 'search_workspace', '["query"]'],
  ['arguments that are null', 'search_workspace', 'null'],
  ['a tool that nobody has', 'no_such_tool', '{}'],
  ['a name that no tool can have', 'multi_tool_use.parallel', '{"query":"x"}'],
  ['a name in another script', '7 เครื่องมือ', '{"query":"x"}'],
  ['a name without an end', 'search_'.repeat(40), '{"query":"x"}'],
  ['the name of an object’s own things', '__proto__', '{"query":"x"}'],
];

/** Where a call holds its arguments as an object, there is nothing that could be cut. */
const holdsObjects: readonly string[] = ['google', 'gemini-2.5', 'ollama'];
const isObject = (args: string) => args.startsWith('{') && args.endsWith('}');

describe.each(everyWire)('on %s', (name) => {
  it.each(confused.filter(([, , args]) => isObject(args) || !holdsObjects.includes(name)))(
    'a call with %s is answered, and the conversation goes on',
    async (_, tool, args) => {
      const id = await rig.conversation(readers[name]);
      rig.lab.script([
        { parts: [reasoning('I look.'), call(tool, args), call('search_workspace', '{"query":"apples"}')] },
        { parts: [text('I could not look.')] },
        { parts: [text('As I said.')] },
      ]);
      const answer = await rig.ask(id, 'Look');
      expect([answer.status, textOf(answer)]).toEqual(['complete', 'I could not look.']);
      const [wrong, right] = answer.parts.filter((part) => part.type === 'tool');
      expect(wrong).toMatchObject({ state: 'failed' });
      expect(wrong?.result).toMatch(/tool|argument|query|JSON/i);
      expect(right).toMatchObject({ state: 'done' });
      const later = await rig.ask(id, 'And?');
      expect([later.status, textOf(later)]).toEqual(['complete', 'As I said.']);
    },
  );
});
