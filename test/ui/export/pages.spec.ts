import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { createTestShell } from '../../host/test-services.ts';
import { foldedConversation } from '../../integration/export/folded.ts';
import { wantedInFull } from '../../integration/export/open-stage.ts';
import { Rig } from '../../integration/run/rig.ts';

test('a page with snapshot pages in it shows all of them and is clean for axe', async ({ page }) => {
  // A whole conversation is held first.
  test.slow();
  const shell = createTestShell();
  const rig = await Rig.start({ shell });
  try {
    const { id, hashes } = await foldedConversation(rig);
    shell.savePaths.push(join(rig.folder, 'Plan.html'));
    const options = { pages: true };
    await rig.call('export.run', wantedInFull({ conversationIds: [id], format: 'html', options }));
    await page.goto(pathToFileURL(join(rig.folder, 'Plan.html')).href);
    const pictures = page.getByRole('img', { name: /^Page \d+ of \d+$/ });
    await expect(pictures).toHaveCount(hashes.length);
    const widths = await pictures.evaluateAll((all) =>
      all.map((each) => (each instanceof HTMLImageElement ? each.naturalWidth : 0)),
    );
    expect(Math.min(...widths)).toBeGreaterThan(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id: rule, nodes }) =>
        nodes.map(({ html }) => `${rule}: ${html.slice(0, 200)}`),
      );
      expect(found).toEqual([]);
    }
  } finally {
    await rig.end();
  }
});
