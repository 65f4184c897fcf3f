import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { caller } from './caller.js';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.js';
import { provesEverything } from './programs.js';
import { root } from './project.js';
import { serviceSettings, startTestService } from './test-service.js';

/** Debian's package puts it there; CHROMIUM names another. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether tests in a browser are left out here. Where REQUIRE_TOOLS is 1 they run, and fail without one. */
export const lacksBrowser = !provesEverything && !existsSync(executablePath);

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser on a busy machine takes its time, in milliseconds. */
const patience = 30_000;

/** The console in a browser, in front of a service and a simulated call manager. */
export interface OpenConsole {
  readonly url: string;
  readonly simulator: RunningSimulator;
  /** Stands between the page and the service. */
  readonly proxy: FaultyProxy;
  /** What should not be: errors of the page, violations of its policy, requests to elsewhere. */
  readonly faults: readonly string[];
  /** Signs somebody in at a place of the console, in a browser context of its own. */
  visit(hash: string, user?: { readonly name: string; readonly password: string }): Promise<Page>;
  /** Closes every context that was opened. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export interface ConsoleOptions {
  /** The company of the simulator. */
  readonly seed?: unknown;
  /** More of the service's environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function openConsole({ seed, settings = {} }: ConsoleOptions = {}): Promise<OpenConsole> {
  const simulator = await startSimulator(seed === undefined ? {} : { seed });
  const service = await startTestService({ ...serviceSettings(simulator.url), ...settings });
  const proxy = await startFaultyProxy(service.url);
  const pages = await servePages(proxy.url);
  const browser = await chromium.launch({ executablePath, args: quiet });
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];
  return {
    ...{ simulator, proxy, faults, url: pages.url },
    visit: async (hash, user = caller) => {
      const { context, page } = await openPage(browser, pages.url, faults);
      contexts.push(context);
      await page.goto(`${pages.url}/console/${hash}`);
      await page.getByLabel('User name').fill(user.name);
      await page.getByLabel('Password').fill(user.password);
      await page.keyboard.press('Enter');
      await page.getByRole('banner').waitFor();
      return page;
    },
    leave: async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      faults.length = 0;
    },
    close: async () => {
      await browser.close();
      await pages.close();
      await proxy.close();
      await service.stop('test');
      await simulator.close();
    },
  };
}

async function openPage(browser: Browser, url: string, faults: string[]) {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    // The browser says so of each answer that is an error; the tests look at what the page makes of them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('request', (sent) => {
    if (new URL(sent.url()).origin !== url) faults.push(`request to ${sent.url()}`);
  });
  return { context, page };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the built console at /console/, and passes everything else on. */
async function servePages(target: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', target);
    if (pathname.startsWith('/console/')) void serveFile(pathname.slice('/console/'.length) || 'index.html', answer);
    else passOn(target, incoming, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serveFile(name: string, answer: ServerResponse): Promise<void> {
  const type = types[extname(name)] ?? 'application/octet-stream';
  const file = await readFile(join(root, 'dist/console', name)).catch(() => undefined);
  if (file === undefined) answer.writeHead(404).end();
  else answer.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(file);
}

function passOn(target: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = incoming;
  const sent = request(new URL(url, target), { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 0, response.headers);
    response.pipe(answer);
  });
  sent.on('error', () => answer.destroy());
  incoming.pipe(sent);
}
