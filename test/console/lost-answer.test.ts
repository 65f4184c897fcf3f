import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { holdBack, lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { entriesOn, fieldOn, listOn, savedDials, saveOn, savedOn } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';

describe.skipIf(lacksBrowser)('a list whose answer was lost', () => {
  const open = openConsole();

  const { set, held, posts, conflict, begin } = savedDials(open, name);

  /** The answer to the next sent list is lost. @param passedOn whether the service gets the list */
  async function lose(passedOn: boolean): Promise<Page> {
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    // Chromium repeats a request by itself, even a POST, for each used connection that breaks.
    open().proxy.faults.push(...Array.from({ length: 10 }, () => ({ hangUp: true, passedOn })));
    await saveOn(page);
    await listOn(page).getByText('It is not known whether the list was saved').waitFor();
    open().proxy.faults.length = 0;
    return page;
  }
  const readAgain = (page: Page) => listOn(page).getByRole('button', { name: 'Read again' }).click();

  it('says that the result is not known, reads again, and finds the list set', async () => {
    const page = await lose(true);
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await readAgain(page);
    await savedOn(page).getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).waitFor({ state: 'detached' });
  });

  it('reads again, and finds the old list: the changes stay, and can be saved again', async () => {
    const page = await lose(false);
    await readAgain(page);
    await listOn(page).getByText('The list was not saved').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabel', '2 2002 Bea']);
  });

  it('reads again, and finds the list of someone else', async () => {
    const page = await lose(false);
    await set('1 2001 Anton');
    await readAgain(page);
    await conflict(page).waitFor();
    await expect.poll(() => conflict(page).getByText('Anton').count()).toBe(1);
  });

  it('says that the list cannot be read again, as often as needed', async () => {
    const page = await lose(true);
    await page.route('**/speeddials?*', (route) => route.abort());
    await readAgain(page);
    await listOn(page).getByText('The list could not be read.').waitFor();
    await page.unroute('**/speeddials?*');
    await readAgain(page);
    await savedOn(page).getByText('Saved.').waitFor();
  });

  it('does not take changes after a lost answer for someone else’s', async () => {
    const page = await lose(true);
    await fieldOn(page, 'Label at 1').fill('Annabella');
    await readAgain(page);
    await page.getByText('Speed dials: 1 changed').waitFor();
    await expect.poll(() => conflict(page).count()).toBe(0);
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabella', '2 2002 Bea']);
  });

  const review = (page: Page) => page.getByRole('button', { name: 'Review and save' });

  it('reads again before another review, and then shows only the remaining changes', async () => {
    const page = await lose(true);
    await fieldOn(page, 'Label at 2').fill('Beate');
    await review(page).click();
    const dialog = page.getByRole('dialog', { name: `${name}?` });
    await expect
      .poll(async () => (await dialog.getByRole('listitem').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ')))
      .toEqual(['→ Changed: 2 2002 Bea becomes 2002 Beate']);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabel', '2 2002 Beate']);
  });

  it('opens no review if nothing is left to save, or if the list cannot be read', async () => {
    const page = await lose(true);
    const before = posts();
    await page.route('**/speeddials?*', (route) => route.abort());
    await review(page).click();
    await listOn(page).getByText('You can save them after the list is read.').waitFor();
    await page.unroute('**/speeddials?*');
    await review(page).click();
    await savedOn(page).getByText('Saved.').waitFor();
    await expect.poll(async () => [await page.getByRole('dialog').count(), posts()]).toEqual([0, before]);
  });

  it('keeps the focus of a user who continues to type after the list was read again', async () => {
    const page = await lose(false);
    await set('1 2001 Anton', '2 2002 Bea');
    const goOn = await holdBack(page, '**/speeddials?*', 'GET');
    await readAgain(page);
    await fieldOn(page, 'Label at 2').focus();
    await page.keyboard.type('Bea');
    goOn();
    await listOn(page).getByRole('button', { name: 'Compare and choose' }).waitFor();
    await page.keyboard.type('te');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 BeaBeate']);
    await expect.poll(() => conflict(page).count()).toBe(0);
  });

  it('treats an answer of a stranger as a lost one', async () => {
    const page = await begin('1 2001 Anna');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    open().proxy.faults.push({ status: 504, passedOn: true });
    await saveOn(page);
    await listOn(page).getByText('It is not known whether the list was saved').waitFor();
  });
});
