import type { Page } from 'playwright-core';
import type { Lists } from '../../src/client/index.js';
import { asUser, type ConsoleUnderTest, users } from './console.js';

/** A screen of the console, for pictures and checks. */
export interface ConsoleScreen {
  readonly name: string;
  /** The hash of its address. */
  readonly hash: string;
  /** Brings the screen into the state for the check. */
  readonly prepare?: (page: Page, console: ConsoleUnderTest) => Promise<void>;
}

/** Every screen after the login, with the company of the demo. */
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
  { name: 'relabel', hash: '#/number/6150', prepare: typeLabel },
  { name: 'offers', hash: '#/', prepare: typeBeginning },
  { name: 'draft', hash: '#/number/6150', prepare: reviewLabel },
  { name: 'conflict', hash: '#/phone/SEP00A1B2C30101', prepare: meetAnother },
  { name: 'keys-by-index', hash: '#/phone/SEP00A1B2C30105', prepare: showKeys },
  { name: 'copy-buttons', hash: '#/phone/SEP00A1B2C30105', prepare: chooseButtons },
  { name: 'give-buttons', hash: '#/phone/SEP00A1B2C30100', prepare: giveButtons },
  { name: 'saved-both', hash: '#/phone/SEP00A1B2C30100', prepare: saveBoth },
  { name: 'palette', hash: '#/phone/SEP00A1B2C30105', prepare: openPalette },
  { name: 'keys', hash: '#/phone/SEP00A1B2C30105', prepare: openKeys },
  { name: 'removal', hash: '#/number/3100', prepare: askToRemove },
  { name: 'changes', hash: '#/changes' },
  { name: 'change-of-many', hash: '#/changes/2' },
  { name: 'proposed-change', hash: '#/changes/3' },
  { name: 'propose', hash: '#/number/6150', prepare: startToPropose },
  { name: 'to-fix', hash: '#/findings', prepare: seeFindings },
  { name: 'change', hash: '#/changes/1' },
  { name: 'state', hash: '#/state' },
  { name: 'nowhere', hash: '#/nonsense/here' },
];

/** The settings of a service with an inventory that quickly reads the whole company. */
export const keepingInventory = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' } as const;

/** Makes a change of one list, one of two, and two proposed ones, for the screens that show them. */
export async function makeHistory(console: ConsoleUnderTest): Promise<void> {
  await asUser(console, users.other, 'speeddials?phone=SEP00A1B2C30003', { method: 'POST', body: '[]' });
  const lists = (
    [
      ['SEP00A1B2C30003', 'Reception'],
      ['SEP00A1B2C30105', 'Front desk'],
    ] as const
  ).map(([device, label]) => ({
    ...{ device, kind: 'speeddial' },
    // With an index of three digits.
    entries: ['1', '120'].map((index) => ({ index, dirn: '6150', label })),
  }));
  await askFor(console, users.editor, { title: 'Relabel 6150', apply: true, lists });
  await proposeChanges(console);
}

function askFor(console: ConsoleUnderTest, user: Parameters<typeof asUser>[1], change: object): Promise<unknown> {
  return asUser(console, user, 'changes', { method: 'POST', body: JSON.stringify(change) });
}

/** Proposes a change, which waits for the editor, and one of the editor's own. */
async function proposeChanges(console: ConsoleUnderTest): Promise<void> {
  for (const [user, label] of [
    [users.other, 'Petra Sandström'],
    [users.editor, 'Switchboard'],
  ] as const) {
    const lists = await Promise.all(
      ['SEP00A1B2C30101', 'SEP00A1B2C30102', 'SEP00A1B2C30106'].map(async (device) => {
        const { speeddials, etags } = (await asUser(console, user, `lists?phone=${device}`)) as Lists;
        const entries = speeddials.map((entry) => ({ ...entry, label }));
        return { device, kind: 'speeddial', ifMatch: etags.speeddials, entries };
      }),
    );
    await askFor(console, user, { title: `Relabel to ${label}`, reason: 'She is called Sandström now.', lists });
  }
}

/** Waits until nothing is being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Ask again and again from here, because the page's policy forbids evaluating a condition in the page.
  while ((await page.locator('.skeleton').count()) > 0) await page.waitForTimeout(50);
}

/** Changes a label, and removes an entry, without saving. */
async function changeButtons(page: Page): Promise<void> {
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

async function typeBeginning(page: Page): Promise<void> {
  await page.getByRole('combobox').fill('61');
  await page.getByRole('option').first().waitFor();
}

/** The draft of a relabelling. */
async function reviewLabel(page: Page): Promise<void> {
  await typeLabel(page);
  await page.keyboard.press('Enter');
  await drafted(page);
}

async function drafted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply' }).and(page.locator('[aria-disabled=false]')).waitFor();
}

async function meetAnother(page: Page, console: ConsoleUnderTest): Promise<void> {
  // No other screen sets this label, so it is always a change.
  await page.getByRole('textbox', { name: /label/i }).first().fill('Sandström, Petra');
  const path = 'speeddials?phone=SEP00A1B2C30101';
  const theirs = JSON.stringify([{ index: '1', dirn: '6150', label: `Reception ${Date.now() % 1000}` }]);
  await asUser(console, users.other, path, { method: 'POST', body: theirs });
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('dialog', { name: 'This list has changed' });
  await conflict.getByRole('status').waitFor();
}

async function showKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await page.getByRole('region', { name: 'Keys by index' }).waitFor();
}

/** Selects the receptionist's buttons, for a phone that has some already. */
async function chooseButtons(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy from another device…' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('SEP00A1B2C30100');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox').nth(5).uncheck();
}

async function giveButtons(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy to other devices…' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('SEP00A1B2C301');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Add all/ }).click();
}

/** Changes a label in both lists, and saves them together. */
async function saveBoth(page: Page): Promise<void> {
  for (const list of ['Speed dials', 'Busy lamp fields']) {
    const label = page.getByRole('region', { name: list }).getByRole('textbox', { name: 'Label at 1', exact: true });
    await label.fill(`Desk ${Date.now() % 1000}`);
  }
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Undo both' }).waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').waitFor();
}

async function openKeys(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Help and keyboard shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
}

async function startToPropose(page: Page): Promise<void> {
  await reviewLabel(page);
  await page.getByRole('button', { name: 'Propose…' }).click();
  await page.getByLabel('Reason').fill('She is called Sandström now.');
}

async function askToRemove(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await drafted(page);
}

/** The first sweep may still be running. */
async function seeFindings(page: Page): Promise<void> {
  while ((await page.getByRole('table').count()) === 0) {
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.goBack();
    await settled(page);
  }
}

async function typeLabel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Relabel…' }).click();
  await page.getByLabel('New label').fill('Petra Sandström');
}
