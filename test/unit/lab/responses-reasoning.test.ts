import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Lab, reasoning, startLab, text } from '../../lab/index.ts';
import { messageOf, postResponses } from './support.ts';

type Item = Record<string, unknown>;
const tools = [
  { type: 'function' as const, name: 'look', parameters: { type: 'object', properties: {} }, strict: null },
];
const user = (content: string): Item => ({ role: 'user', content });
const OLD = 'gpt-5.5-lab-128k';
const NEW = 'gpt-5.6-lab-128k';

describe('reasoning items that come back', () => {
  let lab: Lab;
  let client: OpenAI;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    client = new OpenAI({ ...lab.openai, maxRetries: 0 });
  });
  afterAll(() => lab.close());

  /** A turn in which the model reasons and looks; the result is there already. */
  async function loop(model: string, before: readonly Item[] = [user('Look')]): Promise<Item[]> {
    lab.script({
      parts: [reasoning('One thought.'), text('Looking.'), reasoning('Two.'), call('look', '{"a": 1.0}')],
    });
    const asked = await client.responses.create({
      model,
      tools,
      store: false,
      reasoning: { summary: 'auto' },
      input: [...before] as unknown as OpenAI.Responses.ResponseInput,
    });
    const results = asked.output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ type: 'function_call_output', call_id: item.call_id, output: 'seen' }]
        : [],
    );
    return [...before, ...(asked.output as unknown as Item[]), ...results];
  }

  /** Sends an input: what the vendor says against it, or what it withheld of it. */
  async function send(model: string, input: readonly Item[], more: object = {}, key = lab.openai.apiKey) {
    const body = { model, tools, input, store: false, ...more };
    const answer = await postResponses(lab, body, { authorization: `Bearer ${key}` });
    if (answer.status !== 200) return messageOf(answer.text);
    const removed: { reason: string }[] = JSON.parse(answer.text).input_transformations ?? [];
    return removed.map(({ reason }) => reason);
  }
  const change = (input: readonly Item[], at: number, more: object) =>
    input.map((item, index) => (index === at ? { ...item, ...more } : item));

  describe.each([OLD, NEW])('%s', (model) => {
    it('accepts them as they were', async () => {
      expect(await send(model, await loop(model))).toEqual([]);
    });

    it('refuses a changed, a cut and a foreign one', async () => {
      const input = await loop(model);
      const secret = String(input[1]?.['encrypted_content']);
      const wrong =
        /^The encrypted content for item rs_\w+ could not be verified\. Reason: Encrypted content could not be decrypted or parsed\.$/;
      expect(await send(model, change(input, 1, { encrypted_content: secret.slice(0, -4) }))).toMatch(wrong);
      expect(await send(model, change(input, 1, { encrypted_content: 'gAAAA' }))).toMatch(wrong);
      expect(await send(model, change(input, 1, { summary: [] }))).toMatch(wrong);
      const { id: _, ...anonymous } = input[1] ?? {};
      expect(await send(model, [input[0] ?? {}, anonymous, ...input.slice(2)])).toMatch(
        /without its required 'reasoning' item/,
      );
    });

    it('refuses one under another id', async () => {
      const input = change(await loop(model), 1, { id: 'rs_1' }).map(({ id, ...item }) =>
        item['type'] === 'reasoning' ? { id, ...item } : item,
      );
      expect(await send(model, input)).toMatch(
        /Reason: Encrypted content item_id did not match the target item id\.$/,
      );
    });

    it('refuses one without its content: nothing is stored', async () => {
      expect(await send(model, change(await loop(model), 1, { encrypted_content: null }))).toMatch(
        /^Item with id 'rs_\w+' not found\. Items are not persisted when `store` is set to false/,
      );
    });

    it('refuses reasoning without what it led to, and the other way round', async () => {
      const input = await loop(model);
      const without = (at: number) => input.filter((_, index) => index !== at);
      expect(await send(model, without(1))).toMatch(
        /^Item 'msg_\w+' of type 'message' was provided without its required 'reasoning' item: 'rs_\w+'\.$/,
      );
      expect(await send(model, without(3))).toMatch(
        /^Item 'fc_\w+' of type 'function_call' was provided without its/,
      );
      const orphan = [...input.slice(0, 2), user('Go on')];
      expect(await send(model, orphan)).toMatch(
        /^Item 'rs_\w+' of type 'reasoning' was provided without its required following item\.$/,
      );
    });

    it('lets reasoning go together with the ids of what it led to', async () => {
      const input = (await loop(model))
        .filter(({ type }) => type !== 'reasoning')
        .map(({ id: _, ...item }) => item);
      expect(await send(model, input)).toEqual([]);
    });

    it('withholds what another model reasoned', async () => {
      const other = model === OLD ? 'gpt-5.4-lab' : 'gpt-5.6-lab-200k';
      expect(await send(other, await loop(model))).toEqual(['model_mismatch', 'model_mismatch']);
    });

    it('still knows its own after a restart', async () => {
      const input = await loop(model);
      const next = await startLab({ logFile: null });
      expect((await postResponses(next, { model, tools, input, store: false })).status).toBe(200);
      await next.close();
    });
  });

  it('binds newer reasoning to what was before it: after an edit it is withheld, not refused', async () => {
    const edited = (input: readonly Item[]) => [user('Look!'), ...input.slice(1)];
    expect(await send(OLD, edited(await loop(OLD)))).toEqual([]);
    const bound = await loop(NEW);
    expect(await send(NEW, edited(bound))).toEqual(['prefix_mismatch', 'prefix_mismatch']);
    expect(await send(NEW, bound, { instructions: 'Be brief.' })).toEqual([
      'prefix_mismatch',
      'prefix_mismatch',
    ]);
    expect(await send(NEW, bound, { tools: [...tools, { ...tools[0], name: 'fly' }] })).toHaveLength(2);
  });

  it('reads the reasoning of this turn only before 5.6, and of all turns from then on', async () => {
    const old = [...(await loop(OLD)), { role: 'assistant', content: 'Seen.' }, user('Again')];
    expect(await send(OLD, old)).toEqual(['turn_boundary', 'turn_boundary']);
    const all = [...(await loop(NEW)), { role: 'assistant', content: 'Seen.' }, user('Again')];
    expect(await send(NEW, all)).toEqual([]);
    expect(await send(NEW, all, { reasoning: { context: 'current_turn' } })).toHaveLength(2);
  });

  it('knows the account: refused before 5.6, withheld from then on', async () => {
    expect(await send(OLD, await loop(OLD), {}, 'another')).toMatch(/organization_id did not match/);
    expect(await send(NEW, await loop(NEW), {}, 'another')).toEqual([
      'organization_mismatch',
      'organization_mismatch',
    ]);
  });

  it('counts what it reads of it, and nothing for what it withholds', async () => {
    const input = await loop(NEW);
    const body = { model: NEW, tools, input };
    const read = lab.price({ wire: 'responses', body }).input;
    const withheld = lab.price({ wire: 'responses', body: { ...body, model: 'gpt-5.6-lab-200k' } }).input;
    expect(read - withheld).toBeGreaterThan(3);
  });
});
