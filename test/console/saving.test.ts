import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { holdBack, lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { entriesOn, fieldOn, listen, listOn, savedDials, saveOn } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';
const place = `#/phone/${name}`;

describe.skipIf(lacksBrowser)('saving a list that somebody else may change', () => {
  const open = openConsole();

  const { set, held, posts, conflict, begin } = savedDials(open, name);

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
    const goOn = await holdBack(page, '**/speeddials?*', 'POST');
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
    const goOn = await holdBack(page, '**/speeddials?*', 'POST');
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
