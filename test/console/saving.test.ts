import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { holdBack, lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import {
  entriesOn,
  fieldOn,
  focusedName,
  listen,
  listOn,
  savedDials,
  saveOn,
  setList,
  savedOn,
} from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';
const address = `#/phone/${name}`;

describe.skipIf(lacksBrowser)('saving a list that someone else may change', () => {
  const open = openConsole();

  const { set, held, posts, conflict, begin } = savedDials(open, name);

  it('says that it is saved until that is closed, with links to the device’s changes and to undo', async () => {
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    const link = savedOn(page).getByRole('link', { name: 'See the changes to this device' });
    await expect.poll(() => link.getAttribute('href')).toBe(`#/changes?phone=${name}`);
    await fieldOn(page, 'Label at 2').fill('Beatrix');
    await expect.poll(() => link.count()).toBe(1);
    await savedOn(page).getByRole('button', { name: 'Undo this change' }).click();
    await savedOn(page).getByText('The list is again as it was before it was saved.').waitFor();
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea']);
    // Later changes are still there.
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Beatrix']);
    await savedOn(page).getByRole('button', { name: 'Close' }).click();
    await savedOn(page).getByText('Undone').waitFor({ state: 'detached' });
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Beatrix']);
  });

  it('does not scroll the page, even if the list is long', async () => {
    const dials = Array.from({ length: 90 }, (_, at) => `${at + 1} 2001 Anna`);
    const page = await begin(...dials);
    await fieldOn(page, 'Label at 4').fill('Annabel');
    const before = await page.evaluate<number>('scrollY');
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate<number>('scrollY')).toBe(before);
    await savedOn(page).getByRole('button', { name: 'Close' }).click();
    await savedOn(page).waitFor({ state: 'detached' });
    expect(await page.evaluate<number>('scrollY')).toBe(before);
  });

  it('says why it was not undone if someone else has changed the list since', async () => {
    const page = await begin('1 2001 Anna');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    const undo = savedOn(page).getByRole('button', { name: 'Undo this change' });
    await undo.waitFor();
    await set('9 2009 Ida');
    await undo.click();
    const alert = savedOn(page).getByRole('alert').filter({ hasText: 'It was not undone.' });
    await alert.waitFor();
    await expect
      .poll(() => alert.getByRole('link', { name: 'See the change' }).getAttribute('href'))
      .toMatch(/^#\/changes\/\d+$/);
    expect(held()).toEqual(['9 2009 Ida']);
  });

  it('saves both lists together, each with its result', async () => {
    const lamp = (label: string) => ({ index: '1', dirn: '6101', partition: 'PT-Internal', label });
    await setList(open().proxy.url, `busylampfields?phone=${name}`, [lamp('Agneta')]);
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    const lamps = 'Busy lamp fields';
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await fieldOn(page, 'Label at 1', lamps).fill('Agneta R');
    const bar = page.getByRole('group', { name: 'Changes that are not saved' });
    await expect
      .poll(async () => (await bar.getByRole('status').innerText()).replace(/\s+/g, ' '))
      .toBe('Speed dials: 1 changed Busy lamp fields: 1 changed');
    await setList(open().proxy.url, `busylampfields?phone=${name}`, [lamp('Agneta S')]);
    await page.keyboard.press('Control+Enter');
    const review = page.getByRole('dialog', { name: `${name}?` });
    await expect
      .poll(() => review.getByRole('region').allInnerTexts())
      .toEqual([expect.stringContaining('Annabel'), expect.stringContaining('Agneta R')]);
    await page.keyboard.press('Enter');
    await conflict(page).getByText('Busy lamp fields: nothing was overwritten.').waitFor();
    expect(held()).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await page.keyboard.press('Escape');
    await savedOn(page).getByText('Saved.').waitFor();
    await listOn(page, lamps).getByText('Not saved. Your changes are still here.').waitFor();
    await listOn(page, lamps).getByRole('button', { name: 'Compare and choose' }).click();
    await conflict(page).getByRole('button', { name: 'Put mine on top of theirs' }).click();
    await saveOn(page);
    await savedOn(page, lamps).getByText('Saved.').waitFor();
    // The message of the previous save is gone.
    await expect.poll(() => savedOn(page).getByText('Saved.').count()).toBe(0);
    await expect.poll(() => fieldOn(page, 'Label at 1', lamps).inputValue()).toBe('Agneta R');
  });

  it('sends nothing because of an Enter key that is still held from opening the review', async () => {
    const page = await begin('1 2001 Anna');
    const before = posts();
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await page.getByRole('button', { name: 'Review and save' }).focus();
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.down('Enter');
      await page.getByRole('dialog').waitFor();
    }
    await page.keyboard.up('Enter');
    expect(posts()).toBe(before);
    await page.keyboard.press('Enter');
    await savedOn(page).getByText('Saved.').waitFor();
    expect(posts()).toBe(before + 1);
  });

  it('stays in front of the list while it is saved, even if Escape is pressed often', async () => {
    const page = await begin('1 2001 Anna');
    const goOn = await holdBack(page, '**/speeddials?*', 'POST');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').getByRole('button', { name: 'Saving…' }).isVisible()).toBe(true);
    goOn();
    await savedOn(page).getByText('Saved.').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  /**
   * Two people edit one phone, each in their own browser context: the first one saves, the second one gets the
   * conflict.
   */
  async function collide(): Promise<Page> {
    const second = await begin('1 2001 Anna', '2 2002 Bea', '3 2003 Cleo');
    const first = await open().visit(address);
    await fieldOn(first, 'Label at 1').fill('Anna one');
    await fieldOn(first, 'Label at 2').fill('Bea one');
    await fieldOn(second, 'Label at 2').fill('Bea two');
    await fieldOn(second, 'Label at 3').fill('Cleo two');
    await saveOn(first);
    await savedOn(first).getByText('Saved.').waitFor();
    await saveOn(second);
    await conflict(second).waitFor();
    expect(held()).toEqual(['1 2001 Anna one', '2 2002 Bea one', '3 2003 Cleo']);
    return second;
  }

  const mayChoose = (page: Page, name: string) =>
    expect.poll(() => conflict(page).getByRole('button', { name }).getAttribute('aria-disabled')).toBe('false');

  it('chooses nothing because of keys that were meant for the review', async () => {
    const page = await begin('1 2001 Anna');
    await page.clock.install();
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await set('1 2001 Anna one');
    await page.getByRole('button', { name: 'Review and save' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('Enter');
    await conflict(page).waitFor();
    await expect.poll(() => focusedName(page)).toBe('This list has changed');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.clock.runFor(400);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await expect.poll(() => conflict(page).count()).toBe(1);
    await page.clock.runFor(400);
    await mayChoose(page, 'Put mine on top of theirs');
    await expect.poll(() => focusedName(page)).toBe('Put mine on top of theirs');
    await page.keyboard.press('Enter');
    await conflict(page).waitFor({ state: 'detached' });
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel']);
  });

  it('says who has set the list, and when', async () => {
    const page = await collide();
    const who = conflict(page).getByRole('status');
    await expect.poll(() => who.textContent()).toContain('It was last set by you, in another tab');
    await expect.poll(() => who.locator('time').count()).toBe(1);
  });

  it('shows both changes side by side', async () => {
    const page = await collide();
    const side = async (title: string) =>
      (await conflict(page).locator('section', { hasText: title }).getByRole('listitem').allInnerTexts()).map((line) =>
        line.replace(/\s+/g, ' '),
      );
    await expect
      .poll(() => side('What has changed'))
      .toEqual(['→ Changed: 1 2001 Anna becomes 2001 Anna one', '→ Changed: 2 2002 Bea becomes 2002 Bea one']);
    await expect
      .poll(() => side('What you changed'))
      .toEqual(['→ Changed: 2 2002 Bea becomes 2002 Bea two', '→ Changed: 3 2003 Cleo becomes 2003 Cleo two']);
    await expect.poll(() => conflict(page).getByText('Changed by both of you: 2.').count()).toBe(1);
  });

  it('takes theirs', async () => {
    const page = await collide();
    const before = posts();
    await conflict(page).getByRole('button', { name: 'Take theirs, drop mine' }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna one', '2 2002 Bea one', '3 2003 Cleo']);
    await expect.poll(() => page.getByRole('button', { name: 'Review and save' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Bea two', '3 2003 Cleo two']);
    await listOn(page).getByRole('button', { name: 'Compare and choose' }).waitFor();
    expect(posts()).toBe(before);
  });

  it('applies mine to theirs, marks what both changed, and saves after another review', async () => {
    const page = await collide();
    const before = posts();
    await conflict(page).getByRole('button', { name: 'Put mine on top of theirs' }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna one', '2 2002 Bea two', '3 2003 Cleo two']);
    const contested = listOn(page).locator('.row', { hasText: 'also changed elsewhere' });
    await expect.poll(() => contested.count()).toBe(1);
    await expect.poll(() => contested.innerText()).toContain('was 2002 Bea one');
    expect([posts(), held()?.[1]]).toEqual([before, '2 2002 Bea one']);
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Anna one', '2 2002 Bea two', '3 2003 Cleo two']);
  });

  it('says what was applied to theirs, and leaves out changes without effect', async () => {
    const page = await collide();
    const heard = await listen(page);
    const goOn = await holdBack(page, '**/speeddials?*', 'POST');
    await set('9 2009 Ida');
    await conflict(page).getByRole('button', { name: 'Save mine as a whole' }).click();
    const merge = conflict(page).getByRole('button', { name: 'Put mine on top of theirs' });
    await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('true');
    await merge.press('Enter');
    goOn();
    await conflict(page).getByText('2009').waitFor();
    await mayChoose(page, 'Put mine on top of theirs');
    await merge.press('Enter');
    await listOn(page).getByRole('button', { name: 'Remove 9' }).click();
    await expect.poll(heard).toEqual([expect.stringContaining('on top of the current list'), 'Removed 9.']);
  });

  it('saves mine as a whole, unless the list has changed again', async () => {
    const page = await collide();
    await set('9 2009 Ida');
    await conflict(page).getByRole('button', { name: 'Save mine as a whole' }).click();
    await conflict(page).getByText('2009').waitFor();
    expect(held()).toEqual(['9 2009 Ida']);
    await conflict(page).getByRole('button', { name: 'Save mine as a whole' }).click();
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea two', '3 2003 Cleo two']);
  });

  it('keeps everything if nothing is chosen', async () => {
    const page = await collide();
    await page.keyboard.press('Escape');
    await conflict(page).waitFor({ state: 'detached' });
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Bea two', '3 2003 Cleo two']);
    await listOn(page).getByRole('button', { name: 'Compare and choose' }).click();
    await conflict(page).waitFor();
    expect(held()).toEqual(['1 2001 Anna one', '2 2002 Bea one', '3 2003 Cleo']);
  });

  it('says that it is saved even if the read afterwards fails', async () => {
    const page = await begin('1 2001 Anna');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await page.route('**/speeddials?*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await saveOn(page);
    await savedOn(page).getByText('This page shows what was sent').waitFor();
    await expect.poll(async () => [held(), await entriesOn(page)]).toEqual([['1 2001 Annabel'], ['1 2001 Annabel']]);
    await page.unroute('**/speeddials?*');
    await fieldOn(page, 'Label at 1').fill('Bella');
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Bella']);
  });
});
