import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { address, dials, dialsHeld, entriesOn, focusedName, listOn, name, setList } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** It has 2 speed dials, and 34 busy lamp fields. */
const receptionist = 'SEP00A1B2C30100';

describe.skipIf(lacksBrowser)('the buttons of another device', () => {
  const open = openConsole();

  const begin = async (...entries: readonly string[]): Promise<Page> => {
    await setList(open().proxy.url, `speeddials?phone=${name}`, dials(...entries));
    await setList(open().proxy.url, `busylampfields?phone=${name}`, []);
    const page = await open().visit(address);
    await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).waitFor();
    return page;
  };
  const lampsHeld = (): number | undefined =>
    open()
      .simulator.state()
      .find((one) => one.name === name)?.busyLampFields.length;
  const savedBoth = (page: Page) => page.getByRole('group', { name: 'Speed dials, Busy lamp fields:' });
  const ticks = (page: Page, list: string) =>
    page.getByRole('dialog').getByRole('region', { name: list }).getByRole('checkbox');

  it('are found like everywhere else, selected in both lists, and copied in one step', async () => {
    const page = await begin('1 2001 Anna');
    await page.getByRole('button', { name: 'Copy from another device…' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox');
    await field.fill('SEP000000000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('There is no other phone or device profile for “SEP000000000000”.').waitFor();
    // The device itself cannot be chosen.
    await field.fill(name);
    await page.keyboard.press('Enter');
    await dialog.getByText(`There is no other phone or device profile for “${name}”.`).waitFor();
    // By a number, by a part of names and descriptions, and by a suggestion.
    await field.fill('2400');
    await page.keyboard.press('Enter');
    await dialog.getByText('Several devices match “2400”. Choose one:').waitFor();
    await field.fill('UDP_');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /UDP_FRONTDESK/ }).click();
    await dialog.getByRole('heading', { name: /^Device profile UDP_FRONTDESK/ }).waitFor();
    await field.fill('Reception, main');
    await dialog.getByRole('option', { name: receptionist }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: new RegExp(`^Phone ${receptionist} Reception`) }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Add where the index is free');
    await expect.poll(() => dialog.getByText('this index has another entry').count()).toBe(1);
    // All of them are selected; two busy lamp fields are deselected.
    await ticks(page, 'Busy lamp fields').first().uncheck();
    await dialog.getByText('0 of 34 selected').waitFor();
    await ticks(page, 'Busy lamp fields').nth(1).check();
    await ticks(page, 'Busy lamp fields').nth(2).check();
    await dialog.getByText('2 of 34 selected').waitFor();
    await dialog.getByRole('button', { name: 'Add where the index is free' }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 +498955500777 Werk Augsburg']);
    await expect.poll(async () => (await entriesOn(page, 'Busy lamp fields')).length).toBe(2);
    await expect.poll(() => focusedName(page)).toBe('cell Index at 1');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna']);
    await expect.poll(() => entriesOn(page, 'Busy lamp fields')).toEqual([]);
  });

  it('replace the lists in which some are selected, and leave the other lists', async () => {
    const page = await begin('1 2001 Anna', '7 2007 Gil');
    await page.getByRole('button', { name: 'Copy from another device…' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill(receptionist);
    await page.keyboard.press('Enter');
    await ticks(page, 'Busy lamp fields').first().uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the lists' }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 0855500199 Taxi', '2 +498955500777 Werk Augsburg']);
    await expect.poll(() => entriesOn(page, 'Busy lamp fields')).toEqual([]);
  });

  it('are given to a new phone with at most 25 keys, which one key press undoes', async () => {
    await begin();
    const page = await open().visit(`#/phone/${receptionist}`);
    await listOn(page, 'Busy lamp fields').getByLabel('Label at 34', { exact: true }).waitFor();
    let keys = 0;
    const press = async (...all: readonly string[]): Promise<void> => {
      for (const key of all) await page.keyboard.press(key);
      keys += all.length;
    };
    await press('Control+K');
    await press(...Array.from('give'));
    await press('Enter');
    await page.getByRole('dialog', { name: `${receptionist} to another device` }).waitFor();
    await press(...Array.from(name.slice(-6)));
    await page.getByRole('option', { name }).waitFor();
    await press('ArrowDown', 'Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe(address);
    await page.getByRole('dialog', { name: new RegExp(`^Copy buttons to .*${name}$`) }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Copy 36 buttons');
    await press('Enter');
    await expect.poll(async () => (await entriesOn(page, 'Busy lamp fields')).length).toBe(34);
    await press('Control+Enter');
    await expect.poll(() => focusedName(page)).toMatch(/^Save the buttons of /);
    await press('Enter');
    await savedBoth(page).getByText('Saved.').waitFor();
    expect(keys).toBeLessThanOrEqual(25);
    expect(dialsHeld(open().simulator, name)).toEqual(['1 0855500199 Taxi', '2 +498955500777 Werk Augsburg']);
    expect(lampsHeld()).toBe(34);
    await savedBoth(page).getByRole('button', { name: 'Undo both' }).click();
    await savedBoth(page).getByText('Both lists are again as they were before they were saved.').waitFor();
    expect([dialsHeld(open().simulator, name), lampsHeld()]).toEqual([[], 0]);
  });
});
