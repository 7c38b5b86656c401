import type { Locator, Page } from '@playwright/test';
import type { Conversation, TreeSkeleton } from '#contract';
import type { TreePlan } from '../../host/trees.ts';
import { stillBox } from '../../support/still.ts';
import { expect, type Stage } from '../chat/stage.ts';

const filler = Array.from({ length: 6 }, (_, turn) => [
  `Filler question ${turn + 1}`,
  `Filler answer ${turn + 1}`,
]);

/** What is said at each place of `kitchen`, by a word for it. */
export const at = {
  begin: 0,
  threePoints: 1,
  island: 2,
  passage: 3,
  wheels: 4,
  trolley: 5,
  fridge: 6,
  sill: 7,
  layouts: 20,
  asTable: 21,
  tall: 22,
  door: 23,
  asList: 24,
} as const;

/** A conversation of 25 messages and 4 branches; its tip ends the second one, behind a run of messages. */
export const kitchen: TreePlan = {
  title: 'Kitchen plan',
  tip: at.asTable,
  messages: [
    { parent: -1, text: 'Where would you begin with a kitchen of 7 m²?' },
    { parent: at.begin, text: 'There are three starting points for a kitchen like this.' },
    { parent: at.threePoints, text: 'What would an island cost us?' },
    { parent: at.island, text: 'About 60 cm of passage on each side.' },
    { parent: at.passage, text: 'And a narrow one, on wheels?' },
    { parent: at.wheels, text: 'A trolley of 40 by 60 cm works there.' },
    { parent: at.threePoints, text: 'Could the fridge go under the window?' },
    { parent: at.fridge, text: 'Yes, the sill is at 88 cm.' },
    ...filler.flat().map((text, step) => ({ parent: at.sill + step, text })),
    { parent: at.layouts - 1, text: 'Show me both layouts.' },
    { parent: at.layouts, text: 'Here they are: the sink stays where it is, in a table.' },
    { parent: at.sill, text: 'And a tall fridge beside the door?' },
    { parent: at.tall, text: 'Then the door opens to 80 degrees.' },
    { parent: at.layouts, text: 'Here they are: the sink stays where it is, in a list.' },
  ],
};

/** The branches of `kitchen` beside the chat. */
export interface Graph {
  panel: Locator;
  /** What has the keys. */
  keys: Locator;
  card: Locator;
  /** The mark of a message, by its place in the plan. */
  mark(place: number): Locator;
  /** The treeitem that the keys are on. */
  active(): Locator;
  id(place: number): string;
  tip(): Promise<string>;
  skeleton(): Promise<TreeSkeleton>;
  /** Drags with the real mouse from one mark to a point or another mark, and holds it there. */
  drag(from: number, to: number | { x: number; y: number }): Promise<void>;
  /** Walks with the arrow keys from where the keys are. */
  walk(...keys: string[]): Promise<void>;
  /** Opens the menu with the keyboard and takes a line of it. */
  choose(name: string): Promise<void>;
}

/** Opens `kitchen` and its branches. */
export async function openGraph(stage: Stage, page: Page): Promise<Graph> {
  const { conversationId = '', ids = [] } = stage.tree ?? {};
  // A drag aims at where things are: nothing glides meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stage.open(conversationId);
  await page.getByRole('main').getByRole('button', { name: 'Branches', exact: true }).click();
  // The panel brings another button under the pointer, whose tooltip would come up at some moment of the test.
  await page.mouse.move(1, 1);
  const graph = graphOf(stage, page, conversationId, ids);
  await expect(graph.mark(at.asTable)).toBeVisible();
  return graph;
}

function graphOf(stage: Stage, page: Page, conversationId: string, ids: readonly string[]): Graph {
  const panel = page.getByRole('tabpanel', { name: 'Branches' });
  const keys = panel.getByRole('tree');
  const id = (place: number) => ids[place] ?? '';
  const mark = (place: number) => page.locator(`.react-flow__node[data-id="${id(place)}"] [data-role]`);
  const middle = async (place: number) => {
    const box = await stillBox(mark(place));
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    panel,
    keys,
    card: panel.getByRole('status').last().locator('..'),
    mark,
    id,
    active: () => panel.locator('[role="treeitem"][aria-selected="true"]'),
    tip: async () => ((await stage.call('conversations.get', { id: conversationId })) as Conversation).tipId,
    skeleton: async () => (await stage.call('tree.skeleton', { conversationId })) as TreeSkeleton,
    async drag(from, to) {
      const start = await middle(from);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + 8, start.y - 8, { steps: 3 });
      const end = typeof to === 'number' ? await middle(to) : to;
      await page.mouse.move(end.x, end.y, { steps: 5 });
    },
    async walk(...pressed) {
      await keys.focus();
      for (const key of pressed) await keys.press(key);
    },
    async choose(name) {
      await keys.press('Shift+F10');
      // The menu takes the keys a moment after it is there.
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.getByRole('menuitem', { name }).press('Enter');
    },
  };
}
