import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { dials, dialsHeld, entriesOn, fieldOn, listen, listOn, saveOn, setList } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';
const place = `#/phone/${name}`;

describe.skipIf(lacksBrowser)('saving a list that somebody else may change', () => {
  const open = openConsole();

  const set = (...entries: readonly string[]) =>
    setList(open().proxy.url, `speeddials?phone=${name}`, dials(...entries));
  const held = () => dialsHeld(open().simulator, name);
  const posts = () => open().proxy.requests.filter((line) => line.startsWith('POST')).length;
  const conflict = (page: Page) => page.getByRole('dialog', { name: 'Somebody else has changed this list' });
  const begin = async (...entries: readonly string[]) => {
    await set(...entries);
    const page = await open().visit(place);
    await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).waitFor();
    return page;
  };

  it('links to the changes of the device after saving', async () => {
    const page = await begin('1 2001 Anna');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    const link = listOn(page).getByRole('link', { name: 'See the changes to this device' });
    expect(await link.getAttribute('href')).toBe(`#/changes?phone=${name}`);
    await fieldOn(page, 'Label at 1').fill('Anna');
    await link.waitFor({ state: 'detached' });
  });

  it('sends nothing because of Enter that is still held from asking for the review', async () => {
    const page = await begin('1 2001 Anna');
    const before = posts();
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await listOn(page).getByRole('button', { name: 'Review and save' }).focus();
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.down('Enter');
      await page.getByRole('dialog').waitFor();
    }
    await page.keyboard.up('Enter');
    expect(posts()).toBe(before);
    await page.keyboard.press('Enter');
    await listOn(page).getByText('Saved.').waitFor();
    expect(posts()).toBe(before + 1);
  });

  it('stays in front of the list while it is saved, however often Escape is pressed', async () => {
    const page = await begin('1 2001 Anna');
    let goOn = (): void => undefined;
    const isLetOn = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/speeddials/, async (route) => {
      if (route.request().method() === 'POST') await isLetOn;
      await route.continue();
    });
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Saving…' }).isVisible()).toBe(true);
    goOn();
    await listOn(page).getByText('Saved.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  /** Two people edit one phone, each in a browser context of their own: the first one saves, the second one meets it. */
  async function collide(): Promise<Page> {
    const second = await begin('1 2001 Anna', '2 2002 Bea', '3 2003 Cleo');
    const first = await open().visit(place);
    await fieldOn(first, 'Label at 1').fill('Anna one');
    await fieldOn(first, 'Label at 2').fill('Bea one');
    await fieldOn(second, 'Label at 2').fill('Bea two');
    await fieldOn(second, 'Label at 3').fill('Cleo two');
    await saveOn(first);
    await listOn(first).getByText('Saved.').waitFor();
    await saveOn(second);
    await conflict(second).waitFor();
    expect(held()).toEqual(['1 2001 Anna one', '2 2002 Bea one', '3 2003 Cleo']);
    return second;
  }

  it('shows both changes side by side', async () => {
    const page = await collide();
    const side = async (title: string) =>
      (await conflict(page).locator('section', { hasText: title }).getByRole('listitem').allInnerTexts()).map((line) =>
        line.replace(/\s+/g, ' '),
      );
    expect(await side('What somebody else changed')).toEqual([
      '→ Changed: 1 2001 Anna becomes 2001 Anna one',
      '→ Changed: 2 2002 Bea becomes 2002 Bea one',
    ]);
    expect(await side('What you changed')).toEqual([
      '→ Changed: 2 2002 Bea becomes 2002 Bea two',
      '→ Changed: 3 2003 Cleo becomes 2003 Cleo two',
    ]);
    expect(await conflict(page).getByText('Changed by both of you: 2.').count()).toBe(1);
  });

  it('takes theirs', async () => {
    const page = await collide();
    const before = posts();
    await conflict(page).getByRole('button', { name: 'Take theirs, drop mine' }).click();
    expect(await entriesOn(page)).toEqual(['1 2001 Anna one', '2 2002 Bea one', '3 2003 Cleo']);
    expect(await listOn(page).getByRole('button', { name: 'Review and save' }).count()).toBe(0);
    expect(posts()).toBe(before);
  });

  it('puts mine on top of theirs, marks what both changed, and saves after another review', async () => {
    const page = await collide();
    const before = posts();
    await conflict(page).getByRole('button', { name: 'Put mine on top of theirs' }).click();
    expect(await entriesOn(page)).toEqual(['1 2001 Anna one', '2 2002 Bea two', '3 2003 Cleo two']);
    const contested = listOn(page).locator('.row', { hasText: 'also changed by somebody else' });
    expect(await contested.count()).toBe(1);
    expect(await contested.innerText()).toContain('was 2002 Bea one');
    expect([posts(), held()?.[1]]).toEqual([before, '2 2002 Bea one']);
    await saveOn(page);
    await listOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Anna one', '2 2002 Bea two', '3 2003 Cleo two']);
  });

  it('says what is on top of theirs, and nothing of what does nothing now', async () => {
    const page = await collide();
    const heard = await listen(page);
    let goOn = (): void => undefined;
    const isLetOn = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/speeddials/, async (route) => {
      if (route.request().method() === 'POST') await isLetOn;
      await route.continue();
    });
    await set('9 2009 Ida');
    await conflict(page).getByRole('button', { name: 'Save mine as a whole' }).click();
    const merge = conflict(page).getByRole('button', { name: 'Put mine on top of theirs' });
    await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('true');
    await merge.press('Enter');
    goOn();
    await conflict(page).getByText('2009').waitFor();
    await merge.press('Enter');
    await listOn(page).getByRole('button', { name: 'Undo' }).press('Enter');
    await listOn(page).getByRole('button', { name: 'Remove 9' }).click();
    await expect.poll(heard).toEqual([expect.stringContaining('on top of the current list'), 'Removed 9.']);
  });

  it('saves mine as a whole, unless the list has changed once more', async () => {
    const page = await collide();
    await set('9 2009 Ida');
    await conflict(page).getByRole('button', { name: 'Save mine as a whole' }).click();
    await conflict(page).getByText('2009').waitFor();
    expect(held()).toEqual(['9 2009 Ida']);
    await conflict(page).getByRole('button', { name: 'Save mine as a whole' }).click();
    await listOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea two', '3 2003 Cleo two']);
  });

  it('keeps everything where nothing is chosen', async () => {
    const page = await collide();
    await page.keyboard.press('Escape');
    await conflict(page).waitFor({ state: 'detached' });
    expect(await entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Bea two', '3 2003 Cleo two']);
    await listOn(page).getByRole('button', { name: 'Compare and choose' }).click();
    await conflict(page).waitFor();
    expect(held()).toEqual(['1 2001 Anna one', '2 2002 Bea one', '3 2003 Cleo']);
  });

  /** The answer to the next list that is sent is lost. @param passedOn whether the service gets it */
  async function lose(passedOn: boolean): Promise<Page> {
    const page = await begin('1 2001 Anna', '2 2002 Bea');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    // Chromium repeats a request by itself, a POST too, for each connection that it had used before and that breaks.
    open().proxy.faults.push(...Array.from({ length: 10 }, () => ({ hangUp: true, passedOn })));
    await saveOn(page);
    await listOn(page).getByText('It is not known whether the list was saved').waitFor();
    open().proxy.faults.length = 0;
    return page;
  }
  const readAgain = (page: Page) => listOn(page).getByRole('button', { name: 'Read again' }).click();

  it('says that nobody knows, reads again, and finds the list set', async () => {
    const page = await lose(true);
    expect(await entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await readAgain(page);
    await listOn(page).getByText('Saved.').waitFor();
    expect(await listOn(page).getByRole('button', { name: 'Review and save' }).count()).toBe(0);
  });

  it('reads again, and finds the old list: what was changed stays, to be saved again', async () => {
    const page = await lose(false);
    await readAgain(page);
    await listOn(page).getByText('The list was not saved').waitFor();
    expect(await entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await saveOn(page);
    await listOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabel', '2 2002 Bea']);
  });

  it('reads again, and finds what somebody else has set', async () => {
    const page = await lose(false);
    await set('1 2001 Anton');
    await readAgain(page);
    await conflict(page).waitFor();
    expect(await conflict(page).getByText('Anton').count()).toBe(1);
  });

  it('says so where the list cannot be read again, as often as needed', async () => {
    const page = await lose(true);
    await page.route('**/speeddials?*', (route) => route.abort());
    await readAgain(page);
    await listOn(page).getByText('The list could not be read.').waitFor();
    await page.unroute('**/speeddials?*');
    await readAgain(page);
    await listOn(page).getByText('Saved.').waitFor();
  });

  it('does not take what was changed after a lost answer for somebody else’s', async () => {
    const page = await lose(true);
    await fieldOn(page, 'Label at 1').fill('Annabella');
    await readAgain(page);
    await listOn(page).getByText('1 changed').waitFor();
    expect(await conflict(page).count()).toBe(0);
    await saveOn(page);
    await listOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabella', '2 2002 Bea']);
  });

  const review = (page: Page) => listOn(page).getByRole('button', { name: 'Review and save' });

  it('reads again before another review, and then shows only what is left to save', async () => {
    const page = await lose(true);
    await fieldOn(page, 'Label at 2').fill('Beate');
    await review(page).click();
    const dialog = page.getByRole('dialog', { name: `Save the speed dials of ${name}?` });
    expect((await dialog.getByRole('listitem').allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))).toEqual([
      '→ Changed: 2 2002 Bea becomes 2002 Beate',
    ]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await listOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabel', '2 2002 Beate']);
  });

  it('opens no review where there is nothing left to save, or the list cannot be read', async () => {
    const page = await lose(true);
    const before = posts();
    await page.route('**/speeddials?*', (route) => route.abort());
    await review(page).click();
    await listOn(page).getByText('They can be saved after it has been read.').waitFor();
    await page.unroute('**/speeddials?*');
    await review(page).click();
    await listOn(page).getByText('Saved.').waitFor();
    expect([await page.getByRole('dialog').count(), posts()]).toEqual([0, before]);
  });

  it('leaves whoever goes on typing where they are when the list was read again', async () => {
    const page = await lose(false);
    await set('1 2001 Anton', '2 2002 Bea');
    let goOn = (): void => undefined;
    const isLetOn = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/speeddials?*', async (route) => {
      await isLetOn;
      await route.continue();
    });
    await readAgain(page);
    await fieldOn(page, 'Label at 2').focus();
    await page.keyboard.type('Bea');
    goOn();
    await listOn(page).getByRole('button', { name: 'Compare and choose' }).waitFor();
    await page.keyboard.type('te');
    expect(await entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 BeaBeate']);
    expect(await conflict(page).count()).toBe(0);
  });

  it('takes the answer of a stranger for a lost one', async () => {
    const page = await begin('1 2001 Anna');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    open().proxy.faults.push({ status: 504, passedOn: true });
    await saveOn(page);
    await listOn(page).getByText('It is not known whether the list was saved').waitFor();
  });

  it('says that it is saved where only the reading afterwards fails', async () => {
    const page = await begin('1 2001 Anna');
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await page.route('**/speeddials?*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await saveOn(page);
    await listOn(page).getByText('This page shows what was sent').waitFor();
    expect([held(), await entriesOn(page)]).toEqual([['1 2001 Annabel'], ['1 2001 Annabel']]);
    await page.unroute('**/speeddials?*');
    await fieldOn(page, 'Label at 1').fill('Bella');
    await saveOn(page);
    await listOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Bella']);
  });
});
