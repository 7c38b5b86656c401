import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Lab, reasoning, startLab, text } from '../../lab/index.ts';
import { messageOf, postAnthropic } from './support.ts';

type Message = Anthropic.MessageParam;
const tools: Anthropic.Tool[] = [{ name: 'look', input_schema: { type: 'object' } }];
const user = (content: string): Message => ({ role: 'user', content });

describe('thinking blocks that come back', () => {
  let lab: Lab;
  let client: Anthropic;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    client = new Anthropic({ ...lab.anthropic, maxRetries: 0 });
  });
  afterAll(() => lab.close());

  const setting = (model: string) =>
    model === 'claude-lab-sonnet'
      ? { model, max_tokens: 3000, tools, thinking: { type: 'enabled' as const, budget_tokens: 1024 } }
      : { model, max_tokens: 3000, tools };

  /** A turn in which the model thinks, speaks and looks; the result is already there. */
  async function loop(model: string, question: readonly Message[] = [user('Look')]): Promise<Message[]> {
    lab.script({ parts: [reasoning('One.'), text('Looking.'), reasoning('Two.'), call('look', '{"a": 1}')] });
    const asked = await client.messages.create({ ...setting(model), messages: [...question] });
    const results = asked.content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'seen' }]
        : [],
    );
    return [...question, { role: 'assistant', content: asked.content }, { role: 'user', content: results }];
  }

  type Blocks = Record<string, unknown>[];
  /** Sends the conversation with the content of one message changed; the reason, or null if accepted. */
  async function send(
    model: string,
    messages: readonly Message[],
    at = -1,
    change = (blocks: Blocks) => blocks,
  ) {
    const changed = messages.map((message, index) => {
      if (index !== (at < 0 ? -1 : at)) return message;
      return { ...message, content: change(structuredClone(message.content) as unknown as Blocks) };
    });
    const answer = await postAnthropic(lab, { ...setting(model), messages: changed });
    return answer.status === 200 ? null : messageOf(answer.text);
  }

  describe.each(['claude-lab-sonnet', 'claude-lab-opus'])('%s', (model) => {
    it('accepts them as they were', async () => {
      expect(await send(model, await loop(model))).toBeNull();
    });

    it('refuses a changed text, a foreign signature and a cut signature', async () => {
      const messages = await loop(model);
      const edit = (field: string, value: string) => (blocks: Blocks) =>
        blocks.map((block, index) => (index === 0 ? { ...block, [field]: value } : block));
      expect(await send(model, messages, 1, edit('thinking', 'One!'))).toMatch(
        /latest assistant message cannot be modified/,
      );
      expect(await send(model, messages, 1, edit('signature', 'Zm9v'))).toBe(
        'messages.1.content.0: Invalid `signature` in `thinking` block',
      );
      const cut = (blocks: Blocks) =>
        blocks.map((block, index) =>
          index === 0 ? { ...block, signature: String(block['signature']).slice(0, -4) } : block,
        );
      expect(await send(model, messages, 1, cut)).toMatch(/Invalid `signature`/);
    });

    it('refuses blocks that were moved or left out while the loop goes on', async () => {
      const messages = await loop(model);
      const swapped = (blocks: Blocks) => [0, 2, 1, 3].map((index) => blocks[index] ?? {});
      expect(await send(model, messages, 1, swapped)).not.toBeNull();
      const withoutSecond = (blocks: Blocks) => blocks.filter((_, index) => index !== 2);
      expect(await send(model, messages, 1, withoutSecond)).not.toBeNull();
    });

    it('ignores blocks of another model', async () => {
      const other = model === 'claude-lab-opus' ? 'claude-lab-fable' : 'claude-lab-haiku';
      const messages = [
        ...(await loop(model)),
        { role: 'assistant' as const, content: 'Seen.' },
        user('Go on'),
      ];
      expect(await send(other, messages)).toBeNull();
    });
  });

  it('needs the thinking of the turn that goes on, on a model with a budget', async () => {
    const messages = await loop('claude-lab-sonnet');
    const without = (blocks: Blocks) => blocks.filter((block) => block['type'] !== 'thinking');
    expect(await send('claude-lab-sonnet', messages, 1, without)).toMatch(
      /Expected `thinking` or `redacted_thinking`, but found `text`/,
    );
    expect(await send('claude-lab-opus', await loop('claude-lab-opus'), 1, without)).toBeNull();
  });

  it('binds newer blocks to what was before them, and only newer ones', async () => {
    const edited = (messages: Message[]) => [user('Look!'), ...messages.slice(1)];
    const old = await loop('claude-lab-sonnet');
    expect(await send('claude-lab-sonnet', edited(old))).toBeNull();
    const bound = await loop('claude-lab-opus');
    expect(await send('claude-lab-opus', edited(bound))).toMatch(
      /^messages\.1\.content\.0: Invalid `signature` in `thinking` block\. The block is bound to a different conversation\./,
    );
  });

  it('lets blocks go from the start of the history, not from its middle', async () => {
    const first = await loop('claude-lab-opus');
    const second = await loop('claude-lab-opus', [
      ...first,
      { role: 'assistant', content: 'Seen.' },
      user('Again'),
    ]);
    const third = await loop('claude-lab-opus', [
      ...second,
      { role: 'assistant', content: 'Seen.' },
      user('Again'),
    ]);
    const without = (blocks: Blocks) => blocks.filter((block) => block['type'] !== 'thinking');
    expect(await send('claude-lab-opus', third)).toBeNull();
    expect(await send('claude-lab-opus', third, 1, without)).toBeNull();
    expect(await send('claude-lab-opus', third, 5, without)).toMatch(/bound to a different conversation/);
  });

  it('drops mismatching blocks instead when the beta asks for it, and says which', async () => {
    const [, ...rest] = await loop('claude-lab-opus');
    const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } };
    const body = { ...setting('claude-lab-opus'), thinking, messages: [user('Changed'), ...rest] };
    const answer = await postAnthropic(lab, body, {
      'anthropic-beta': 'thinking-binding-controls-2026-08-01',
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      input_transformations: [{ path: 'messages.1.content.0' }, { path: 'messages.1.content.2' }],
    });
  });

  it('still knows its signatures after a restart', async () => {
    const messages = await loop('claude-lab-opus');
    const next = await startLab({ logFile: null });
    const answer = await postAnthropic(next, { ...setting('claude-lab-opus'), messages });
    expect(answer.status).toBe(200);
    await next.close();
  });

  it('does not care about cache markers', async () => {
    const messages = await loop('claude-lab-opus');
    const marked = messages.map((message, index) =>
      index === 0
        ? { ...message, content: [{ type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } }] }
        : message,
    );
    const answer = await postAnthropic(lab, { ...setting('claude-lab-opus'), messages: marked });
    expect(answer.status).toBe(200);
  });
});
