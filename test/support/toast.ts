import type { Locator, Page } from '@playwright/test';

/**
 * The way on that the newest toast with it offers, once it is there. It goes after some seconds, which a busy machine
 * may need for what is looked at meanwhile; but never while the pointer is on it, and there the pointer is now.
 */
export async function holdToast(page: Page, action: string): Promise<Locator> {
  const button = page.getByRole('listitem').getByRole('button', { name: action, exact: true }).last();
  await button.hover();
  return button;
}
