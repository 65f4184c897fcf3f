import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { holdBack, lacksBrowser } from '../support/browser.js';
import { passIdleTime, signInAgain } from '../support/console-service.js';
import { openConsole } from '../support/open-console.js';
import { entriesOn, fieldOn, listOn, savedDials, saveOn, savedOn } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';
const address = `#/phone/${name}`;

describe.skipIf(lacksBrowser)('a device whose page is left while a list is being saved', () => {
  const open = openConsole();

  const { set } = savedDials(open, name);
  const labels = () =>
    open()
      .simulator.state()
      .find((phone) => phone.name === name)
      ?.speedDials.map(({ label }) => label);

  /** Begins to save a list; the request does not arrive before `goOn`. */
  async function begin(): Promise<{ readonly page: Page; readonly goOn: () => void }> {
    await set('1 2001 Anna', '2 2002 Bea');
    const page = await open().visit('#/state');
    const goOn = await holdBack(page, /speeddials/, 'POST');
    await page.evaluate(`location.hash = '${address}'`);
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Saving…' }).waitFor();
    return { page, goOn };
  }

  async function beginAndLeave() {
    const begun = await begin();
    await begun.page.goBack();
    await begun.page.getByRole('heading', { name: 'State' }).waitFor();
    return begun;
  }

  const notSaved = (page: Page) => page.getByRole('banner').getByText('1 list not saved');

  it('shows that it is saved', async () => {
    const { page, goOn } = await beginAndLeave();
    await notSaved(page).click();
    await page.getByRole('banner').getByText('is being saved').waitFor();
    goOn();
    await notSaved(page).waitFor({ state: 'detached' });
    await page.goForward();
    await savedOn(page).getByText('Saved.').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    // The message stays until it is closed.
    await page.goBack();
    await page.goForward();
    await savedOn(page).getByRole('button', { name: 'Close' }).click();
    await page.goBack();
    await page.goForward();
    await fieldOn(page, 'Label at 1').waitFor();
    await expect.poll(() => savedOn(page).getByText('Saved.').count()).toBe(0);
  });

  it('asks before signing out only while it is being saved', async () => {
    const { page, goOn } = await beginAndLeave();
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await signOut.click();
    const question = page.getByRole('dialog');
    await question.getByText('1 list not saved').waitFor();
    goOn();
    await question.waitFor({ state: 'detached' });
    await signOut.and(page.locator(':focus')).waitFor();
  });

  it('shows that to a user who comes back before the end, and prevents changes in the meantime', async () => {
    const { page, goOn } = await beginAndLeave();
    await page.goForward();
    await listOn(page).getByText('This list is being saved').waitFor();
    await expect.poll(() => listOn(page).getByRole('textbox').count()).toBe(0);
    goOn();
    await savedOn(page).getByText('Saved.').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
  });

  it('shows that it was refused, and the changes', async () => {
    const { page, goOn } = await beginAndLeave();
    open().proxy.faults.push({ status: 429, passedOn: false });
    goOn();
    await notSaved(page).click();
    await page.getByRole('banner').getByText('is being saved').waitFor({ state: 'detached' });
    await page.getByRole('banner').getByRole('link', { name }).click();
    await listOn(page).getByText('Not saved. Your changes are still here.').waitFor();
    await listOn(page).getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    // On the device's own page, the list shows it.
    await expect.poll(() => notSaved(page).count()).toBe(0);
  });

  it('shows that someone else has changed it, with the choice', async () => {
    const { page, goOn } = await beginAndLeave();
    await set('1 2001 Anna', '2 2002 Beatrix');
    goOn();
    await notSaved(page).click();
    await page.getByRole('banner').getByText('is being saved').waitFor({ state: 'detached' });
    await page.goForward();
    await listOn(page).getByText('Not saved. Your changes are still here.').waitFor();
    await listOn(page).getByRole('button', { name: 'Compare and choose' }).click();
    await page.getByRole('dialog').getByText('Beatrix').waitFor();
    expect(labels()).toEqual(['Anna', 'Beatrix']);
  });

  it('shows that the result is not known, and reads again', async () => {
    const { page, goOn } = await beginAndLeave();
    open().proxy.faults.push({ status: 504, passedOn: true });
    goOn();
    await notSaved(page).click();
    await page.getByRole('banner').getByText('not known whether it was saved').waitFor();
    await page.goForward();
    await listOn(page).getByText('It is not known whether the list was saved').waitFor();
    await listOn(page).getByRole('button', { name: 'Read again' }).click();
    await savedOn(page).getByText('Saved.').waitFor();
    expect(labels()).toEqual(['Annabel', 'Bea']);
  });

  it('shows the outcome to a user who was signed out for being idle and comes back', async () => {
    const { page, goOn } = await begin();
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    expect(labels()).toEqual(['Anna', 'Bea']);
    const before = open().proxy.requests.length;
    goOn();
    await expect.poll(labels).toEqual(['Annabel', 'Bea']);
    await signInAgain(page);
    await savedOn(page).getByText('Saved.').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel', '2 2002 Bea']);
    // Nothing was requested between the end of the session and the next login.
    expect(
      open()
        .proxy.requests.slice(before)
        .map((line) => line.replace(/\?.*/, ''))
        .slice(0, 2),
    ).toEqual(['POST /speeddials', 'GET /status']);
  });
});
