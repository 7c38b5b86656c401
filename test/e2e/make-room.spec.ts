import { chatOf } from './support/chat.ts';
import { test } from './support/desk.ts';
import { makeRoomWithPages } from './support/make-room.ts';

test('[S2] [L8] the middle of a conversation becomes picture pages in the real app', async ({ desk }) => {
  const { page } = await desk.start();
  await page.getByRole('button', { name: /Try it now/ }).click();
  await makeRoomWithPages(page, chatOf(page));
});
