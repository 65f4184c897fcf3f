import type { Locator } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import {
  dials,
  dialsHeld,
  entriesOn,
  fieldOn,
  focusedName,
  listOn,
  saveOn,
  setList,
  tabTo,
  savedOn,
} from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';
const address = `#/phone/${name}`;

describe.skipIf(lacksBrowser)('editing the buttons of a phone', () => {
  const open = openConsole();

  const set = (...entries: readonly string[]) =>
    setList(open().proxy.url, `speeddials?phone=${name}`, dials(...entries));
  const held = () => dialsHeld(open().simulator, name);

  it('adds, changes, moves, removes, undoes, reviews and saves, using only the keyboard', async () => {
    await set('1 2001 Anna', '2 2002 Bea', '5 2005 Eva');
    const page = await open().visit(address);
    await fieldOn(page, 'Label at 1').waitFor();
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 Bea', '5 2005 Eva']);

    await tabTo(page, 'cell Index at 1');
    await page.keyboard.press('End');
    await expect.poll(() => focusedName(page)).toBe('Remove 1');
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => focusedName(page)).toBe('Label at 1');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Anna Öst');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2002 Bea', '2 2001 Anna Öst', '5 2005 Eva']);
    await expect.poll(() => focusedName(page)).toBe('Label at 2');
    for (const [key, index] of [
      ['Up', 1],
      ['Down', 2],
      ['Down', 3],
    ] as const) {
      await page.keyboard.press(`Alt+Arrow${key}`);
      await expect.poll(() => focusedName(page)).toBe(`Label at ${index}`);
    }

    for (const key of ['Escape', 'Control+End', 'End']) await page.keyboard.press(key);
    await expect.poll(() => focusedName(page)).toBe('Remove 5');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Restore 5');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Remove 5');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Z');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2002 Bea', '3 2001 Anna Öst', '5 2005 Eva']);

    await tabTo(page, 'Add a speed dial');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Number at 6');
    await page.keyboard.type(' +4989 ');
    await page.keyboard.press('Tab');
    await page.keyboard.type('München');
    await page.keyboard.press('Control+Enter');

    const dialog = page.getByRole('dialog', { name: `${name}?` });
    await expect
      .poll(async () => (await dialog.getByRole('listitem').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ')))
      .toEqual([
        '↕ Moved: 2 → 1 2002 Bea',
        '→ Changed: 1 → 3 2001 Anna becomes 2001 Anna Öst',
        '+ Added: 6 +4989 München',
      ]);
    await expect.poll(() => focusedName(page)).toMatch(/^Save the buttons of /);
    expect(held()).toEqual(['1 2001 Anna', '2 2002 Bea', '5 2005 Eva']);
    await page.keyboard.press('Enter');
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2002 Bea', '3 2001 Anna Öst', '5 2005 Eva', '6 +4989 München']);
    await expect.poll(() => entriesOn(page)).toEqual(held());
    await expect.poll(() => page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
  });

  it('adds in a gap, and moves by a typed index with the focus kept', async () => {
    await set('1 2001 Anna', '4 2004 Dora');
    const page = await open().visit(address);
    await listOn(page).getByRole('button', { name: 'Add here, at 2' }).click();
    await page.keyboard.type('2002');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 ', '4 2004 Dora']);
    await expect.poll(() => listOn(page).locator('.gap').allInnerTexts()).toEqual([expect.stringContaining('3 free')]);
    await fieldOn(page, 'Index at 1').fill('17');
    await page.keyboard.press('Enter');
    await expect.poll(() => entriesOn(page)).toEqual(['2 2002 ', '4 2004 Dora', '17 2001 Anna']);
    await expect.poll(() => focusedName(page)).toBe('cell Index at 17');
    await expect.poll(() => listOn(page).getByText('Moved, was 1').count()).toBe(1);
  });

  it('shows a fault at its field, and sends nothing before it is fixed', async () => {
    await set('1 2001 Anna', '2 2002 Bea');
    const page = await open().visit(address);
    const before = open().proxy.requests.length;
    await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).click();
    const added = fieldOn(page, 'Number at 3');
    await expect.poll(() => added.getAttribute('aria-invalid')).toBe('false');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await expect.poll(() => focusedName(page)).toBe('Number at 3');
    await expect.poll(() => describedBy(added)).toBe('Enter a number.');
    await page.keyboard.type('2003');
    await expect.poll(() => added.getAttribute('aria-invalid')).toBe('false');
    const index = fieldOn(page, 'Index at 3');
    await index.fill('2');
    await expect
      .poll(() => describedBy(listOn(page).locator('[aria-invalid=true]')))
      .toBe('Another entry has this index.');
    await expect.poll(() => page.getByText('1 field to correct').count()).toBe(1);
    await page.getByRole('button', { name: 'Review and save' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(
      open()
        .proxy.requests.slice(before)
        .filter((line) => line.startsWith('POST')),
    ).toEqual([]);
  });

  it('shows a refusal of the service at its field, and removes it when the field is changed', async () => {
    await set('1 2001 Anna', '2 2002 Bea');
    const page = await open().visit(address);
    await page.route('**/speeddials?*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              ...{ type: 'about:blank', title: 'The request is not valid', status: 400, code: 'invalid-request' },
              ...{ detail: 'body[1].label is too loud', requestId: 'r-1' },
              errors: [{ field: 'body[1].label', detail: 'is too loud' }],
            }),
          })
        : route.continue(),
    );
    await fieldOn(page, 'Label at 2').fill('BEA!');
    await saveOn(page);
    await listOn(page).getByText('Not saved.').waitFor();
    await expect.poll(() => describedBy(fieldOn(page, 'Label at 2'))).toBe('is too loud');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Anna', '2 2002 BEA!']);
    await fieldOn(page, 'Label at 2').fill('Bea B');
    await expect.poll(() => listOn(page).locator('[aria-invalid=true]').count()).toBe(0);
  });

  it('shows the call manager’s own words, and keeps the changes', async () => {
    await set('1 2001 Anna');
    const page = await open().visit(address);
    await fieldOn(page, 'Label at 1').fill('Annabel');
    open().simulator.misbehave({
      kind: 'fault',
      operation: 'updatePhone',
      axlcode: 4711,
      message: 'No <b>such</b> luck',
    });
    await saveOn(page);
    await listOn(page).getByText('No <b>such</b> luck').waitFor();
    await expect.poll(() => listOn(page).getByRole('alert').innerText()).toContain('AXL code 4711');
    await expect.poll(() => entriesOn(page)).toEqual(['1 2001 Annabel']);
    expect(held()).toEqual(['1 2001 Anna']);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('speeddial-foot');
    await fieldOn(page, 'Label at 1').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Annabel');
    await expect.poll(() => focusedName(page)).toBe('Label at 1');
    open().simulator.behave();
    await saveOn(page);
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabel']);
  });

  it('waits as long as a busy call manager asks for', async () => {
    await set('1 2001 Anna');
    const page = await open().visit(address);
    const busy = { type: 'about:blank', title: 'Busy', status: 503, code: 'call-manager-busy', detail: 'It is busy.' };
    await page.route('**/speeddials?*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            headers: { 'retry-after': '2' },
            body: JSON.stringify({ ...busy, requestId: 'r-1' }),
          })
        : route.continue(),
    );
    await fieldOn(page, 'Label at 1').fill('Annabel');
    await saveOn(page);
    await listOn(page).getByText('It is busy.').waitFor();
    await expect
      .poll(() =>
        listOn(page)
          .getByRole('button', { name: /Try again in \d s/ })
          .isDisabled(),
      )
      .toBe(true);
    await page.unroute('**/speeddials?*');
    await listOn(page).getByRole('button', { name: 'Try again', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await savedOn(page).getByText('Saved.').waitFor();
    expect(held()).toEqual(['1 2001 Annabel']);
  });

  it('shows hostile labels as text', async () => {
    const labels = ['<img src=x onerror=alert(1)>', '\u202Eevil‏', '👩‍👩‍👧 Zoë &amp; Co', '</li><script>x=1</script>'];
    await set(...labels.map((label, at) => `${at + 1} 200${at} ${label}`));
    const page = await open().visit(address);
    await fieldOn(page, 'Label at 1').waitFor();
    for (const [at, label] of labels.entries()) {
      await expect.poll(() => fieldOn(page, `Label at ${at + 1}`).inputValue()).toBe(label);
    }
    for (const [at] of labels.entries())
      await listOn(page)
        .getByRole('button', { name: `Remove ${at + 1}` })
        .click();
    await page.getByRole('button', { name: 'Review and save' }).click();
    const lines = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    for (const [at, label] of labels.entries())
      expect(lines[at]).toContain(label.replace('\u202E', '\\u{202E}').replace('\u200F', '\\u{200F}'));
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await listOn(page).getByText('No speed dials.').waitFor();
    expect(held()).toEqual([]);
  });

  it('says if the device does not exist', async () => {
    const page = await open().visit('#/phone/SEP000000000000');
    await page.getByRole('heading', { name: 'There is no such phone' }).waitFor();
    const search = page.getByRole('link', { name: /Look for “SEP000000000000”/ });
    await expect.poll(() => search.getAttribute('href')).toBe('#/search/SEP000000000000');
    await expect.poll(() => page.getByRole('button', { name: 'Add a speed dial', exact: true }).count()).toBe(0);
  });
});

/** The description of a field that is marked as wrong. */
async function describedBy(field: Locator): Promise<string | undefined> {
  if ((await field.getAttribute('aria-invalid')) !== 'true') return undefined;
  const id = (await field.getAttribute('aria-describedby')) ?? '';
  return field.page().locator(`[id="${id}"]`).innerText();
}
