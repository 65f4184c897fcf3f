import { describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { dials, fieldOn, listen, setList } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'SEP00A1B2C30104';

describe.skipIf(lacksBrowser)('a list that is edited', () => {
  const open = openConsole();

  it('announces both lists of a device at once, by names that are words, and nothing again when a dialog is closed', async () => {
    await setList(open().proxy.url, `speeddials?phone=${name}`, dials('1 2001 Anna', '2 2002 Bea'));
    const page = await open().visit('#/state');
    const heard = await listen(page);
    await page.evaluate(`location.hash = '#/phone/${name}'`);
    await expect.poll(heard).toEqual([expect.stringMatching(/^(Speed dials: 2|Busy lamp fields: \d+)(, |$)/)]);
    expect((await heard()).join()).toMatch(/Speed dials: 2/);
    expect((await heard()).join()).toMatch(/Busy lamp fields: \d/);
    const chromium = await page.context().newCDPSession(page);
    const { nodes } = await chromium.send('Accessibility.getFullAXTree');
    const regions = nodes.filter(({ role }) => role?.value === 'region').map((region): unknown => region.name?.value);
    expect(regions).toContain('Speed dials 2');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => page.locator('.hidden[role=status]').first().textContent()).toBe('');
  });

  it('announces each step to screen readers, also the same twice, and no step that was not made', async () => {
    await setList(open().proxy.url, `speeddials?phone=${name}`, dials('1 2001 Anna', '2 2002 Bea'));
    const page = await open().visit('#/state');
    const heard = await listen(page);
    await page.evaluate(`location.hash = '#/phone/${name}'`);
    // In one sentence or in two; later ones would come between the steps.
    await expect.poll(async () => (await heard()).join()).toMatch(/(?=.*Speed dials: 2)(?=.*Busy lamp fields: \d)/);
    const before = (await heard()).length;
    await fieldOn(page, 'Label at 1').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.click();
    await undo.click();
    const ofSteps = async () => (await heard()).slice(before);
    await expect
      .poll(ofSteps)
      .toEqual(['Moved to 2.', 'Moved to 3.', 'The last step was undone.', 'The last step was undone.\u00a0']);
  });
});
