import { expect, it } from 'vitest';
import { call, reasoning, text } from '../../lab/index.ts';
import { Rig } from '../run/rig.ts';

it('[B10] [T1] another agent’s turns are heard as what was said under its name, in a fork and after a rewind too', async () => {
  const rig = await Rig.start();
  try {
    const id = await rig.conversation();
    const shared = {
      colour: 1,
      systemPrompt: 'Be brief.',
      tools: ['search_workspace', 'checkpoint', 'rewind'],
    };
    await rig.call('agents.create', { ...shared, name: 'Ann', reader: rig.readers.anthropic });
    await rig.call('agents.create', { ...shared, name: 'Bob', reader: rig.readers.compatible });
    rig.lab.script(
      [
        { parts: [reasoning('Ann thinks in secret.'), call('search_workspace', '{"query":"quince-query"}')] },
        { parts: [call('checkpoint', '{"label":"after-ann"}')] },
        { parts: [text('Ann says red.')] },
      ],
      { wire: 'anthropic' },
    );
    const anns = await rig.ask(id, '@Ann: which colour?');
    const heardOnly = async (conversationId: string, words: string) => {
      expect((await rig.ask(conversationId, '@Bob: and you?')).status).toBe('complete');
      const sent = rig.lab.lastRequest('compatible').raw.toString();
      expect(sent).toMatch(/\[Ann, [^\]]*\]/);
      expect(sent).toContain(words);
      for (const secret of ['Ann thinks in secret', 'quince-query', 'after-ann', 'Nothing was found']) {
        expect(sent).not.toContain(secret);
      }
    };
    await heardOnly(id, 'Ann says red.');
    const { conversation } = await rig.call('branches.fork', { conversationId: id, messageId: anns.id });
    await heardOnly(conversation.id, 'Ann says red.');
    // Bob goes back to Ann's mark: what he learned stands under his name for her, and as his own for him.
    rig.lab.script(
      [
        { parts: [call('rewind', '{"label":"after-ann","digest":"Bob learned blue."}')] },
        { parts: [text('Back.')] },
      ],
      { wire: 'compatible' },
    );
    await rig.ask(id, '@Bob: go back');
    const digest = await rig.message(await rig.tip(id));
    expect(digest).toMatchObject({ parentId: anns.id, agentId: expect.any(String) });
    expect((await rig.ask(id, '@Ann: did you hear?')).status).toBe('complete');
    const sent = rig.lab.lastRequest('anthropic').raw.toString();
    expect(sent).toMatch(/\[Bob, [^\]]*\]\\n\\nBob learned blue\./);
    expect(sent).toContain('Ann says red.');
    await heardOnly(id, 'Ann says red.');
  } finally {
    await rig.end();
  }
});
