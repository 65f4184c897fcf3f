import axe from 'axe-core';
import type { Locator } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { holdBack, lacksBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { fullyDrawn, workMeter } from '../support/page-work.js';
import { dials, fieldOn, focusedName, listOn, saveOn, setList, savedOn } from './device-page.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const lamps = 'Busy lamp fields';
const address = '#/profile/UDP_FRONTDESK';

describe.skipIf(lacksBrowser)('the busy lamp fields of a device profile', () => {
  const open = openConsole();

  const held = () =>
    open()
      .simulator.profiles()
      .find(({ name }) => name === 'UDP_FRONTDESK')?.busyLampFields;

  it('cannot be reviewed without a partition if the number is in several, and keep their index with Alt in a select', async () => {
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label: 'Agneta' },
    ]);
    const page = await open().visit(address);
    await fieldOn(page, 'Number at 1', lamps).fill('6130');
    await fieldOn(page, 'Partition at 1', lamps).selectOption('no partition');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await listOn(page, lamps).getByText('This number is in several partitions: choose one.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Partition at 1');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Escape');
    await expect.poll(() => fieldOn(page, 'Partition at 1', lamps).count()).toBe(1);
    await fieldOn(page, 'Partition at 1', lamps).selectOption('PT-München');
    await saveOn(page);
    await savedOn(page, lamps).getByText('Saved.').waitFor();
    expect(held()).toMatchObject([{ dirn: '6130', routePartition: 'PT-München' }]);
  });

  it('offers the partitions of a number, and chooses a single one', async () => {
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label: 'Agneta' },
    ]);
    const page = await open().visit(address);
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
    await expect.poll(() => focusedName(page)).toBe('Destination at 3');
    await page.keyboard.type('ombud@lindqvist.example');
    await fieldOn(page, 'Pickup at 1', lamps).check();
    await saveOn(page);
    await savedOn(page, lamps).getByText('Saved.').waitFor();
    expect(held()).toMatchObject([
      { dirn: '6130', routePartition: 'PT-München', label: 'Agneta', pickup: true },
      { routePartition: 'PT-E164', label: '', pickup: false },
      { destination: 'ombud@lindqvist.example', dirn: '' },
    ]);
    await expect.poll(() => fieldOn(page, 'Pickup at 1', lamps).isChecked()).toBe(true);
  });

  it('chooses the only partition of a number that is typed again after an undo', async () => {
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label: 'Agneta' },
    ]);
    const page = await open().visit(address);
    const partition = fieldOn(page, 'Partition at 1', lamps);
    const type = async () => {
      await fieldOn(page, 'Number at 1', lamps).fill('+46855500101');
      await page.keyboard.press('Tab');
      await expect.poll(() => partition.inputValue()).toBe('PT-E164');
    };
    await type();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => partition.inputValue()).toBe('PT-Internal');
    await type();
    await partition.selectOption('no partition');
    await listOn(page, lamps).getByText('The only partition of this number is PT-E164').waitFor();
  });

  it('keeps the partition that was chosen while its number was looked up', async () => {
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label: 'Agneta' },
    ]);
    const page = await open().visit(address);
    const goOn = await holdBack(page, /\/numbers\b/, 'GET');
    await fieldOn(page, 'Number at 1', lamps).fill('+46855500101');
    await page.keyboard.press('Tab');
    const partition = fieldOn(page, 'Partition at 1', lamps);
    await partition.selectOption('no partition');
    goOn();
    await expect.poll(() => partition.locator('option').allInnerTexts()).toContain('PT-E164');
    await expect.poll(() => partition.inputValue()).toBe('');
  });

  it('names the columns visibly, and each field once for screen readers', async () => {
    const page = await open().visit(address);
    const list = listOn(page, lamps);
    const head = list.locator('.list__head');
    const left = async (locator: Locator) => (await locator.boundingBox())?.x ?? Number.NaN;
    for (const name of ['Number', 'Partition', 'Label', 'Pickup']) {
      const field = fieldOn(page, `${name} at 1`, lamps);
      await field.waitFor();
      expect(Math.abs((await left(head.getByText(name))) - (await left(field))), name).toBeLessThan(8);
    }
    const rows = await list.locator('.row').count();
    await expect.poll(async () => (await list.ariaSnapshot()).match(/textbox "Label\b/g)).toHaveLength(rows);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => head.isVisible()).toBe(false);
  });

  it('has room for a label of 30 characters beside the other list', async () => {
    const label = 'Reception, main entrance, East';
    await setList(open().proxy.url, 'speeddials?profile=UDP_FRONTDESK', dials(`1 6101 ${label}`));
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', [
      { index: '1', dirn: '6101', partition: 'PT-Internal', label },
    ]);
    const page = await open().visit(address);
    await page.setViewportSize({ width: 1440, height: 800 });
    for (const list of ['Speed dials', lamps] as const) {
      const field = fieldOn(page, 'Label at 1', list);
      await expect.poll(() => field.inputValue()).toBe(label);
      await field.focus();
      const cutOff = await page.evaluate('document.activeElement.scrollWidth - document.activeElement.clientWidth');
      expect(cutOff, list).toBeLessThanOrEqual(0);
    }
  });

  it('says that the call manager does not know a number, and keeps the partition', async () => {
    const page = await open().visit(address);
    const number = listOn(page, lamps).locator('[data-field=dirn]').first();
    await number.fill('99999');
    const kept = await listOn(page, lamps).locator('[data-field=partition]').first().inputValue();
    await page.keyboard.press('Tab');
    await listOn(page, lamps).getByText('The call manager does not know this number.').waitFor();
    await expect.poll(() => listOn(page, lamps).locator('[data-field=partition]').first().inputValue()).toBe(kept);
  });

  it('undoes a checkbox with Ctrl+Z', async () => {
    const page = await open().visit(address);
    const pickup = listOn(page, lamps).locator('[data-field=pickup]').first();
    const before = await pickup.isChecked();
    await pickup.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => pickup.isChecked()).toBe(!before);
    await page.keyboard.press('Control+Z');
    await expect.poll(() => pickup.isChecked()).toBe(before);
  });

  it('shows 200 entries in three times the time of a bare table with the same cells, and a key press in 16 ms', async () => {
    // A list accepts indexes up to 199.
    const many = Array.from({ length: 199 }, (_, at) => ({
      ...{ index: `${at + 1}`, dirn: `${6101 + (at % 16)}`, partition: 'PT-Internal', label: `Person ${at + 1}` },
    }));
    await setList(open().proxy.url, 'busylampfields?profile=UDP_FRONTDESK', many);
    await setList(open().proxy.url, 'speeddials?profile=UDP_FRONTDESK', dials('1 6101 Anna'));
    const page = await open().visit('#/state');
    const workFor = await workMeter(page);
    const shownMs: number[] = [];
    const bareMs: number[] = [];
    const times = (): number => Math.min(...shownMs) / Math.min(...bareMs);
    // The lowest of each: other programs only add CPU time. If they took much, there are more rounds.
    for (let round = 0; round < 5 || (round < 25 && times() >= 3); round += 1) {
      shownMs.push(
        await workFor(async () => {
          await page.evaluate(`location.hash = '${address}'`);
          await page.locator('.row[data-index="199"]').waitFor();
          await fullyDrawn(page);
        }),
      );
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'State' }).waitFor();
      bareMs.push(
        await workFor(async () => {
          await page.evaluate(bareTable);
          await fullyDrawn(page);
        }),
      );
      await page.evaluate("document.querySelector('#bare').remove()");
    }
    await page.evaluate(`location.hash = '${address}'`);
    await fieldOn(page, 'Label at 100', lamps).focus();
    const keyMs: number[] = [];
    for (const key of 'twenty more letters!') {
      keyMs.push(
        await workFor(async () => {
          await page.keyboard.type(key);
          await fullyDrawn(page);
        }),
      );
    }
    await expect.poll(() => fieldOn(page, 'Label at 100', lamps).inputValue()).toContain('twenty more letters!');
    const [shown, bare, perKey] = [Math.min(...shownMs), Math.min(...bareMs), median(keyMs)];
    const told = [shown, bare, times(), perKey].map((value) => value.toFixed(1));
    process.stdout.write(
      `200 buttons: ${told[0]} ms, a bare table ${told[1]} ms, ${told[2]} times; a key ${told[3]} ms\n`,
    );
    expect(times()).toBeLessThan(3);
    expect(perKey).toBeLessThan(16);
    await fieldOn(page, 'Index at 100', lamps).fill('300');
    await page.keyboard.press('Enter');
    await expect.poll(() => listOn(page, lamps).locator('[data-field=index]').last().inputValue()).toBe('300');
  });

  it.each(['light', 'dark'] as const)('has no findings of axe-core, in %s', async (colorScheme) => {
    const page = await open().visit(address);
    await page.emulateMedia({ colorScheme });
    await listOn(page, lamps).locator('[data-field=label]').first().fill('Something else');
    await listOn(page, lamps).locator('[data-do=remove]').last().click();
    await listOn(page, lamps).locator('[data-field=index]').first().fill('x');
    await listOn(page, lamps).getByRole('button', { name: 'Add a free-form destination' }).click();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await listOn(page).getByRole('button', { name: 'Add a speed dial', exact: true }).click();
    await page.keyboard.type('2003');
    const violations = () =>
      page.evaluate(async () => {
        const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
      });
    await page.evaluate(axe.source);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    await listOn(page).locator('[data-field=label]').first().fill('Somebody');
    await listOn(page, lamps).locator('[data-do=remove]').last().click();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations()).toEqual([]);
  });
});

/** The same fields and buttons as in the list, in a table with nothing else. */
const bareTable = `{
  const table = document.createElement('table');
  table.id = 'bare';
  const made = (tag, traits) => Object.assign(document.createElement(tag), traits);
  for (let row = 1; row <= 200; row += 1) {
    const select = document.createElement('select');
    select.append(new Option('no partition'), new Option('PT-Internal', 'PT-Internal', true, true));
    const [index, number, label] = [row, 6101, 'Person ' + row].map((value) => made('input', { type: 'text', value }));
    const more = ['…', '×'].map((textContent) => made('button', { textContent }));
    const line = table.insertRow();
    const pickup = made('input', { type: 'checkbox' });
    for (const content of [index, number, select, label, pickup, ...more]) line.insertCell().append(content);
  }
  document.body.append(table);
}`;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
