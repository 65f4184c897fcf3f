import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SpeedDial } from '../../src/domain/phone.js';
import { browserTimeout, lacksBrowser, sharedBrowser, openWatchedPage } from '../support/browser.js';
import {
  onePhoneCallManager,
  type FakeService,
  password,
  phone,
  startFakeService,
  username,
} from '../support/one-phone-service.js';

if (lacksBrowser) process.stderr.write('The documentation is not tested in a browser: there is none\n');

vi.setConfig({ testTimeout: 2 * browserTimeout });

describe.skipIf(lacksBrowser)('the documentation in a browser', () => {
  const callManager = onePhoneCallManager();
  let browser: Browser;
  let service: FakeService;
  let page: Page;
  let faults: string[];
  let close: () => Promise<void>;

  beforeAll(async () => {
    service = await startFakeService(callManager);
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await service.close();
  });
  afterEach(() => {
    expect(faults).toEqual([]);
  });

  /** A browser needs seconds to draw the page, so some tests share one, and each uses another part of it. */
  function openAt(path: string): void {
    beforeAll(async () => {
      ({ page, faults, close } = await openWatchedPage(browser, service.url, {
        httpCredentials: { username, password },
      }));
      await page.goto(service.url + path);
    });
    afterAll(() => close());
    it('shows both operations', async () => {
      expect(await operation('findPhones').innerText()).toMatch(/GET\s+\/phone/);
      expect(await operation('replaceSpeedDials').innerText()).toMatch(/POST\s+\/speeddials/);
    });
  }

  const operation = (id: string) => page.locator(`#operations-Phones-${id}`);

  async function open(id: string): Promise<void> {
    await operation(id).locator('.opblock-summary-control').click();
    await operation(id).getByRole('button', { name: 'Try it out' }).click();
  }

  async function execute(id: string): Promise<{ status: string; body: string }> {
    await operation(id).getByRole('button', { name: 'Execute' }).click();
    const answer = operation(id).locator('.live-responses-table .response');
    return {
      status: (await answer.locator('.response-col_status').innerText()).trim(),
      body: await answer.locator('.response-col_description pre').first().innerText(),
    };
  }

  describe('at /docs', () => {
    openAt('/docs');

    it('looks a number up', async () => {
      await open('findPhones');
      await operation('findPhones').getByPlaceholder('dirn').fill('+14085554019');
      const { status, body } = await execute('findPhones');
      expect(status).toBe('200');
      expect(JSON.parse(body)).toEqual([phone]);
    });

    it('replaces speed dials', async () => {
      const set: (readonly SpeedDial[])[] = [];
      callManager.buttons.speeddial.replace = (_name, dials) => {
        set.push(dials);
        return Promise.resolve(phone.uuid as never);
      };
      await open('replaceSpeedDials');
      await operation('replaceSpeedDials').locator('textarea').fill('[{"index":"7","dirn":"*55#","label":"Büro 😀"}]');
      expect(await execute('replaceSpeedDials')).toEqual({ status: '200', body: phone.uuid });
      expect(set).toEqual([[{ index: '7', dirn: '*55#', label: 'Büro 😀' }]]);
    });

    it('reads a list and changes one entry of it, as a page of this site', async () => {
      await operation('readSpeedDials').locator('.opblock-summary-control').click();
      await operation('readSpeedDials').getByRole('button', { name: 'Try it out' }).click();
      await operation('readSpeedDials').getByPlaceholder('phone').fill(phone.name);
      expect(JSON.parse((await execute('readSpeedDials')).body)).toEqual(phone.speeddials);
      await open('setSpeedDial');
      await operation('setSpeedDial').getByPlaceholder('index').fill('7');
      await operation('setSpeedDial').getByPlaceholder('phone').fill(phone.name);
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      const { status, body } = await execute('setSpeedDial');
      expect([status, JSON.parse(body)]).toEqual(['201', { index: '7', dirn: '0199', label: 'Reception' }]);
      expect((await sent).url()).toBe(`${service.url}/speeddials/7?phone=${phone.name}`);
    });
  });

  describe('at /docs/', () => {
    openAt('/docs/');

    it('shows the schemas, and takes credentials of another user', async () => {
      await page.getByRole('button', { name: 'Authorize' }).click();
      const dialog = page.locator('.modal-ux');
      await dialog.locator('input[name=username]').fill(username);
      await dialog.locator('input[name=password]').fill(password);
      await dialog.getByRole('button', { name: 'Apply credentials' }).click();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.locator('.models').getByText('Problem', { exact: true }).click();
      await open('findPhones');
      const sent = page.waitForRequest((request) => request.url().endsWith('/phone?dirn=0100'));
      expect((await execute('findPhones')).status).toBe('200');
      expect(await (await sent).headerValue('authorization')).toMatch(/^Basic /);
    });
  });
});
