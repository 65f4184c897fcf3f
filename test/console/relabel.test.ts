import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ask, authorization, caller } from '../support/caller.js';
import { accessibilityFaults } from '../support/accessibility.js';
import { lacksBrowser, sharedBrowser } from '../support/browser.js';
import {
  type ConsoleOptions,
  openSignedIn,
  passIdleTime,
  signInAgain,
  startConsoleService,
} from '../support/console-service.js';
import { press, tabTo } from '../support/keyboard.js';
import { deskName, desks, labelsTo, ofTwo, watched } from './desks.js';

vi.setConfig({ testTimeout: 240_000 });

describe.skipIf(lacksBrowser)('relabelling in a browser, using only the keyboard', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  /** Signs in to a console with this many desks, at the page of a number. */
  async function at(number: string, count: number, options: ConsoleOptions = {}) {
    const service = await startConsoleService({ seed: desks(count), ...options });
    onTestFinished(() => service.close());
    const { page, faults, close } = await openSignedIn(browser, service, `#/number/${number}`);
    onTestFinished(close);
    const labels = (): string[] => labelsTo(number, service.simulator.state());
    return { ...service, page, faults, labels };
  }

  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

  /** Asks for a label, and types it. */
  async function typeLabel(page: Page, label: string): Promise<void> {
    await press(page, button(page, 'Relabel…'));
    const field = page.getByRole('dialog').getByLabel('New label').and(page.locator(':focus'));
    await field.waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(label);
  }

  /** Waits for the draft with everything that the change does. */
  async function drafted(page: Page): Promise<void> {
    await page.waitForURL(/#\/changes\/\d+$/);
    await button(page, 'Apply').and(page.locator('[aria-disabled=false]')).waitFor();
  }

  /** Types a label, looks at the draft, and applies it. */
  async function start(page: Page, label: string): Promise<void> {
    await typeLabel(page, label);
    await page.keyboard.press('Enter');
    await drafted(page);
    await press(page, button(page, 'Apply'));
  }

  const box = (page: Page, name: string) => page.getByRole('checkbox', { name });
  const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
  const state = (page: Page): Locator => page.locator('.facts .result');
  /** Waits until the change has ended that the page shows. */
  const ended = async (page: Page, how: 'done' | 'partly done' | 'changed' = 'done'): Promise<void> => {
    await page.waitForURL(/#\/changes\/\d+$/);
    await expect.poll(() => state(page).innerText(), { timeout: 60_000 }).toBe(how);
  };
  const told = (page: Page, words: string): Promise<void> =>
    page.locator('.facts__fact').filter({ hasText: words }).waitFor();

  it('offers the name of the number, shows the difference as a draft, and changes the selection when it is applied', async () => {
    const { page, faults, labels } = await at(watched, 4);
    await tabTo(page, page.getByRole('combobox', { name: 'Label', exact: true }));
    await page.keyboard.type('Old');
    await expect.poll(() => row(page, 'Other').count()).toBe(0);
    await tabTo(page, box(page, 'Select all shown'));
    await page.keyboard.press('Space');
    await tabTo(page, box(page, 'Desk 1, Speed dial 4'));
    await page.keyboard.press('Space');
    await press(page, button(page, 'Relabel…'));
    const dialog = page.getByRole('dialog', { name: `Relabel 4 buttons to ${watched}, Somebody new` });
    await expect.poll(() => dialog.getByLabel('New label').inputValue()).toBe('Somebody new');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await dialog.getByText('Type the new label.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.type('New');
    await dialog.getByText('4 labels on 3 devices to change.').waitFor();
    await page.keyboard.press('Enter');
    await drafted(page);
    await page.getByRole('heading', { name: `Relabel ${watched}: New` }).waitFor();
    // One line for all of them, which opens.
    const same = page.getByRole('region', { name: 'The same on several devices' });
    await press(page, same.getByText('4 buttons on 3 devices', { exact: true }));
    await expect.poll(() => same.locator('.preview__places li').count()).toBe(4);
    await expect.poll(() => page.getByRole('main').innerText()).not.toContain(deskName(1));
    expect(labels()).not.toContain('0 dial New');
    await press(page, button(page, 'Apply'));
    await ended(page);
    await told(page, '4 lists changed');
    expect(labels()).toEqual([
      ...['0 dial New', '0 lamp New', '1 dial Old', '2 dial Other', '2 lamp New'],
      '3 dial New',
    ]);
    expect(faults).toEqual([]);
  });

  it('can be discarded, which leads back to the selection, and is kept for a user who was idle', async () => {
    const { page, labels, faults } = await at(watched, 4);
    await tabTo(page, box(page, 'Desk 1, Speed dial 4'));
    await page.keyboard.press('Space');
    await typeLabel(page, 'New');
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    await signInAgain(page);
    await expect.poll(() => page.getByRole('dialog').getByLabel('New label').inputValue()).toBe('New');
    await press(page, button(page, 'Review'));
    await drafted(page);
    await press(page, button(page, 'Discard'));
    await page.getByText('1 of 6 selected').waitFor();
    expect(new URL(page.url()).hash).toBe(`#/number/${watched}`);
    await page.goBack();
    await page.getByText('The history has no change with this number.').waitFor();
    expect(labels().some((label) => label.endsWith('New'))).toBe(false);
    expect(faults).toEqual([]);
  });

  it('is of the selected buttons only, if a number belongs to two people', async () => {
    const { page, labels, faults } = await at(ofTwo, 3);
    await page.getByText('3 buttons on 2 devices').waitFor();
    await expect.poll(() => button(page, 'Relabel…').getAttribute('aria-disabled')).toBe('true');
    await tabTo(page, page.getByRole('combobox', { name: 'Partition', exact: true }));
    await page.keyboard.type('PT-Lab');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Desk/ }).count()).toBe(1);
    await tabTo(page, box(page, 'Desk 1, Busy lamp field 9'));
    await page.keyboard.press('Space');
    // Two people: no name is offered.
    await press(page, button(page, 'Relabel…'));
    await expect.poll(() => page.getByLabel('New label').inputValue()).toBe('');
    await page.keyboard.type('Bo');
    await page.keyboard.press('Enter');
    await drafted(page);
    await press(page, button(page, 'Apply'));
    // A change of one list shows the state of its list.
    await ended(page, 'changed');
    expect(labels()).toEqual(['0 dial Dial', '0 lamp Two', '1 lamp Bo']);
    expect(faults).toEqual([]);
  });

  it('leaves out what someone has changed since it was shown', async () => {
    const { page, proxy, labels, faults } = await at(watched, 3);
    await page.getByText('5 buttons on 3 devices').waitFor();
    const theirs = [{ index: '4', dirn: watched, label: 'Theirs' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, theirs)).toMatchObject({ status: 200 });
    // A change of another entry in the list does not matter.
    const others = [...theirs.map((dial) => ({ ...dial, label: 'Other' })), { index: '9', dirn: '0100', label: 'X' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(2)}`, others)).toMatchObject({ status: 200 });
    await start(page, 'New');
    await ended(page);
    expect(labels()).toEqual([...['0 dial New', '0 lamp New', '1 dial Theirs'], ...['2 dial New', '2 lamp New']]);
    expect(faults).toEqual([]);
  });

  it('says why there is nothing to review, and asks again with the same key if no answer came', async () => {
    const { page, proxy, labels } = await at(watched, 2);
    const keys: (string | undefined)[] = [];
    await page.route('**/changes', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await (keys.length > 1 ? route.continue() : route.abort());
    });
    await typeLabel(page, 'New');
    await page.keyboard.press('Enter');
    await page.getByText('If it arrived, the service has it.').waitFor();
    for (const position of [0, 1]) {
      for (const list of ['speeddials', 'busylampfields']) {
        expect(await ask(`${proxy.url}/${list}?phone=${deskName(position)}`, [])).toMatchObject({ status: 200 });
      }
    }
    await page.keyboard.press('Enter');
    await page.getByText(`No button leads to it`).waitFor();
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
    await page.keyboard.type('er');
    await page.keyboard.press('Enter');
    await expect.poll(() => keys.length).toBe(3);
    await button(page, 'Review').waitFor();
    expect(keys[2]).not.toBe(keys[0]);
    expect(labels()).toEqual([]);
  });

  it('goes on in the service if its page is closed, and is shown with all its lists afterwards', async () => {
    const { page, url, simulator, labels } = await at(watched, 12);
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 300, times: 99 });
    await start(page, 'New');
    await page.waitForURL(/#\/changes\/\d+$/);
    await page.getByText(/^[1-9]\d? of 18 lists done$/).waitFor();
    const { hash } = new URL(page.url());
    await page.goto('about:blank');
    expect(labels().some((label) => label.endsWith('Old'))).toBe(true);
    await expect.poll(() => labels().filter((label) => !label.endsWith('New')), { timeout: 60_000 }).toEqual([]);
    await page.goto(`${url}${hash}`);
    await signInAgain(page);
    await ended(page);
    await told(page, '18 lists changed');
  });

  it('shows the call manager’s refusals in its own words, and goes on with the other lists', async () => {
    const { page, simulator, labels } = await at(watched, 3);
    simulator.misbehave({ kind: 'fault', operation: 'updatePhone', message: 'No such <b>label</b> here', times: 2 });
    await start(page, 'New');
    await ended(page, 'partly done');
    await expect.poll(() => page.getByText('No such <b>label</b> here').count()).toBe(2);
    expect(labels().filter((label) => label.endsWith('New'))).toHaveLength(3);
    // What failed comes first.
    await expect
      .poll(() => page.locator('.change-lists tbody tr').first().innerText())
      .toContain('No such <b>label</b>');
    await press(page, button(page, 'Continue'));
    await ended(page);
    expect(labels().filter((label) => !label.endsWith('New'))).toEqual([]);
  });

  /** Signs in to a console with this many desks, at the page of a number. */
  async function atNumber(number: string, count: number, first: Readonly<Record<string, object>> = {}) {
    const opened = await at(number, count);
    for (const [target, body] of Object.entries(first)) {
      const headers = { authorization: authorization(), 'content-type': 'application/json' };
      await fetch(new URL(target, opened.url), { method: 'PUT', headers, body: JSON.stringify(body) });
    }
    await opened.page.getByRole('button', { name: 'Label', exact: true }).waitFor();
    await opened.page.getByRole('button', { name: 'Refresh' }).click();
    return opened;
  }

  const labelsShown = (page: Page) => page.locator('.pointing tbody tr td:last-child').allInnerTexts();

  it('sorts the buttons of a number by each column, and shows the ones with one label', async () => {
    const { page } = await atNumber(watched, 3);
    await expect.poll(() => labelsShown(page)).toEqual(['Old', 'Old', 'Old', 'Old', 'Other']);
    // The person comes before the name of the device.
    await expect.poll(() => page.locator('.pointing tbody tr').first().innerText()).toMatch(/Desk 0 SEPFACE00000000/);
    await press(page, page.getByRole('button', { name: 'Label', exact: true }));
    await press(page, page.getByRole('button', { name: 'Label', exact: true }));
    await expect.poll(() => labelsShown(page)).toEqual(['Other', 'Old', 'Old', 'Old', 'Old']);
    await expect.poll(() => page.locator('th[aria-sort=descending]').innerText()).toBe('Label');
    await tabTo(page, page.getByRole('combobox', { name: 'Label', exact: true }));
    await page.keyboard.type('Other');
    await expect.poll(() => labelsShown(page)).toEqual(['Other']);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('selects with Shift, copies as CSV, points buttons at another number, and removes them', async () => {
    // One button dials a code behind the number, and keeps it.
    const { page, simulator, faults } = await atNumber(watched, 3, {
      [`/speeddials/4?phone=${deskName(1)}`]: { dirn: `${watched},,12#`, label: 'Old' },
    });
    await page.getByText(`${watched},,12#`).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, box(page, 'Desk 0, Busy lamp field 3'));
    await page.keyboard.press('Space');
    await tabTo(page, box(page, 'Desk 1, Speed dial 4'));
    await page.keyboard.press('Shift+Space');
    await page.getByText('3 of 5 selected').waitFor();
    await press(page, page.getByRole('button', { name: 'Copy as CSV' }));
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).trim().split(/\r?\n/);
    expect(copied).toHaveLength(4);
    expect(copied[1]).toBe(`${deskName(0)},phone,Desk 0,busylampfield,3,${watched},PT-Internal,Old`);

    await press(page, page.getByRole('button', { name: 'Change number…' }));
    const dialog = page.getByRole('dialog', { name: `Change the number of 3 buttons to ${watched}` });
    await dialog.getByLabel('New number').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(ofTwo);
    // A user who is signed out in the meantime finds it unchanged after coming back.
    await passIdleTime(page);
    await page.getByText('You were signed out').waitFor();
    await signInAgain(page);
    await expect.poll(() => dialog.getByLabel('New number').inputValue()).toBe(ofTwo);
    const change = dialog.getByRole('button', { name: 'Review' });
    // The number may belong to two people, so the lamp needs a partition.
    await tabTo(page, dialog.getByLabel('Partition of the busy lamp fields'));
    await expect.poll(() => change.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.type('PT-Lab');
    await expect.poll(() => change.getAttribute('aria-disabled')).toBe('false');
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, change);
    await drafted(page);
    await press(page, button(page, 'Apply'));
    await ended(page);
    const pointing = labelsTo(ofTwo, simulator.state());
    expect(pointing).toEqual([...['0 dial Old', '0 dial Dial', '0 lamp Old', '0 lamp Two'], '1 lamp Two']);
    expect(simulator.state()[1]?.speedDials).toContainEqual({ index: 4, dirn: `${ofTwo},,12#`, label: 'Old' });
    expect(simulator.state()[0]?.busyLampFields[0]).toMatchObject({ dirn: ofTwo, routePartition: 'PT-Lab' });

    await page.goBack();
    await expect.poll(() => labelsShown(page)).toEqual(['Old', 'Other']);
    await tabTo(page, box(page, 'Select all shown'));
    await page.keyboard.press('Space');
    await press(page, button(page, 'Remove…'));
    await drafted(page);
    await page.getByRole('heading', { name: `Remove the buttons to ${watched}` }).waitFor();
    await press(page, button(page, 'Apply'));
    await ended(page);
    expect(labelsTo(watched, simulator.state())).toEqual([]);
    // Buttons that were not selected are still there.
    expect(labelsTo('0100', simulator.state())).toHaveLength(3);
    expect(faults).toEqual([]);
  });

  it('is one line of the changes, and is undone at once', async () => {
    const { page, url, labels, faults, proxy } = await at(watched, 3);
    const before = labels();
    await start(page, 'New');
    await ended(page);
    await page.getByRole('heading', { name: `Relabel ${watched}: New` }).waitFor();
    await page.goto(`${url}#/changes`);
    await expect.poll(() => page.locator('tbody tr').allInnerTexts()).toHaveLength(1);
    await expect.poll(() => page.locator('tbody tr').innerText()).toContain('5 lists changed');
    await press(page, page.getByRole('link', { name: `Relabel ${watched}` }));
    // Someone changes one of the lists.
    const theirs = [{ index: '4', dirn: watched, label: 'Theirs' }];
    expect(await ask(`${proxy.url}/speeddials?phone=${deskName(1)}`, theirs)).toMatchObject({ status: 200 });
    await press(page, page.getByRole('button', { name: 'Undo…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    await page.getByRole('heading', { name: `Undo of change 1: Relabel ${watched}: New` }).waitFor();
    await ended(page, 'partly done');
    await told(page, '4 lists changed');
    await told(page, '1 list not changed: someone else had changed it');
    expect(labels()).toEqual(before.map((label) => (label.startsWith('1 dial') ? '1 dial Theirs' : label)));
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, page.locator('.facts').getByRole('link', { name: 'Change 1' }));
    await page.getByText('Partly undone.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^undone by \d/ }).count()).toBe(4);
    expect(faults).toEqual([]);
  });

  it('is undone in part, by the lists that are selected', async () => {
    const { page, labels, faults } = await at(watched, 3);
    await start(page, 'New');
    await ended(page);
    await tabTo(page, box(page, `${deskName(0)}, Speed dials`));
    await page.keyboard.press('Space');
    await tabTo(page, box(page, `${deskName(2)}, Busy lamp fields`));
    await page.keyboard.press('Space');
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, button(page, 'Undo 2 of 5 lists…'));
    await page.getByRole('dialog', { name: 'Undo 2 of 5 lists of “' }).waitFor();
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    await page.getByRole('heading', { name: 'Undo of change 1: ' }).waitFor();
    await ended(page);
    expect(labels()).toEqual(['0 dial Old', '0 lamp New', '1 dial New', '2 dial New', '2 lamp Old']);
    await page.goBack();
    await page.getByText('Partly undone.').waitFor();
    // What is undone cannot be selected again.
    await expect.poll(() => page.getByRole('checkbox', { name: deskName(0) }).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('shows the rows of all its lists while it runs, also if they are many', async () => {
    const { page, simulator } = await at(watched, 120);
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 150, times: 999 });
    await button(page, 'Relabel…').click();
    await page.getByLabel('New label').fill('New');
    await page.keyboard.press('Enter');
    await drafted(page);
    await press(page, button(page, 'Apply'));
    const done = page.locator('.change-lists .result--changed');
    await expect.poll(() => done.count(), { timeout: 60_000 }).toBeGreaterThan(20);
    await expect.poll(() => state(page).innerText()).toBe('running');
    await expect.poll(() => done.count(), { timeout: 60_000 }).toBeGreaterThan(110);
    await expect.poll(() => state(page).innerText()).toBe('running');
    await ended(page);
    await expect.poll(() => done.count()).toBe(180);
  });

  it('shows what is probably wrong by number, and fixes the selection as one change', async () => {
    const settings = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };
    const { page, url, simulator, faults } = await at(watched, 6, { settings });
    const wrong = labelsTo(watched, simulator.state()).filter((label) => label.endsWith('Other'));
    expect(wrong).toEqual(['2 dial Other']);
    await page.goto(`${url}#/`);
    await press(page, page.getByRole('link', { name: 'To fix' }));
    const row = page
      .getByRole('row')
      .filter({ hasText: deskName(2) })
      .filter({ hasText: 'Other' });
    await expect
      .poll(
        async () => {
          if ((await row.count()) === 0) await page.reload().then(() => signInAgain(page));
          return row.count();
        },
        { timeout: 60_000, interval: 2000 },
      )
      .toBe(1);
    await page.getByText(/^As of (just now|\d+ (s|min) ago)$/).waitFor();
    await press(page, page.getByRole('link', { name: /^Unlike others 1/ }));
    await page.getByText('Most buttons to the number have another label.').waitFor();
    await expect.poll(() => row.innerText()).toMatch(/Other\s+Old/);
    const box = page.getByRole('checkbox', { name: 'Desk 2, Speed dial 4' });
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Dismiss…' }));
    await page.getByRole('dialog', { name: 'Dismiss 1 finding?' }).waitFor();
    await page.keyboard.type('It is another one.');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }));
    await expect.poll(() => row.count()).toBe(0);
    await press(page, page.getByRole('link', { name: 'Dismissed' }));
    await expect.poll(() => row.innerText()).toContain(`${caller.name}: It is another one.`);
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Restore' }));
    await page.getByText('No finding is dismissed.').waitFor();
    await press(page, page.getByRole('navigation', { name: 'What is wrong' }).getByRole('link', { name: 'To fix' }));
    await expect.poll(() => row.count()).toBe(1);
    await tabTo(page, page.getByRole('checkbox', { name: 'Desk 2, Speed dial 4' }));
    await page.keyboard.press('Space');
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, button(page, 'Fix…'));
    await drafted(page);
    await press(page, button(page, 'Apply'));
    await expect.poll(() => labelsTo(watched, simulator.state())).toContain('2 dial Old');
    expect(faults).toEqual([]);
  });

  it('has no findings of axe', async () => {
    const { page } = await at(watched, 3);
    await typeLabel(page, 'Other');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await drafted(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, button(page, 'Apply'));
    await ended(page);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('shows any label as text', async () => {
    const { page, labels, faults } = await at(watched, 1);
    const hostile = '<img onerror=x>\u202egpj.😀 &amp;';
    await typeLabel(page, hostile);
    const shown = hostile.replace('\u202e', '\\u{202E}');
    await page.keyboard.press('Enter');
    await drafted(page);
    await expect.poll(() => page.getByRole('region', { name: 'Device by device' }).getByText(shown).count()).toBe(2);
    await press(page, button(page, 'Apply'));
    await ended(page);
    await page.getByRole('heading', { name: `Relabel ${watched}: ${shown}` }).waitFor();
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    expect(labels()).toEqual([`0 dial ${hostile}`, `0 lamp ${hostile}`]);
    expect(faults).toEqual([]);
  });

  it('offers no changes to users who may only look up', async () => {
    const { page } = await at(watched, 1, { settings: { READ_ONLY_USERS: caller.name } });
    await page.getByText('2 buttons on 1 device').waitFor();
    await expect.poll(() => button(page, 'Relabel…').count()).toBe(0);
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
  });
});
