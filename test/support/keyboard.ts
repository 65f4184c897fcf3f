import type { Locator, Page } from 'playwright-core';

/** The parts of an element that are read in the page. */
interface Focusable {
  readonly isConnected: boolean;
  matches(selector: string): boolean;
}

/** Presses Tab until an element has the focus. @throws Error if it is not reached */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const isFocused = (one: Focusable) => (one.isConnected ? one.matches(':focus') : undefined);
  // To look for it by its role at each step would cost more than the steps. But it may be drawn anew in between.
  let found = await target.elementHandle();
  for (let steps = 0; steps < 120; steps += 1) {
    const isReached = await found.evaluate(isFocused);
    if (isReached === true) return;
    if (isReached === undefined) found = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  throw new Error(`not reached with ${key}: ${target.toString()}`);
}

/** Presses a button or follows a link, using only the keyboard. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  // Press Enter on the target itself, because a page that was just drawn may move the focus to its heading in between.
  await target.press('Enter');
}

/** Reloads the page, and stays on it if it asks. @returns the kinds of dialogs that it showed; there must be one */
export async function dialogsOnReload(page: Page): Promise<string[]> {
  const kinds: string[] = [];
  const shown = page.waitForEvent('dialog');
  page.on('dialog', (dialog) => {
    kinds.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate('location.reload()');
  await shown;
  return kinds;
}

/** Fills in the console's login form by keyboard. Name and password are pasted. */
export async function logIn(page: Page, name: string, password: string): Promise<void> {
  await tabTo(page, page.getByLabel('User name'));
  await page.keyboard.insertText(name);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(password);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}
