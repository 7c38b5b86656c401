import { text } from '../../lab/index.ts';
import { expect, test } from './stage.ts';

const everything = `## A plan

Some **bold** words, \`code\`, [the site](https://example.com/plan) and [a trap](javascript:alert(1)).

![A picture](https://tracker.example/pixel.png)

- [x] done
- [ ] open

| Room | Price |
| --- | ---: |
| Kitchen | $500 |
| Bath<br>room | $1,200 |

\`\`\`python
def area(width, height):
    return width * height
\`\`\`

It costs $5 to $10, and $e^{i\\pi} + 1 = 0$ holds.

$$
\\int_0^1 x^2\\,dx = \\frac{1}{3}
$$

<script>window.hacked = true</script> and <b>raw</b>
`;

test('Markdown is drawn safely: no script, no picture from the web, links only through the app', async ({
  stage,
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await stage.open();
  stage.lab.script({ parts: [text(everything)] });
  await stage.say('Show me everything');
  const answer = await stage.answered();

  await expect(answer.getByRole('heading', { name: 'A plan' })).toBeVisible();
  await expect(answer).toContainText('<script>window.hacked = true</script> and <b>raw</b>');
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  await expect(answer.getByRole('img', { name: 'Done', exact: true })).toBeVisible();
  await expect(answer.locator('img')).toHaveCount(0);
  expect(requests.filter((url) => url.includes('tracker.example'))).toEqual([]);

  await answer.getByRole('link', { name: 'the site' }).click();
  await answer.getByRole('link', { name: 'Picture on the web: A picture' }).click();
  await expect
    .poll(() => stage.shell.opened)
    .toEqual(['https://example.com/plan', 'https://tracker.example/pixel.png']);
  await expect(answer.getByRole('link', { name: 'a trap' })).toHaveCount(0);
  await expect(answer).toContainText('It costs $5 to $10, and');
  // The formula is set by KaTeX; its reading for screen readers is MathML.
  await expect(answer.locator('math').first()).toBeAttached();
  await expect(answer.locator('.katex-display')).toBeVisible();
  // The code has its colours as soon as the worker is done.
  await expect(answer.locator('pre span[class]').filter({ hasText: /^def$/ })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

test('code, tables and messages are copied for what comes after', async ({ stage, page }) => {
  await stage.open();
  stage.lab.script({ parts: [text(everything)] });
  await stage.say('Show me everything');
  const answer = await stage.answered();

  await answer.getByRole('button', { name: 'Copy the code' }).click();
  await expect
    .poll(() => stage.shell.copied.at(-1)?.text)
    .toBe('def area(width, height):\n    return width * height');

  await answer.getByRole('button', { name: 'Copy the table' }).click();
  await expect
    .poll(() => stage.shell.copied.at(-1)?.text)
    .toBe('Room\tPrice\nKitchen\t$500\nBath room\t$1,200');
  expect(stage.shell.copied.at(-1)?.html).toContain('<td>Kitchen</td>');

  await answer.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => stage.shell.copied.at(-1)?.text).toBe(everything.trim());
  const html = stage.shell.copied.at(-1)?.html ?? '';
  expect(html).toContain('<strong>bold</strong>');
  expect(html).toContain('<math');
  expect(html).not.toMatch(/class=|style=|<button|<svg/);

  await answer.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy as plain text' }).click();
  await expect.poll(() => stage.shell.copied.at(-1)?.text).toContain('Some bold words, code, the site');
  expect(stage.shell.copied.at(-1)?.html).toBeUndefined();
});

test('code that is still being written is plain, and stays readable when it is very long', async ({
  stage,
  page,
}) => {
  await stage.open();
  const gate = stage.lab.gate('code');
  stage.lab.script({
    parts: [text('```js\nconst one = 1;\n'), { type: 'hold', gate }, text('const two = 2;\n```')],
  });
  await stage.say('Write code');
  await gate.reached;
  const pre = page.locator('article pre');
  await expect(pre).toContainText('const one = 1;');
  await expect(pre.locator('span[class]')).toHaveCount(0);
  gate.release();
  await expect(pre.locator('span[class]').first()).toBeVisible();

  // In words: the lab counts its tokens, which takes the square of the length of a word.
  const line = `${'x'.repeat(99)} `.repeat(1500).trimEnd();
  stage.lab.script({ parts: [text(`\`\`\`\n${line}\n\`\`\``)] });
  await stage.say('And a long one');
  const answer = await stage.answered();
  await answer.getByRole('button', { name: 'Show all of it' }).click();
  await expect(answer.locator('pre')).toHaveText(line);
});
