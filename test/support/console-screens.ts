import type { Page } from 'playwright-core';

/** A screen of the console, to be looked at. */
export interface ConsoleScreen {
  readonly name: string;
  /** Of its address. */
  readonly hash: string;
  /** Brings it into the state that is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Every screen behind the login, with the company that the demo has. */
export const consoleScreens: readonly ConsoleScreen[] = [
  { name: 'home', hash: '#/' },
  { name: 'number', hash: '#/number/3100' },
  { name: 'number-in-two-partitions', hash: '#/number/6130' },
  { name: 'devices', hash: '#/search/reception' },
  { name: 'state', hash: '#/state' },
  { name: 'nowhere', hash: '#/nonsense/here' },
];

/** Waits until nothing is loaded any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A condition in words of the page itself would be against its policy.
  while ((await page.locator('.skeleton').count()) > 0) await page.waitForTimeout(50);
}
