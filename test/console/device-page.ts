import type { Locator, Page } from 'playwright-core';
import type { RunningSimulator } from '../../src/simulator/simulator.js';
import { authorization } from '../support/caller.js';
import type { OpenConsole } from '../support/open-console.js';

/** The lists of a device on its page, and the actions of tests on them. */

export type List = 'Speed dials' | 'Busy lamp fields';

export function listOn(page: Page, list: List = 'Speed dials'): Locator {
  return page.getByRole('region', { name: list });
}

/** The device for most tests. */
export const name = 'SEP00A1B2C30104';
export const address = `#/phone/${name}`;

/** Opens its page, with these speed dials. */
export async function openWith(open: OpenConsole, entries: readonly string[]): Promise<Page> {
  await setList(open.proxy.url, `speeddials?phone=${name}`, dials(...entries));
  const page = await open.visit(address);
  await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).waitFor();
  return page;
}

/** A field of an entry: `Label at 3`. */
export function fieldOn(page: Page, name: string, list: List = 'Speed dials'): Locator {
  return listOn(page, list).getByLabel(name, { exact: true });
}

/** The parts of a row that are read in the page. */
interface RowElement {
  querySelectorAll(selector: string): Iterable<{ readonly value: string }>;
}

/** The entries as their fields show them: `1 2001 Anna`. */
export function entriesOn(page: Page, list: List = 'Speed dials'): Promise<string[]> {
  // All at once, because the list may be drawn again in between.
  const rows = listOn(page, list).locator('.row:not(.row--removed)');
  return rows.evaluateAll((found: readonly RowElement[]) =>
    found.map((row) =>
      Array.from(row.querySelectorAll('input:not([type=checkbox]), select'), ({ value }) => value).join(' '),
    ),
  );
}

/** Presses Tab until an element with this accessible name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedName(page)) === name) return;
  }
  throw new Error(`nothing named ${name} can be reached with Tab`);
}

/**
 * The accessible name of the focused element: its own, or its text. A cell that is not being edited is `cell Label at
 * 1`, after its field.
 */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(`(({ activeElement: focused }) => {
    const field = focused.matches('[role=gridcell]') && focused.querySelector('input, select');
    if (field) return 'cell ' + field.getAttribute('aria-label');
    return focused.getAttribute('aria-label') ?? focused.textContent;
  })(document)`);
}

/**
 * Records the announcements for screen readers. @returns a function that returns all announcements since the last call
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const status = document.querySelector('.hidden[role=status]');
    globalThis.heard = [];
    const observer = new MutationObserver(() => globalThis.heard.push(status.textContent));
    observer.observe(status, { childList: true, characterData: true, subtree: true });
  }`);
  return () => page.evaluate("globalThis.heard.filter((text) => text !== '')");
}

/** The message of the bar about a saved list. */
export function savedOn(page: Page, list: List = 'Speed dials'): Locator {
  return page.getByRole('group', { name: `${list}:`, exact: true });
}

/** Reviews and saves the changes, with the buttons of the page. */
export async function saveOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
}

/** Sets a list as another user, without the page. */
export async function setList(url: string, path: string, list: readonly object[]): Promise<void> {
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { authorization: authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(list),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Speed dials in a short form. */
export function dials(...entries: readonly string[]) {
  return entries.map((entry) => {
    const [index = '', dirn = '', ...label] = entry.split(' ');
    return { index, dirn, label: label.join(' ') };
  });
}

/** The call manager's speed dials of a phone, in the short form. */
export function dialsHeld(simulator: RunningSimulator, name: string): string[] | undefined {
  const phone = simulator.state().find((one) => one.name === name);
  return phone?.speedDials.map(({ index, dirn, label }) => `${index} ${dirn} ${label}`);
}

/** The speed dials of one phone: functions for tests to set, open, save and look them up. */
export function savedDials(open: () => OpenConsole, phone: string) {
  const set = (...entries: readonly string[]) =>
    setList(open().proxy.url, `speeddials?phone=${phone}`, dials(...entries));
  return {
    set,
    held: () => dialsHeld(open().simulator, phone),
    posts: () => open().proxy.requests.filter((line) => line.startsWith('POST')).length,
    conflict: (page: Page) => page.getByRole('dialog', { name: 'This list has changed' }),
    begin: async (...entries: readonly string[]) => {
      await set(...entries);
      const page = await open().visit(`#/phone/${phone}`);
      await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).waitFor();
      return page;
    },
  };
}
