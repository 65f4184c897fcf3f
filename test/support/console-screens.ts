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
  { name: 'phone', hash: '#/phone/SEP00A1B2C30105' },
  { name: 'receptionist', hash: '#/phone/SEP00A1B2C30100' },
  { name: 'profile', hash: '#/profile/UDP_FRONTDESK' },
  { name: 'no-such-phone', hash: '#/phone/SEP000000000000' },
  { name: 'changed-buttons', hash: '#/phone/SEP00A1B2C30105', prepare: changeButtons },
  { name: 'review', hash: '#/phone/SEP00A1B2C30105', prepare: review },
  { name: 'unsaved-elsewhere', hash: '#/phone/SEP00A1B2C30105', prepare: changeAndLeave },
  { name: 'relabel', hash: '#/number/6150/relabel', prepare: typeLabel },
  { name: 'relabel-two-people', hash: '#/number/6130/relabel' },
  { name: 'changes', hash: '#/changes' },
  { name: 'change', hash: '#/changes/1' },
  { name: 'state', hash: '#/state' },
  { name: 'nowhere', hash: '#/nonsense/here' },
];

/** Waits until nothing is loaded any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A condition in words of the page itself would be against its policy.
  while ((await page.locator('.skeleton').count()) > 0) await page.waitForTimeout(50);
}

/** Changes a label, and removes an entry: not saved. */
export async function changeButtons(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /label/i }).first().fill('Petra Sandström');
  await page
    .getByRole('button', { name: /remove/i })
    .last()
    .click();
}

async function review(page: Page): Promise<void> {
  await changeButtons(page);
  await page.getByRole('button', { name: 'Review and save' }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function changeAndLeave(page: Page): Promise<void> {
  await changeButtons(page);
  await page.getByRole('link', { name: 'Phone buttons' }).click();
  await page.getByText('2 lists not saved').click();
}

async function typeLabel(page: Page): Promise<void> {
  await page.getByLabel('New label').fill('Petra Sandström');
}
