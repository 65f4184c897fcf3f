import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { caller } from '../support/caller.js';
import { lacksBrowser } from '../support/browser.js';
import { passIdleTime, signInAgain } from '../support/console-service.js';
import { openConsole } from '../support/open-console.js';
import { dials, entriesOn, fieldOn, listOn, saveOn, setList } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';
const address = `#/phone/${name}`;
const speedDials = `speeddials?phone=${name}`;

describe.skipIf(lacksBrowser)('unsaved changes', () => {
  const open = openConsole();

  const begin = async () => {
    await setList(open().proxy.url, speedDials, dials('1 2001 Anna', '2 2002 Bea'));
    const page = await open().visit(address);
    await fieldOn(page, 'Label at 1').fill('Annabel');
    return page;
  };

  it('are still there after a visit elsewhere, with a link back', async () => {
    const page = await begin();
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await page.getByRole('heading', { name: 'Recent', exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await fieldOn(page, 'Label at 1').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Bea']);
  });

  it('are not mixed with the changes of someone else in the meantime', async () => {
    const page = await begin();
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await setList(open().proxy.url, speedDials, dials('1 2001 Anna', '2 2002 Beatrix'));
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await listOn(page).getByText('This list has changed since you started').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    await saveOn(page);
    await page.getByRole('dialog', { name: 'This list has changed' }).waitFor();
  });

  it('are still there when the same user comes back after being signed out for being idle', async () => {
    await setList(open().proxy.url, speedDials, dials('1 2001 Anna', '2 2002 Bea'));
    const page = await open().visit(address);
    await page.clock.install();
    await page.reload();
    const signIn = async (): Promise<void> => {
      await page.getByLabel('User name').fill(caller.name);
      await page.getByLabel('Password').fill(caller.password);
      await page.keyboard.press('Enter');
      await fieldOn(page, 'Label at 1').waitFor();
    };
    await signIn();
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await page.clock.fastForward('16:00');
    await page.getByText('You were signed out').waitFor();
    await signIn();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
  });

  it.each([
    {
      what: 'another index',
      ask: async (page: Page) => {
        await listOn(page).getByRole('button', { name: 'More for 1' }).click();
        await page.getByRole('menuitem', { name: 'Move to…' }).click();
      },
      field: 'New index',
      typed: '17',
    },
    {
      what: 'the device to copy from',
      ask: (page: Page) => page.getByRole('button', { name: 'Copy from another device…' }).click(),
      field: 'Number, device name or description',
      typed: 'UDP_SHIFT',
    },
    {
      what: 'what was sought by Control and K',
      ask: (page: Page) => page.keyboard.press('Control+K'),
      field: 'Go to or do something',
      typed: 'reception',
    },
  ])('keeps $what for who is signed out by idling', async ({ ask, field, typed }) => {
    const page = await begin();
    await ask(page);
    await page.getByRole('dialog').getByLabel(field).and(page.locator('input')).fill(typed);
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    await signInAgain(page);
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel(field).and(page.locator('input')).inputValue()).toBe(typed);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
  });

  it('are dropped after signing out by hand, after a question', async () => {
    const page = await begin();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('1 list not saved').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').fill(caller.name);
    await page.getByLabel('Password').fill(caller.password);
    await page.keyboard.press('Enter');
    await fieldOn(page, 'Label at 1').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Bea']);
  });

  const notSaved = (page: Page) => page.getByRole('banner').getByText('1 list not saved');
  const leftOver = (page: Page) =>
    page.getByText('Your changes to these lists are not saved, and can no longer be saved here: Speed dials');

  it('are shown below the header of every other page, with a link to them', async () => {
    const page = await begin();
    await expect.poll(() => notSaved(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await notSaved(page).click();
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect.poll(() => fieldOn(page, 'Label at 1').inputValue()).toBe('Annabel');
    await expect.poll(() => notSaved(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await page.getByRole('heading', { name: 'Look up' }).waitFor();
    await expect.poll(() => notSaved(page).count()).toBe(0);
  });

  it('can be discarded if the phone does not exist any more', async () => {
    const page = await begin();
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await page.route(/\/phone\b/, (route) => route.fulfill({ status: 200, json: [] }));
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await page.getByRole('heading', { name: 'There is no such phone' }).waitFor();
    await leftOver(page).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await leftOver(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Phone buttons' }).click();
    await page.getByRole('heading', { name: 'Look up' }).waitFor();
    await expect.poll(() => notSaved(page).count()).toBe(0);
  });

  it('can be discarded by a user who may not change buttons any more', async () => {
    const page = await begin();
    await page.route('**/status', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...((await response.json()) as object), readOnly: true, mayPropose: false },
      });
    });
    await page.evaluate(`window.dispatchEvent(new Event('online'))`);
    await leftOver(page).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await leftOver(page).waitFor({ state: 'detached' });
    await listOn(page).getByText('Anna').waitFor();
  });

  it('make the browser ask before the page is closed, and only then', async () => {
    const page = await begin();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    expect(asked).toEqual(['beforeunload']);
  });
});

describe.skipIf(lacksBrowser)('a reader', () => {
  const open = openConsole({ settings: { READ_ONLY_USERS: caller.name } });

  it('sees the buttons, and no way to change them', async () => {
    const page = await open().visit('#/phone/SEP00A1B2C30100');
    await listOn(page, 'Busy lamp fields').getByText('Ignaz Huber').waitFor();
    await listOn(page).getByText('Werk Augsburg').waitFor();
    await expect.poll(() => page.getByRole('main').locator('input, select').count()).toBe(0);
    await expect.poll(() => page.getByRole('main').getByRole('region').locator('button').count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(open().faults).toEqual([]);
  });
});
