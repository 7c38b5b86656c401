import { expect, test } from './stage.ts';

test('an answer appears while it is written, then offers what can be done with it', async ({
  stage,
  page,
}) => {
  await stage.open();
  await stage.say('Hello [[lab: hold door]]');
  await expect(stage.composer).toHaveValue('');
  await stage.lab.gate('door').reached;
  const answer = stage.messages.last();
  await expect(answer).toContainText('Before the gate');
  await expect(answer).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: 'Stop the answer' })).toBeVisible();
  stage.lab.gate('door').release();
  const done = await stage.answered();
  await expect(done.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(page.getByText('finished.')).toBeAttached();
});

test('[T2] stopping keeps what was written, and Escape stops as well', async ({ stage, page }) => {
  await stage.open();
  await stage.say('Hello [[lab: hold one]]');
  await stage.lab.gate('one').reached;
  await expect(stage.messages.last()).toContainText('Before the gate');
  await page.getByRole('button', { name: 'Stop the answer' }).click();
  await expect(stage.messages.last()).toContainText('You stopped this answer. What was written is kept.');
  await expect(stage.messages.last()).toContainText('Before the gate');

  await stage.say('Again [[lab: hold two]]');
  await stage.lab.gate('two').reached;
  await expect(stage.messages.last()).toContainText('Before the gate');
  await stage.composer.press('Escape');
  await expect(stage.messages.last()).toContainText('You stopped this answer.');
  await page.reload();
  await expect(stage.messages.last()).toContainText('Before the gate');
});

test('a message that is sent while an answer is written waits in the box', async ({ stage, page }) => {
  await stage.open();
  await stage.say('Hello [[lab: hold door]]');
  await stage.lab.gate('door').reached;
  await stage.say('Too early');
  await expect(page.getByRole('alert')).toContainText('The answer is still being written.');
  await expect(stage.composer).toHaveValue('Too early');
  stage.lab.gate('door').release();
  await stage.answered();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a window that opens in the middle of an answer shows it whole', async ({ stage, page }) => {
  await stage.open();
  await stage.say('Hello [[lab: hold door]]');
  await stage.lab.gate('door').reached;
  await expect(stage.messages.last()).toContainText('Before the gate');
  await page.reload();
  await expect(stage.messages.last()).toContainText('Before the gate');
  stage.lab.gate('door').release();
  const answer = await stage.answered();
  await expect(answer).toContainText('Before the gate');
});

test('reasoning is folded, and a tool shows what went in and came out', async ({ stage }) => {
  await stage.call('providers.setDefaultReader', { reader: stage.readers.compatible });
  await stage.open();
  await stage.say(
    'Hello [[lab: reason A long thought.]] [[lab: tool search_workspace {"query":"garden"}]] [[lab: say Done.]]',
  );
  const answer = await stage.answered();
  const thought = answer.getByRole('button', { name: /Thought/ });
  await expect(answer).not.toContainText('A long thought.');
  await thought.click();
  await expect(answer).toContainText('A long thought.');
  const tool = answer.getByRole('button', { name: /garden/ });
  await tool.click();
  await expect(answer.getByRole('group', { name: 'What went in' })).toContainText('garden');
  await expect(answer.getByRole('group', { name: 'What came out' })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

test('a failed answer says why, with a way on', async ({ stage }) => {
  await stage.open();
  await stage.say('Hello [[lab: fail auth]]');
  const answer = stage.messages.last();
  await expect(answer.getByRole('alert')).toContainText('did not accept this key');
  await expect(answer.getByRole('button', { name: 'Open settings' })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await answer.getByText('Technical details').click();
  expect(await stage.axe()).toEqual([]);
});
