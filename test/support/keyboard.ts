import type { Locator, Page } from 'playwright-core';

/** The parts of an element that are read in the page. */
interface Focusable {
  readonly isConnected: boolean;
  readonly tabIndex: number;
  readonly ownerDocument: { readonly activeElement: Focusable | null; readonly body: Focusable } & Queried;
  matches(selector: string): boolean;
  closest(selector: string): Queried | null;
  /** Has the bit 4 if the other one is later. */
  compareDocumentPosition(other: Focusable): number;
  checkVisibility(options: { readonly visibilityProperty: boolean }): boolean;
}

interface Queried {
  querySelectorAll(selector: string): Iterable<Focusable>;
}

/** Presses Tab, or Shift+Tab, until an element has the focus. @throws Error if it is not reached */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isFocused = (one: Focusable) => (one.isConnected ? one.matches(':focus') : undefined);
  // To look for it by its role at each step would cost more than the steps. But it may be drawn anew in between.
  let found = await target.elementHandle();
  const { key, stops } = await found.evaluate(wayTo);
  // To look after each of many steps takes most of their time. The last ones are looked at, because a stop may be missing.
  let steps = 0;
  for (; steps < Math.min(stops - 1, most); steps += 1) await page.keyboard.press(key);
  for (; steps < most; steps += 1) {
    const isReached = await found.evaluate(isFocused);
    if (isReached === true) return;
    if (isReached === undefined) found = await target.elementHandle();
    else await page.keyboard.press(key);
  }
  throw new Error(`not reached with ${key}: ${target.toString()}`);
}

/** More stops are never between two elements. */
const most = 150;

interface Way {
  readonly key: 'Tab' | 'Shift+Tab';
  /** How many elements on the way have their turn, with the target, as far as the page tells. */
  readonly stops: number;
}

/** Finds the key that leads to an element on the shorter way. It is called in the page. */
function wayTo(target: Focusable): Way {
  const { activeElement: from, body } = target.ownerDocument;
  if (from === null || from === body) return { key: 'Tab', stops: 0 };
  const isForward = (from.compareDocumentPosition(target) & 4) !== 0;
  const [first, last] = isForward ? [from, target] : [target, from];
  const all = (target.closest('dialog') ?? target.ownerDocument).querySelectorAll(
    'a, button, input, select, summary, textarea, [tabindex]',
  );
  const isTo = (one: Focusable, other: Focusable): boolean =>
    one === other || (one.compareDocumentPosition(other) & 4) !== 0;
  const hasTurn = (one: Focusable): boolean =>
    one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true });
  const between = [...all].filter((one) => one !== from && isTo(first, one) && isTo(one, last) && hasTurn(one));
  return { key: isForward ? 'Tab' : 'Shift+Tab', stops: between.length };
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

/** Fills in the console's login form, and presses Enter. Name and password are pasted. */
export async function logIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}
