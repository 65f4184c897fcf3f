import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { holdBack, lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { dials, fieldOn, focusedName, listOn, saveOn, setList } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const lamps = 'Busy lamp fields';
const place = '#/profile/UDP_FRONTDESK';

describe.skipIf(lacksBrowser)('the busy lamp fields of a device profile', () => {
  const open = openConsole();

  const held = () =>
    open()
      .simulator.profiles()
      .find(({ name }) => name === 'UDP_FRONTDESK')?.busyLampFields;

  it('offers the partitions of a number, and takes the only one', async () => {
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label: 'Agneta' },
    ]);
    const page = await open().visit(place);
    const partition = fieldOn(page, 'Partition at 1', lamps);
    const options = () => partition.locator('option').allInnerTexts();
    await expect.poll(options).toEqual(['no partition', 'PT-Internal']);
    await fieldOn(page, 'Number at 1', lamps).fill('6130');
    await page.keyboard.press('Tab');
    await expect.poll(options).toEqual(['no partition', 'PT-Internal', 'PT-München']);
    await partition.selectOption('PT-München');
    await listOn(page, lamps).getByRole('button', { name: 'Add a number to watch', exact: true }).click();
    await page.keyboard.type('+46855500101');
    await page.keyboard.press('Tab');
    await expect.poll(() => fieldOn(page, 'Partition at 2', lamps).inputValue()).toBe('PT-E164');
    await listOn(page, lamps).getByRole('button', { name: 'Add a free-form destination' }).click();
    expect(await focusedName(page)).toBe('Destination at 3');
    await page.keyboard.type('ombud@lindqvist.example');
    await fieldOn(page, 'Pickup at 1', lamps).check();
    await saveOn(page, lamps);
    await listOn(page, lamps).getByText('Saved.').waitFor();
    expect(held()).toMatchObject([
      { dirn: '6130', routePartition: 'PT-München', label: 'Agneta', pickup: true },
      { routePartition: 'PT-E164', label: '', pickup: false },
      { destination: 'ombud@lindqvist.example', dirn: '' },
    ]);
    expect(await fieldOn(page, 'Pickup at 1', lamps).isChecked()).toBe(true);
  });

  it('takes the only partition of a number that is typed once more after an undo', async () => {
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label: 'Agneta' },
    ]);
    const page = await open().visit(place);
    const partition = fieldOn(page, 'Partition at 1', lamps);
    const type = async () => {
      await fieldOn(page, 'Number at 1', lamps).fill('+46855500101');
      await page.keyboard.press('Tab');
      await expect.poll(() => partition.inputValue()).toBe('PT-E164');
    };
    await type();
    await listOn(page, lamps).getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => partition.inputValue()).toBe('PT-Internal');
    await type();
    await partition.selectOption('no partition');
    await listOn(page, lamps).getByText('The only partition of this number is PT-E164').waitFor();
  });

  it('leaves the partition that was chosen while its number was looked up', async () => {
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label: 'Agneta' },
    ]);
    const page = await open().visit(place);
    const goOn = await holdBack(page, /\/numbers\b/, 'GET');
    await fieldOn(page, 'Number at 1', lamps).fill('+46855500101');
    await page.keyboard.press('Tab');
    const partition = fieldOn(page, 'Partition at 1', lamps);
    await partition.selectOption('no partition');
    goOn();
    await expect.poll(() => partition.locator('option').allInnerTexts()).toContain('PT-E164');
    expect(await partition.inputValue()).toBe('');
  });

  it('names the columns for the eye, and each field once for the ear', async () => {
    const page = await open().visit(place);
    const list = listOn(page, lamps);
    const head = list.locator('.list__head');
    const left = async (locator: Locator) => (await locator.boundingBox())?.x ?? Number.NaN;
    for (const name of ['Number', 'Partition', 'Label', 'Pickup']) {
      const field = fieldOn(page, `${name} at 1`, lamps);
      await field.waitFor();
      expect(Math.abs((await left(head.getByText(name))) - (await left(field))), name).toBeLessThan(8);
    }
    const rows = await list.locator('.row').count();
    expect((await list.ariaSnapshot()).match(/\bLabel\b/g)).toHaveLength(rows);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await head.isVisible()).toBe(false);
  });

  it('has room for a label of 30 letters beside the other list', async () => {
    const label = 'Reception, main entrance, East';
    await setList(open().proxy.url, 'speeddials?profile=UDP_FRONTDESK', dials(`1 6101 ${label}`));
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label },
    ]);
    const page = await open().visit(place);
    await page.setViewportSize({ width: 1440, height: 800 });
    for (const list of ['Speed dials', lamps] as const) {
      const field = fieldOn(page, 'Label at 1', list);
      expect(await field.inputValue()).toBe(label);
      await field.focus();
      const cutOff = await page.evaluate('document.activeElement.scrollWidth - document.activeElement.clientWidth');
      expect(cutOff, list).toBeLessThanOrEqual(0);
    }
  });

  it('says where the call manager does not know a number, and keeps the partition', async () => {
    const page = await open().visit(place);
    const number = listOn(page, lamps).locator('[data-field=dirn]').first();
    await number.fill('99999');
    const kept = await listOn(page, lamps).locator('[data-field=partition]').first().inputValue();
    await page.keyboard.press('Tab');
    await listOn(page, lamps).getByText('The call manager does not know this number.').waitFor();
    expect(await listOn(page, lamps).locator('[data-field=partition]').first().inputValue()).toBe(kept);
  });

  it('takes a checkbox back with Ctrl+Z', async () => {
    const page = await open().visit(place);
    const pickup = listOn(page, lamps).locator('[data-field=pickup]').first();
    const before = await pickup.isChecked();
    await pickup.focus();
    await page.keyboard.press('Space');
    expect(await pickup.isChecked()).toBe(!before);
    await page.keyboard.press('Control+Z');
    expect(await pickup.isChecked()).toBe(before);
  });

  it('stays quick with 199 entries', { retry: 2 }, async () => {
    const many = Array.from({ length: 199 }, (_, at) => `${at + 1} ${2000 + at} Person ${at + 1}`);
    await setList(open().proxy.url, 'speeddials?profile=UDP_FRONTDESK', dials(...many));
    const page = await open().visit(place);
    await fieldOn(page, 'Label at 100').focus();
    await page.keyboard.type('x');
    await page.evaluate(`{
      window.times = [];
      document.addEventListener('keydown', ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - timeStamp)));
      }, true);
    }`);
    const before = await workOf(page);
    await page.keyboard.type('twenty more letters!', { delay: 30 });
    await expect.poll(() => page.evaluate<number>('window.times.length')).toBe(20);
    const perKeyMs = ((await workOf(page)) - before) / 20;
    expect(await fieldOn(page, 'Label at 100').inputValue()).toContain('twenty more letters!');
    // What the page itself works for a key press, and the quickest one from the key to the picture: other programs take
    // their time from the rest.
    expect(perKeyMs).toBeLessThan(10);
    expect(Math.min(...(await page.evaluate<number[]>('window.times')))).toBeLessThan(50);
    await fieldOn(page, 'Index at 100').fill('300');
    await page.keyboard.press('Enter');
    expect(await listOn(page).locator('[data-field=index]').last().inputValue()).toBe('300');
  });

  it.each(['light', 'dark'] as const)('has nothing that axe-core finds, in %s', async (colorScheme) => {
    const page = await open().visit(place);
    await page.emulateMedia({ colorScheme });
    await listOn(page, lamps).locator('[data-field=label]').first().fill('Something else');
    await listOn(page, lamps).locator('[data-do=remove]').last().click();
    await listOn(page, lamps).locator('[data-field=index]').first().fill('x');
    await listOn(page, lamps).getByRole('button', { name: 'Add a free-form destination' }).click();
    await listOn(page, lamps).getByRole('button', { name: 'Review and save' }).click();
    await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).click();
    await page.keyboard.type('2003');
    const violations = () =>
      page.evaluate(async () => {
        const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
      });
    await page.evaluate(axe.source);
    expect(await violations()).toEqual([]);
    await listOn(page).getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations()).toEqual([]);
  });
});

/** How much the page has worked so far on scripts, styles and layout, in milliseconds of the processor. */
async function workOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const work = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
  return metrics.reduce((sum, { name, value }) => sum + (work.includes(name) ? value * 1000 : 0), 0);
}
