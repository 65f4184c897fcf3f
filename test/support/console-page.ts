import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { caller } from './caller.js';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.js';
import { provesEverything } from './programs.js';
import { root } from './project.js';
import { serviceSettings, startTestService } from './test-service.js';

/** Debian's package puts it there; CHROMIUM names another. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether tests in a browser are left out here. */
export const lacksBrowser = !provesEverything && !existsSync(executablePath);

const quiet = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: quiet });
}

/** The console in front of a service with a history, and of a simulator. */
export interface ConsoleService {
  /** Of the page. */
  readonly url: string;
  readonly simulator: RunningSimulator;
  /** Between the page and the service: what it is to break. */
  readonly proxy: FaultyProxy;
  close(): Promise<void>;
}

export interface ConsoleOptions {
  readonly seed?: unknown;
  /** Of the service, beside or instead of the usual. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** How long the call manager takes for an answer. */
  readonly latencyMs?: number;
  readonly idleMinutes?: number;
}

export async function startConsole({
  seed,
  settings,
  latencyMs = 0,
  idleMinutes = 15,
}: ConsoleOptions = {}): Promise<ConsoleService> {
  const simulator = await startSimulator({ latencyMs, ...(seed !== undefined && { seed }) });
  const folder = mkdtempSync(path.join(tmpdir(), 'axl-phone-proxy-'));
  const given = { ...serviceSettings(simulator.url), HISTORY_URL: `sqlite:${folder}/history.db`, ...settings };
  const isGiven = (pair: [string, string | undefined]): pair is [string, string] => pair[1] !== undefined;
  const service = await startTestService(Object.fromEntries(Object.entries(given).filter(isGiven)));
  const proxy = await startFaultyProxy(service.url);
  const front = await serveConsole(proxy.url, idleMinutes);
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/console/`,
    ...{ simulator, proxy },
    close: async () => {
      front.closeAllConnections();
      front.close();
      await proxy.close();
      await service.stop('test');
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves what is built in dist/console, and passes everything else on. */
async function serveConsole(service: string, idleMinutes: number): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    if (!pathname.startsWith('/console/')) {
      const { method, headers } = incoming;
      const passed = request(new URL(incoming.url ?? '/', service), { method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      incoming.pipe(passed);
      return;
    }
    const name = pathname.slice('/console/'.length) || 'index.html';
    const file = path.join(root, 'dist/console', name);
    if (!existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    const type = types[path.extname(name)] ?? 'application/octet-stream';
    answer.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
    const content = readFileSync(file);
    const idle = `name="idle-minutes" content="${idleMinutes}"`;
    answer.end(name === 'index.html' ? content.toString().replace('name="idle-minutes" content="15"', idle) : content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A page of the console, and what should not have happened in it. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of the page, and violations of its policy. */
  readonly faults: string[];
}

/** Opens a place of the console, and signs in with the keyboard. */
export async function openSignedIn(browser: Browser, { url }: ConsoleService, hash: string): Promise<ConsolePage> {
  const context = await browser.newContext({ locale: 'en-GB' });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(url + hash);
  await signIn(page);
  return { page, faults };
}

/** Fills the login form that is shown. */
export async function signIn(page: Page): Promise<void> {
  await tabTo(page, page.getByLabel('User name'));
  await page.keyboard.type(caller.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(caller.password);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').waitFor();
}

/** Presses Tab until something has the focus. @throws Error when it is not reached */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 120; steps += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached with ${key}: ${target.toString()}`);
}

/** Presses a button or follows a link with the keyboard alone. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

const axe = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** @returns what axe finds wrong with what is shown now, in light and in dark */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  return found;
}
