import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { browserTimeout, lacksBrowser, sharedBrowser } from '../support/browser.js';
import { openSignedIn } from '../support/console-service.js';
import { choosePorts, type RunningHaproxy, startHaproxy } from '../support/haproxy.js';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';
import { packedOnce } from '../support/packed.js';
import { lacks, run } from '../support/programs.js';
import { root } from '../support/project.js';
import { listening } from '../support/service-process.js';
import { environmentFor } from '../support/test-service.js';

vi.setConfig({ testTimeout: 2 * browserTimeout, hookTimeout: 2 * browserTimeout });

describe.skipIf(lacksBrowser || lacks('haproxy'))(
  'the console as it is in the package, under a path of HAProxy',
  () => {
    let simulator: RunningSimulator;
    let service: RunningProcess;
    let haproxy: RunningHaproxy;
    let browser: Browser;
    let url: string;

    beforeAll(async () => {
      simulator = await startSimulator({ tls: true });
      const ports = await choosePorts();
      const environment = environmentFor({ url: `http://127.0.0.1:${ports.axl}/axl/` });
      const [port, adminPort] = ports.one.map(String);
      service = new RunningProcess(process.execPath, [join(await unpacked(), 'bin/axl-phone-proxy.js'), 'serve'], {
        env: { ...environment, TRUSTED_PROXIES: '127.0.0.1', PORT: port ?? '', ADMIN_PORT: adminPort ?? '' },
      });
      await listening(service);
      haproxy = await startHaproxy(ports, Number(new URL(simulator.url).port), simulator.certificate ?? '');
      url = `http://127.0.0.1:${ports.callers}/phones/console/`;
      // HAProxy finds out by itself that the service is there.
      await vi.waitFor(
        async () => {
          expect((await fetch(url)).status).toBe(200);
        },
        { timeout: browserTimeout, interval: 100 },
      );
      browser = await sharedBrowser();
    });
    afterAll(async () => {
      await haproxy.stop();
      await tidy();
      await simulator.close();
    });

    it('is loaded, looks up, and changes a button', async () => {
      const { page, faults, close } = await openSignedIn(browser, { url }, '#/number/2003');
      onTestFinished(close);
      await page.getByRole('link', { name: 'SEP00A1B2C30003' }).first().click();
      await page.waitForURL(`${url}#/phone/SEP00A1B2C30003`);
      const label = page.getByRole('textbox', { name: /label/i }).first();
      await label.fill('Reception');
      await page.getByRole('button', { name: 'Review and save' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect
        .poll(() => simulator.state().find(({ name }) => name === 'SEP00A1B2C30003')?.speedDials[0]?.label)
        .toBe('Reception');
      expect(faults).toEqual([]);
    });
  },
);

/** @returns the folder of the package as npm packs it, with the packages that it needs */
async function unpacked(): Promise<string> {
  const folder = emptyFolder();
  const { tarball } = await packedOnce();
  expect((await run('tar', ['-xzf', tarball, '-C', folder])).code).toBe(0);
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'));
  return join(folder, 'package');
}
