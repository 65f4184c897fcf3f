import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.js';
import { lacksBrowser } from '../support/browser.js';
import { press, tabTo } from '../support/keyboard.js';
import { openConsole } from '../support/open-console.js';
import { as, type ChangeUser, type ShownChange, usersFile } from '../support/change-users.js';
import { deskName, desks, watched } from './desks.js';
import { dialsHeld } from './device-page.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

describe.skipIf(lacksBrowser)('proposed changes in a browser', () => {
  const open = openConsole({ seed: desks(110), settings: usersFile().settings });

  const visit = (user: ChangeUser, hash: string): Promise<Page> => open().visit(hash, { name: user, password: user });
  const url = (): string => open().proxy.url;
  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string): Locator =>
    page.getByRole('dialog').getByRole('button', { name, exact: true });
  const held = (position: number): string[] => dialsHeld(open().simulator, deskName(position)) ?? [];
  const state = (page: Page): Locator => page.locator('.facts .result');
  const fact = (page: Page, name: string): Locator =>
    page.locator('.facts__fact').filter({ has: page.locator(`dt:text-is("${name}")`) });

  /** @returns the speed dials of a desk with another label for the watched number */
  async function relabelled(position: number, label: string) {
    const device = deskName(position);
    const { headers, change } = await as('reader', `${url()}/speeddials?phone=${device}`);
    const entries = change as unknown as readonly { readonly dirn: string }[];
    return {
      ...{ device, deviceKind: 'phone', kind: 'speeddial', ifMatch: headers.get('etag') },
      entries: entries.map((entry) => (entry.dirn === watched ? { ...entry, label } : entry)),
    };
  }

  /** Proposes a label for the buttons of desks to the watched number. */
  async function propose(
    user: ChangeUser,
    title: string,
    positions: readonly number[],
    label = title,
  ): Promise<ShownChange> {
    const lists = await Promise.all(positions.map((position) => relabelled(position, label)));
    const { change, status } = await as(user, `${url()}/changes`, 'POST', { title, reason: 'They have moved.', lists });
    expect([201, 202]).toContain(status);
    return change;
  }

  const pageOf = ({ id }: ShownChange): string => `#/changes/${id}`;

  it('are seen, approved, applied and undone by others, with the keyboard alone', async () => {
    const before = [held(0), held(1)];
    const change = await propose('agent', 'Night bell', [0, 1, 3]);
    const page = await visit('boss', '#/');
    await expect
      .poll(() =>
        page
          .getByRole('banner')
          .getByRole('link', { name: /^Changes/ })
          .innerText(),
      )
      .toMatch(/^Changes\s+1/);
    await press(page, page.getByRole('banner').getByRole('link', { name: /^Changes 1 waiting for you/ }));
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await press(page, waiting.getByRole('link', { name: 'Night bell' }));
    await expect.poll(() => state(page).innerText()).toBe('proposed');
    // Changes that several devices share come first.
    const same = page.getByRole('region', { name: 'The same on several devices' });
    await expect
      .poll(() => same.getByRole('row').nth(1).innerText())
      .toMatch(/7000 Old\s+becomes\s+7000 Night bell\s+3 buttons on 3 devices/);
    const lists = page.getByRole('region', { name: 'Device by device' });
    await expect.poll(() => lists.getByRole('row').count()).toBe(4);
    await press(page, same.getByText('3 buttons on 3 devices'));
    await expect
      .poll(() =>
        same
          .getByRole('listitem')
          .filter({ hasText: deskName(3) })
          .count(),
      )
      .toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);

    await press(page, button(page, 'Approve'));
    await expect.poll(() => fact(page, 'Approved by').innerText()).toContain('boss');
    await expect.poll(() => state(page).innerText()).toBe('done');
    expect([held(0), held(1), held(3)]).toEqual(
      [0, 1, 3].map((position) => [`1 0100 Night bell ${position}`, '4 7000 Night bell', ...held(position).slice(2)]),
    );
    await expect.poll(() => lists.locator('.result--changed').count()).toBe(3);
    await expect
      .poll(() =>
        page
          .getByRole('banner')
          .getByRole('link', { name: /^Changes/ })
          .innerText(),
      )
      .toBe('Changes');

    await press(page, button(page, 'Undo…'));
    await press(page, inDialog(page, 'Undo'));
    await page.getByRole('heading', { level: 1, name: `Undo of change ${change.id}: Night bell` }).waitFor();
    await expect.poll(() => state(page).innerText()).toBe('done');
    expect([held(0), held(1)]).toEqual(before);
    // The undo has a link to what it has undone.
    await press(page, fact(page, 'Undoes').getByRole('link'));
    await page.waitForURL(new RegExp(`#/changes/${change.id}$`));
    await page.getByRole('heading', { level: 1, name: 'Night bell' }).waitFor();
    await fact(page, 'State').filter({ hasText: 'Undone.' }).waitFor();
  });

  it('are undone with the same key, if it is not known what became of the first try', async () => {
    const change = await propose('agent', 'Day bell', [60, 61]);
    const page = await visit('boss', pageOf(change));
    await press(page, button(page, 'Approve'));
    await expect.poll(() => state(page).innerText()).toBe('done');
    const keys: (string | undefined)[] = [];
    await page.route('**/changes', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await (keys.length > 1 ? route.continue() : route.abort());
    });
    await press(page, button(page, 'Undo…'));
    await press(page, inDialog(page, 'Undo'));
    await page.getByRole('alert').waitFor();
    await press(page, button(page, 'Undo…'));
    await press(page, inDialog(page, 'Undo'));
    await page.getByRole('heading', { level: 1, name: `Undo of change ${change.id}: Day bell` }).waitFor();
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
    const shown = await as('boss', `${url()}/changes?limit=1`);
    expect(shown.change).toMatchObject([{ id: String(Number(change.id) + 1), undoes: change.id }]);
  });

  it('are proposed from a draft by a user who may only propose, and applied by another', async () => {
    const page = await visit('agent', `#/number/${watched}`);
    await expect.poll(() => page.getByRole('banner').innerText()).toContain('may propose');
    await page.getByRole('checkbox', { name: 'Desk 2, Speed dial 4' }).check();
    await button(page, 'Relabel…').click();
    await page.getByLabel('New label').fill('Reception');
    await page.keyboard.press('Enter');
    await expect.poll(() => state(page).innerText()).toBe('draft');
    expect(await button(page, 'Apply').count()).toBe(0);
    // Nobody else sees it.
    expect((await as('boss', `${url()}${new URL(page.url()).hash.slice(1)}`)).status).toBe(404);
    await press(page, button(page, 'Propose…'));
    const dialog = page.getByRole('dialog', { name: 'Propose this change?' });
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe(`Relabel ${watched}: Reception`);
    await dialog.getByLabel('Title').fill('x'.repeat(201));
    await dialog.getByText('At most 200 characters. There are 201.').waitFor();
    await dialog.getByLabel('Title').fill('New reception');
    await dialog.getByLabel('Reason').fill('They have moved.');
    expect(await accessibilityFaults(page)).toEqual([]);
    // The typed text stays after a failure.
    await page.route('**/proposal', (route) => route.abort(), { times: 1 });
    await dialog.getByLabel('Reason').press('Enter');
    await dialog.getByText('If it arrived, the service has it.').waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('New reception');
    await press(page, dialog.getByRole('button', { name: 'Propose', exact: true }));
    await page.getByRole('heading', { name: 'New reception' }).waitFor();
    await expect.poll(() => fact(page, 'Reason').innerText()).toContain('They have moved.');
    expect(await button(page, 'Approve').count()).toBe(0);
    await button(page, 'Withdraw…').waitFor();
    expect(held(2)).toContain('4 7000 Other');

    const other = await visit('boss', new URL(page.url()).hash);
    await press(other, button(other, 'Approve'));
    await expect.poll(() => state(other).innerText()).toBe('changed');
    expect(await fact(other, 'Asked for by').innerText()).toContain('agent');
    expect(await fact(other, 'Approved by').innerText()).toContain('boss');
    expect(held(2)).toContain('4 7000 Reception');
  });

  it('are proposed in the list editor next to Save, and then the changes are not unsaved', async () => {
    const page = await visit('chief', `#/phone/${deskName(5)}`);
    const label = page
      .getByRole('region', { name: 'Speed dials' })
      .getByRole('textbox', { name: 'Label at 4', exact: true });
    await label.fill('Beside');
    await page.keyboard.press('Control+Enter');
    await inDialog(page, 'Save').waitFor();
    await press(page, inDialog(page, 'Propose…'));
    await page.getByRole('dialog', { name: 'Propose this change?' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => label.inputValue()).toBe('Beside');
    await page.keyboard.press('Control+Enter');
    await press(page, inDialog(page, 'Propose…'));
    await press(page, inDialog(page, 'Propose'));
    await page.getByRole('heading', { name: `Change the buttons of ${deskName(5)}` }).waitFor();
    await expect.poll(() => page.getByText('not saved').count()).toBe(0);
    expect(held(5)).toContain('4 7000 Old');

    // A user who may only propose can edit, but not save.
    const other = await visit('agent', `#/phone/${deskName(6)}`);
    await other.getByRole('textbox', { name: 'Label at 4', exact: true }).fill('Mine');
    await press(other, button(other, 'Review and propose'));
    await inDialog(other, 'Propose…').waitFor();
    expect(await inDialog(other, 'Save').count()).toBe(0);
    await press(other, inDialog(other, 'Propose…'));
    await press(other, inDialog(other, 'Propose'));
    await expect.poll(() => state(other).innerText()).toBe('proposed');
  });

  it('are proposed on the page that changes a number', async () => {
    const page = await visit('agent', `#/number/${watched}`);
    await page.getByRole('checkbox', { name: 'Desk 7, Speed dial 4' }).check();
    await button(page, 'Change number…').click();
    await page.getByLabel('New number').fill('7100');
    await expect.poll(() => inDialog(page, 'Review').getAttribute('aria-disabled')).toBe('false');
    await press(page, inDialog(page, 'Review'));
    await press(page, button(page, 'Propose…'));
    await press(page, inDialog(page, 'Propose'));
    await page.getByRole('heading', { name: `Replace ${watched} by 7100` }).waitFor();
    await expect.poll(() => state(page).innerText()).toBe('proposed');
  });

  it('are neither proposed nor approved by users who may only look', async () => {
    const change = await propose('agent', 'Looked at', [0]);
    const page = await visit('reader', pageOf(change));
    await page.getByText('You may not approve changes.').waitFor();
    expect(await page.locator('.change-actions .button').count()).toBe(0);
    await expect.poll(() => page.getByRole('banner').innerText()).toContain('read only');
    // The address of a page of earlier releases.
    await page.goto(page.url().replace(/#.*/, `#/number/${watched}/relabel`));
    await page.getByRole('heading', { name: 'Buttons to this number' }).waitFor();
    expect(await button(page, 'Relabel…').count()).toBe(0);
  });

  it('of the user have no button to approve them, and can be withdrawn with a reason', async () => {
    const change = await propose('agent', 'My own', [0]);
    const page = await visit('agent', pageOf(change));
    await page.getByText('You proposed this change. Another user has to approve it.').waitFor();
    expect(await button(page, 'Approve').count()).toBe(0);
    await press(page, button(page, 'Withdraw…'));
    await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Wrong desk.');
    await page.keyboard.press('Enter');
    await expect.poll(() => state(page).innerText()).toBe('withdrawn');
    await expect.poll(() => fact(page, 'Withdrawn by').innerText()).toContain('Wrong desk.');
  });

  it('show later changes before the button, and are rejected with a reason', async () => {
    const change = await propose('agent', 'Late', [0, 1]);
    const { headers } = await as('chief', `${url()}/speeddials?phone=${deskName(1)}`, 'POST', [
      { index: '1', dirn: '0100', label: 'Faster' },
    ]);
    expect(headers.get('etag')).toBeTruthy();
    const page = await visit('boss', pageOf(change));
    const notice = page.locator('.notice').filter({ hasText: 'One list was changed after it was read.' });
    await notice.getByRole('link', { name: deskName(1) }).waitFor();
    await notice.getByRole('link', { name: /^Change \d+$/ }).waitFor();
    const told = await page.evaluate(
      `!!(document.querySelector('.notice').compareDocumentPosition(document.querySelector('.change-actions .button--main')) & 4)`,
    );
    expect(told).toBe(true);
    await press(page, button(page, 'Reject…'));
    expect(await inDialog(page, 'Reject').getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.type('x'.repeat(201));
    await page.getByText('At most 200 characters. There are 201.').waitFor();
    await page.getByLabel('Reason').fill('Not this week.');
    await press(page, inDialog(page, 'Reject'));
    await expect.poll(() => state(page).innerText()).toBe('rejected');
    await expect.poll(() => fact(page, 'Rejected by').innerText()).toMatch(/boss .*Not this week\./);
  });

  it('that were based on another list say which lists cannot be set', async () => {
    const lists = [{ ...(await relabelled(2, 'New')), ifMatch: '"another"' }, await relabelled(3, 'New')];
    const { change } = await as('agent', `${url()}/changes`, 'POST', { title: 'Too late', lists });
    const page = await visit('boss', pageOf(change));
    const notice = page.locator('.notice').filter({ hasText: 'This list cannot be set. The others can:' });
    await notice.getByRole('link', { name: deskName(2) }).waitFor();
    await button(page, 'Approve').waitFor();
  });

  it('that another user decided first, that were replaced, or that do not exist, have clear messages', async () => {
    const change = await propose('agent', 'Raced', [0]);
    const page = await visit('boss', pageOf(change));
    await button(page, 'Approve').waitFor();
    await as('chief', `${url()}/changes/${change.id}/rejection`, 'POST', { reason: 'No.' });
    await press(page, button(page, 'Approve'));
    await page.getByText('Someone was faster. This page now shows the change as it is.').waitFor();
    await expect.poll(() => state(page).innerText()).toBe('rejected');

    const other = await propose('agent', 'Exchanged', [1]);
    await page.route(`**/changes/${other.id}?*`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), digest: 'another' } });
    });
    await page.goto(page.url().replace(/#.*/, pageOf(other)));
    await press(page, button(page, 'Approve'));
    await page.getByText('This page does not show the change that the service has. Nothing was approved.').waitFor();
    expect((await as('boss', `${url()}/changes/${other.id}`)).change.state).toBe('proposed');

    await page.goto(page.url().replace(/#.*/, '#/changes/999'));
    await page.getByText('The history has no change with this number.').waitFor();
  });

  it('are listed by state, and the address keeps the filter', async () => {
    await propose('chief', 'Listed', [0]);
    const page = await visit('boss', '#/changes');
    await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: 'Listed' }).waitFor();
    await page.getByLabel('State').selectOption('proposed');
    await press(page, button(page, 'Show'));
    await expect.poll(() => page.url()).toMatch(/#\/changes\?state=proposed$/);
    const all = page.getByRole('region', { name: 'Changes', exact: true });
    // The rows of the whole list stay until those of the filter are there.
    await expect.poll(() => all.getByRole('row').filter({ hasText: 'rejected' }).count()).toBe(0);
    await press(page, all.getByRole('link', { name: 'Listed' }));
    await page.getByRole('heading', { name: 'Listed' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('State').inputValue()).toBe('proposed');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('of many lists are read page by page, and cannot be decided on until all were shown', async () => {
    const positions = Array.from({ length: 110 }, (_, position) => position);
    const change = await propose('agent', 'Many', positions);
    expect(change.state).toBe('reading');
    const page = await visit('boss', '#/');
    let goOn = (): void => undefined;
    const isLetOn = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(`**/changes/${change.id}?*after=*`, async (route) => {
      await isLetOn;
      await route.continue();
    });
    onTestFinished(() => {
      goOn();
    });
    await page.goto(page.url().replace(/#.*/, pageOf(change)));
    // It is shown as soon as it was read.
    await button(page, 'Approve').waitFor();
    await page.getByText('Reading the lists: 100 of 110…').waitFor();
    expect(await button(page, 'Approve').getAttribute('aria-disabled')).toBe('true');
    goOn();
    await expect.poll(() => button(page, 'Approve').getAttribute('aria-disabled')).toBe('false');
    const lists = page.getByRole('region', { name: 'Device by device' });
    await expect.poll(() => lists.getByRole('row', { includeHidden: true }).count()).toBe(111);
    await expect.poll(() => page.getByText('109 buttons on 109 devices').count()).toBe(1);
    await press(page, button(page, 'Approve'));
    await press(page, button(page, 'Stop'));
    await expect.poll(() => state(page).innerText()).toBe('stopped');
    await page.getByText('It was stopped.').waitFor();
    await tabTo(page, button(page, 'Continue'));
  });
});

describe.skipIf(lacksBrowser)('a console without a history', () => {
  const open = openConsole({ settings: { DATABASE_URL: 'off' } });
  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

  it('offers no change of several lists, and says why', async () => {
    const page = await open().visit('#/changes');
    await page.getByText('This service keeps no history of changes.').waitFor();
    expect(await page.getByRole('banner').getByRole('link', { name: 'Changes' }).count()).toBe(0);
    await page.goto(page.url().replace(/#.*/, '#/number/6150'));
    await page.getByText('it can change only one list at a time').waitFor();
    await button(page, 'Relabel…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New label').fill('Petra Sandström');
    expect(await dialog.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true');
  });
});
