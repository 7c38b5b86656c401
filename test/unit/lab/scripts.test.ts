import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, type Lab, reasoning, startLab, text, tokens } from '../../lab/index.ts';
import { postAnthropic, postOpenAi } from './support.ts';

type Message = Record<string, unknown>;
const look = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } };
const user = (content: string): Message => ({ role: 'user', content });

describe('deciding on answers', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await startLab({ logFile: null });
  });
  afterEach(() => lab.close());

  const ask = async (messages: Message[], more: object = {}, headers = {}) => {
    const answer = await postOpenAi(lab, { model: 'gpt-lab', messages, ...more }, headers);
    const parsed = JSON.parse(answer.text);
    return {
      status: answer.status,
      message: parsed.choices?.[0]?.message,
      finish: parsed.choices?.[0]?.finish_reason,
      text: answer.text,
    };
  };

  it('answers from the request alone when nothing is scripted', async () => {
    const first = await ask([user('What is a bough?')]);
    expect(first.message.content).toMatch(/^You wrote: \*\*What is a bough\?\*\*/);
    expect((await ask([user('What is a bough?')])).message.content).toBe(first.message.content);
  });

  it('uses each script once, in order, for the requests that fit', async () => {
    lab.script([{ parts: [text('one')] }, { parts: [text('two')] }]);
    lab.script({ parts: [text('for the other model')] }, { model: 'gpt-lab-mini' });
    lab.script({ parts: [text('for another key')] }, { key: 'key-2' });
    lab.script({ parts: [text('for the other wire')] }, { wire: 'anthropic' });
    lab.script({ parts: [text('for cats')] }, { when: (request) => request.raw.includes('cat') });
    const said = async (content: string, more = {}, headers = {}) =>
      (await ask([user(content)], more, headers)).message.content;
    expect(await said('a')).toBe('one');
    expect(await said('a')).toBe('two');
    expect(await said('a')).toMatch(/^You wrote/);
    expect(await said('cat')).toBe('for cats');
    expect(await said('a', { model: 'gpt-lab-mini' })).toBe('for the other model');
    expect(await said('a', {}, { authorization: 'Bearer key-2' })).toBe('for another key');
    const other = await postAnthropic(lab, {
      model: 'claude-lab-text',
      max_tokens: 50,
      messages: [user('a')],
    });
    expect(JSON.parse(other.text).content[0].text).toBe('for the other wire');
  });

  it('cuts an answer at the limit of the request and says so', async () => {
    lab.script({ parts: [tokens(500)] });
    const cut = await ask([user('a')], { max_tokens: 20 });
    expect(cut.finish).toBe('length');
    expect(lab.lastRequest().usage?.output).toBe(20);
    lab.script({ parts: [reasoning('Thinking. '.repeat(50)), text('Never said.')] });
    const thought = await ask([user('a')], { model: 'gpt-lab-thinker', max_completion_tokens: 20 });
    expect([thought.finish, thought.message.content]).toEqual(['length', '']);
    expect(lab.lastRequest().usage).toMatchObject({ output: 20, reasoning: 20 });
  });

  it('ends for the reason it is told', async () => {
    lab.script([{ stop: 'filter' }, { parts: [text('a')], stop: 'length' }]);
    expect((await ask([user('a')])).finish).toBe('content_filter');
    expect((await ask([user('a')])).finish).toBe('length');
  });

  it('gives calls fresh ids, or the ones it is told', async () => {
    lab.script([
      { parts: [call('look', '{}'), call('look', '{}', 'mine')] },
      { parts: [call('look', '{}')] },
    ]);
    const first = (await ask([user('a')], { tools: [look] })).message.tool_calls;
    const second = (await ask([user('a')], { tools: [look] })).message.tool_calls;
    expect(first[1].id).toBe('mine');
    expect(first[0].id).toMatch(/^call_[A-Za-z0-9]{24}$/);
    expect(second[0].id).not.toBe(first[0].id);
  });

  describe('directives in the text', () => {
    it('call tools step by step, also in parallel, and then answer', async () => {
      const question = user(
        'Go [[lab: tool look {"n": 1.0}]] [[lab: also-tool look {"n": 2}]] [[lab: tool look {"n": 3}]] [[lab: say Done.]]',
      );
      const messages = [question];
      const asked: string[][] = [];
      for (let step = 0; step < 2; step += 1) {
        const { message } = await ask(messages, { tools: [look] });
        asked.push(
          message.tool_calls.map((made: { function: { arguments: string } }) => made.function.arguments),
        );
        const results = message.tool_calls.map(({ id }: { id: string }) => ({
          role: 'tool',
          tool_call_id: id,
          content: 'ok',
        }));
        messages.push({ role: 'assistant', content: null, tool_calls: message.tool_calls }, ...results);
      }
      expect(asked).toEqual([['{"n": 1.0}', '{"n": 2}'], ['{"n": 3}']]);
      const last = await ask(messages, { tools: [look] });
      expect([last.message.content, last.finish]).toEqual(['Done.', 'stop']);
      messages.push({ role: 'assistant', content: 'Done.' }, user('And without a directive?'));
      expect((await ask(messages, { tools: [look] })).message.content).toMatch(/^You wrote: \*\*And without/);
    });

    it('make long, limited and reasoned answers', async () => {
      await ask([user('[[lab: tokens 321]]')]);
      expect(lab.lastRequest().usage?.output).toBe(321);
      expect((await ask([user('[[lab: stop length]]')])).finish).toBe('length');
      await ask([user('[[lab: reason Well.]] [[lab: say Yes.]]')], { model: 'gpt-lab-thinker' });
      expect(lab.lastRequest().usage?.reasoning).toBeGreaterThan(0);
    });

    it('fail always, or as often as they say', async () => {
      for (let time = 0; time < 2; time += 1) {
        expect((await ask([user('[[lab: fail overloaded]]')])).status).toBe(503);
        expect((await ask([user('[[lab: fail server-error 2]]')])).status).toBe(500);
      }
      expect((await ask([user('[[lab: fail server-error 2]]')])).status).toBe(200);
      lab.verify();
    });

    it('hold at a gate by name', async () => {
      const answer = ask([user('[[lab: hold door]]')], { stream: true }).catch(() => null);
      await lab.gate('door').reached;
      expect(lab.lastRequest().outcome).toBeNull();
      lab.gate('door').release();
      await answer;
      expect(await lab.lastRequest().finished).toBe('finished');
    });

    it('are never a silent mistake', async () => {
      for (const wrong of [
        '[[lab: tokns 5]]',
        '[[lab: fail sometimes]]',
        '[[lab: tokens many]]',
        '[[lab: stop now]]',
        '[[lab: tool]]',
        '[[lab: reason On a model that does not.]]',
      ]) {
        expect((await ask([user(wrong)])).status).toBe(500);
        expect(lab.lastRequest().verdict).toBe('refused-invalid');
      }
      expect(() => lab.verify()).toThrow(/The lab knows no/);
    });

    it('do not come back in the answer', async () => {
      const { message } = await ask([user('Hi [[lab: small]]')]);
      expect(message.content).not.toContain('[[lab');
    });
  });
});
