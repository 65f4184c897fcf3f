import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.js';
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

  it('are copied to a new phone with at most 25 keys, as one change', async () => {
    await begin();
    const page = await open().visit(`#/phone/${receptionist}`);
    await listOn(page, 'Busy lamp fields').getByLabel('Label at 34', { exact: true }).waitFor();
    let keys = 0;
    const press = async (...all: readonly string[]): Promise<void> => {
      for (const key of all) await page.keyboard.press(key);
      keys += all.length;
    };
    await press('Control+K');
    await press(...Array.from('to other'));
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: `${receptionist} to other devices` });
    await dialog.waitFor();
    await press(...Array.from(name.slice(-6)));
    await dialog.getByRole('option', { name }).waitFor();
    await press('ArrowDown', 'Enter');
    await dialog.getByText('To 1 device:').waitFor();
    await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Review' }).focus();
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: `Copy the buttons of ${receptionist}` }).waitFor();
    await page.getByRole('button', { name: 'Apply' }).and(page.locator('[aria-disabled=false]')).focus();
    await press('Enter');
    await expect.poll(lampsHeld).toBe(34);
    expect(keys).toBeLessThanOrEqual(25);
    await expect
      .poll(() => dialsHeld(open().simulator, name))
      .toEqual(['1 0855500199 Taxi', '2 +498955500777 Werk Augsburg']);
    await page.getByRole('button', { name: 'Undo…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(lampsHeld).toBe(0);
  });

  it('are copied to many phones with four clicks: those that a search finds, and those of a pasted column', async () => {
    const page = await open().visit(`#/profile/UDP_FRONTDESK`);
    let clicks = 0;
    const click = async (what: Locator): Promise<void> => {
      await what.click();
      clicks += 1;
    };
    await click(page.getByRole('button', { name: 'Copy to other devices…' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('SEP00A1B2C301');
    await page.keyboard.press('Enter');
    await dialog.getByText('Several devices match “SEP00A1B2C301”:').waitFor();
    await click(dialog.getByRole('button', { name: /^Add all \d+$/ }));
    await expect.poll(() => dialog.getByRole('button', { name: /^Leave out / }).count()).toBeGreaterThan(6);
    const found = await dialog.getByRole('button', { name: /^Leave out / }).count();
    expect(await accessibilityFaults(page)).toEqual([]);
    // One device stands once, however often it is named.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const column = [name, '00:a1:b2:c3:01:00', 'SEP000000000000', 'SEP00A1B2C30003'].join('\n');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(column)})`);
    await dialog.getByRole('combobox').press('Control+V');
    await dialog.getByText('There is no other phone or device profile for “SEP000000000000”.').waitFor();
    await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('SEP000000000000');
    await expect.poll(() => dialog.getByRole('button', { name: /^Leave out / }).count()).toBeLessThanOrEqual(found + 2);
    await dialog.getByRole('checkbox', { name: 'Busy lamp fields' }).uncheck();
    await click(dialog.getByRole('button', { name: 'Review' }));
    await page.getByRole('heading', { level: 1, name: 'Copy the buttons of UDP_FRONTDESK' }).waitFor();
    const apply = page.getByRole('button', { name: 'Apply' }).and(page.locator('[aria-disabled=false]'));
    await apply.waitFor();
    expect(await page.getByRole('region', { name: 'Device by device' }).innerText()).not.toContain('Busy lamp');
    await click(apply);
    await page.locator('.facts .result--changed').waitFor();
    expect(clicks).toBe(4);
    const held = open().simulator.profiles();
    const given = held.find((one) => one.name === 'UDP_FRONTDESK')?.speedDials.map(({ label }) => label);
    expect(dialsHeld(open().simulator, 'SEP00A1B2C30003')?.map((dial) => dial.replace(/^\S+ \S+ /, ''))).toEqual(given);
  });
});
