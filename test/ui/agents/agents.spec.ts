import type { Page } from '@playwright/test';
import type { Agent, Message, PathPage, Route } from '#contract';
import { hold, text } from '../../lab/index.ts';
import { expect, type Stage, test } from '../chat/stage.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const agents = async (stage: Stage) => (await stage.call('agents.list', {})) as Agent[];
const path = async (stage: Stage, conversationId: string): Promise<Message[]> =>
  ((await stage.call('tree.page', { conversationId })) as PathPage).messages;

/** The lab's Opus, however its provider writes it. */
const opus = /^claude.lab.opus/i;

async function opusName(stage: Stage): Promise<string> {
  const routes = (await stage.call('providers.routes', {})) as Route[];
  const { routeId, modelId } = stage.readers.anthropic;
  const models = routes.find(({ id }) => id === routeId)?.models ?? [];
  return models.find(({ id }) => id === modelId)?.name ?? '';
}

async function make(
  stage: Stage,
  name: string,
  colour: number,
  reader = stage.readers.openai,
): Promise<Agent> {
  const fields = { name, colour, systemPrompt: `You are ${name}, who is brief.`, tools: [], reader };
  return (await stage.call('agents.create', fields)) as Agent;
}

async function openSettings(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}#/settings/agents`);
  await expect(page.getByRole('heading', { level: 2, name: 'Agents' })).toBeVisible();
}

test.describe('agents in the settings', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the list and the dialog are clean for axe, ${colorScheme}`, async ({ stage, page }) => {
      await page.emulateMedia({ colorScheme });
      await make(stage, 'Ann', 2);
      await openSettings(page, stage);
      await expect(page.getByText('Ann', { exact: true })).toBeVisible();
      expect(await stage.axe()).toEqual([]);
      await page.getByRole('button', { name: 'Edit Ann' }).click();
      await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeVisible();
      expect(await stage.axe()).toEqual([]);
    });

  test('one is made with a name that @ can find, changed, put away and taken back', async ({
    stage,
    page,
  }) => {
    await openSettings(page, stage);
    await page.getByRole('button', { name: 'New agent' }).click();
    const name = dialog(page).getByLabel('Name');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toContainText('Give it a name.');
    await name.fill('bough');
    await expect(dialog(page)).toContainText('Another agent is called bough.');
    await name.fill('Ann');
    await dialog(page).getByLabel('Colour 4').click();
    await dialog(page).getByLabel('Instructions').fill('You are Ann.');
    await page.keyboard.press('Escape');
    expect(await agents(stage)).toHaveLength(1);

    await page.getByRole('button', { name: 'New agent' }).click();
    await name.fill('Ann');
    await dialog(page).getByLabel('Colour 4').check({ force: true });
    await dialog(page)
      .getByRole('combobox', { name: 'Model' })
      .selectOption({ label: `${await opusName(stage)} (Lab Anthropic)` });
    await dialog(page)
      .getByText(/tools at hand/)
      .click();
    await dialog(page).getByRole('checkbox', { name: 'Search your conversations' }).uncheck();
    expect(await stage.axe()).toEqual([]);
    await name.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    expect((await agents(stage))[1]?.tools).not.toContain('search_workspace');
    expect((await agents(stage))[1]).toMatchObject({
      name: 'Ann',
      colour: 3,
      reader: stage.readers.anthropic,
    });

    await page.getByRole('button', { name: 'More for Ann' }).click();
    await page.getByRole('menuitem', { name: 'Put away' }).click();
    await expect(page.getByRole('heading', { name: 'Put away' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New agent' })).toBeFocused();
    await page.getByRole('button', { name: 'Take back Ann' }).click();
    await expect(page.getByRole('heading', { name: 'Put away' })).toHaveCount(0);
  });

  test('the first agent stays, and says why', async ({ stage, page }) => {
    await openSettings(page, stage);
    await page.getByRole('button', { name: 'More for Bough' }).click();
    await expect(page.getByRole('menuitem', { name: /Put away/ })).toContainText(
      'New conversations begin with this one.',
    );
  });
});

test.describe('asking agents', () => {
  test('@ offers them by keyboard; those that are named answer in turn, under their names', async ({
    stage,
    page,
  }) => {
    await make(stage, 'Ann', 2, stage.readers.anthropic);
    await make(stage, 'Bob', 3);
    const id = await stage.open();
    await stage.composer.pressSequentially('Dear @a');
    await expect(page.getByRole('option', { name: /Ann/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(stage.composer).toHaveValue('Dear @Ann ');
    await stage.composer.pressSequentially('and @');
    await page.getByRole('option', { name: /Bob/ }).click();
    await expect(stage.composer).toHaveValue('Dear @Ann and @Bob ');
    await stage.composer.pressSequentially('what do you say?');
    await page.keyboard.press('Enter');
    await expect(stage.messages.last().getByRole('heading', { name: 'Bob' })).toBeVisible();
    await expect
      .poll(async () => (await path(stage, id)).map(({ role, status }) => `${role} ${status}`))
      .toEqual(['user complete', 'agent complete', 'agent complete']);
    await expect(stage.messages.nth(1).getByRole('heading', { name: 'Ann' })).toBeVisible();
    expect(await stage.axe()).toEqual([]);
  });

  test('/agent and the choice beside the models say who answers where nobody is named', async ({
    stage,
    page,
  }) => {
    await make(stage, 'Ann', 2);
    await stage.open();
    await page.getByRole('button', { name: 'Bough answers. Choose another agent' }).click();
    await page.getByRole('menuitemradio', { name: 'Ann' }).click();
    await expect(page.getByRole('button', { name: 'Ann answers. Choose another agent' })).toBeVisible();
    await stage.composer.fill('/agent nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('There is no agent called nobody.');
    await stage.composer.fill('/agent bou');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Bough answers. Choose another agent' })).toBeVisible();
    await expect(stage.composer).toHaveValue('');
  });

  test('several models answer one message; their answers are siblings that say whose they are', async ({
    stage,
    page,
  }) => {
    const id = await stage.open();
    await page.getByRole('button', { name: /^Model: / }).click();
    await page.getByRole('switch', { name: 'Ask several at once' }).click();
    await page.getByRole('option', { name: opus }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Model: 2 models. Choose another' })).toBeVisible();
    await stage.say('Hello');
    await expect.poll(async () => (await path(stage, id)).at(-1)?.siblings.count).toBe(2);
    await stage.answered();
    await expect(page.getByRole('button', { name: /^Model: 2/ })).toHaveCount(0);
    await expect(stage.messages.last()).toContainText(/gpt-lab|opus/i);
  });

  test('another model answers once more without becoming the one of the conversation', async ({
    stage,
    page,
  }) => {
    const id = await stage.open();
    await stage.say('Hello');
    const answer = await stage.answered();
    await answer.hover();
    await answer.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Ask another model…' }).click();
    await page.getByRole('option', { name: opus }).click();
    await expect.poll(async () => (await path(stage, id)).at(-1)?.model).toContain('claude-lab-opus');
    await expect(page.getByRole('button', { name: /^Model: gpt-lab/ })).toBeVisible();
  });
});

test.describe('beside the conversation', () => {
  test('/btw answers above the message box and leaves no trace', async ({ stage, page }) => {
    const id = await stage.open();
    await stage.say('Hello');
    await stage.answered();
    const before = await path(stage, id);
    stage.lab.script({ parts: [text('It is **Mimi**.')] });
    await stage.composer.fill('/btw What is the cat called?');
    await page.keyboard.press('Enter');
    const card = page.getByRole('region', { name: 'Side question' });
    await expect(card).toContainText('It is Mimi.');
    await expect(card).toContainText('What is the cat called?');
    await expect(stage.composer).toHaveValue('');
    expect(await stage.axe()).toEqual([]);
    await card.getByRole('button', { name: 'Ask it in the conversation' }).click();
    await expect(stage.composer).toHaveValue('What is the cat called?');
    await expect(stage.composer).toBeFocused();
    await expect(card).toHaveCount(0);
    expect(await path(stage, id)).toEqual(before);
  });

  test('/handoff writes a document that a new conversation begins with', async ({ stage, page }) => {
    const id = await stage.open();
    await stage.say('Hello');
    await stage.answered();
    const gate = stage.lab.gate('handoff');
    stage.lab.script({ parts: [text('# Moving house'), hold(gate), text('\n\nIn May.')] });
    await stage.composer.fill('/handoff the dates');
    await page.keyboard.press('Enter');
    const goOn = dialog(page).getByRole('button', { name: 'Go on in a new conversation' });
    await expect(dialog(page)).toContainText('Moving house');
    await expect(goOn).toHaveAttribute('aria-description', 'The document is not ready');
    gate.release();
    await expect(dialog(page)).toContainText('In May.');
    expect(await stage.axe()).toEqual([]);
    await goOn.click();
    await expect(stage.composer).toHaveValue('# Moving house\n\nIn May.');
    await expect(page).not.toHaveURL(new RegExp(id));
    expect(await path(stage, id)).toHaveLength(2);
  });
});
