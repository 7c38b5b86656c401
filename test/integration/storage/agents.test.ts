import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentFileName, readAgentFile, saveAgentFile } from '../../../main/agents/agent-file.ts';
import { firstAgentId } from '../../../main/storage/migrations/0001-first-schema.ts';
import { Chat, codeOf, openNew, rawDatabase, temporaryFolder } from './support.ts';

const fields = { name: 'Ann', colour: 2, systemPrompt: 'You are Ann.', tools: ['recall'], reader: null };

describe('agents', () => {
  it('are kept with everything that was set of them', async () => {
    const { agents } = await openNew();
    const reader = { routeId: 'r', modelId: 'm' };
    const made = agents.create({ ...fields, reader });
    expect(agents.get(made.id)).toEqual({ ...fields, reader, id: made.id, archivedAt: null });
    expect(agents.update(made.id, { colour: 7, reader: null })).toMatchObject({
      name: 'Ann',
      colour: 7,
      reader: null,
    });
    expect(agents.list().map(({ name }) => name)).toEqual(['Bough', 'Ann']);
  });

  it('share no name while they are in use, in capitals or not: @ finds exactly one', async () => {
    const { agents } = await openNew();
    const ann = agents.create(fields);
    expect(await codeOf(() => agents.create({ ...fields, name: 'ANN' }))).toBe('name_taken');
    expect(await codeOf(() => agents.update(firstAgentId, { name: 'ann' }))).toBe('name_taken');
    expect(agents.update(ann.id, { name: 'ANN' }).name).toBe('ANN');
    expect(agents.duplicate(ann.id)).toMatchObject({ name: 'ANN 2', colour: 3 });
    expect(agents.duplicate(ann.id).name).toBe('ANN 3');
  });

  it('are put away and taken back under a free name, and the messages keep theirs', async () => {
    const workspace = await openNew();
    const { agents } = workspace;
    const ann = agents.create(fields);
    expect(agents.archive(ann.id).archivedAt).not.toBeNull();
    const other = agents.create(fields);
    expect(agents.restore(ann.id)).toMatchObject({ name: 'Ann 2', archivedAt: null });
    expect(agents.get(other.id).name).toBe('Ann');
    expect(await codeOf(() => agents.archive(firstAgentId))).toBe('bad_request');
    const db = rawDatabase(workspace.folder);
    expect(() => db.prepare('DELETE FROM agents WHERE id = ?').run(ann.id)).toThrow('never deleted');
  });

  it('answer for a conversation from the moment they are chosen', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const ann = workspace.agents.create(fields);
    expect(workspace.conversations.setAgent(chat.id, ann.id).agentId).toBe(ann.id);
  });
});

describe('the file of an agent', () => {
  it('gives back the same agent, without a model and without an id', async () => {
    const { agents } = await openNew();
    const ann = agents.create({ ...fields, reader: { routeId: 'mine', modelId: 'm' } });
    const file = join(temporaryFolder(), agentFileName(ann));
    await saveAgentFile(file, ann);
    expect(readFileSync(file, 'utf8')).not.toContain('mine');
    expect(await readAgentFile(file)).toEqual(fields);
    expect(agents.add(await readAgentFile(file)).name).toBe('Ann 2');
  });

  it.each([
    '',
    '{',
    '[]',
    '{"format":"bough-agent","version":2}',
    '{"format":"bough-agent","version":1,"name":"@"}',
  ])('that holds %j is refused by its name', async (content) => {
    const file = join(temporaryFolder(), 'x.bough-agent.json');
    writeFileSync(file, content);
    await expect(readAgentFile(file)).rejects.toMatchObject({
      code: 'agent_file_unreadable',
      params: { name: 'x.bough-agent.json' },
    });
  });

  it.each([
    ['a/b\\c:d', 'a b c d.bough-agent.json'],
    ['..', 'agent.bough-agent.json'],
    ['ผู้ช่วย', 'ผู้ช่วย.bough-agent.json'],
  ])('of %j is called %j', (name, file) => expect(agentFileName({ name })).toBe(file));
});
