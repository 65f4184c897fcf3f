import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { withHistory } from '../support/office.js';
import { caller } from '../support/caller.js';
import { openSignedIn } from '../support/console-service.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deskName, desks, ofTwo, watched } from './desks.js';

/**
 * `npm run bench:console`, or `-- first typing ticks phone runs` with some of these names: the speed of the console
 * with much data. It measures how long the page works, on a processor four times slower than this one: for a key while
 * a label for 2,103 buttons is typed, for a tick, and for a phone with 200 buttons. It also measures how fast a run of
 * many lists is on its own page, compared with another page. Exits with 1 if one of them is slower than promised.
 *
 * On 25 November 2026, two busy cores (load 12 to 33), the best of three runs: a key 41 ms, a tick 38 ms, the phone
 * 279 ms, a run watched 1.18 times one that is not (0.95 and 0.62 in the others: unwatched it varied from 12 to 23 lists
 * a second), the first page 500 ms.
 */

const names = process.argv.slice(2);

/** How much slower a user's processor is assumed to be. */
const slowDown = 4;

/** 1402 desks have 2,103 buttons to the number. */
const deskCount = 1402;

interface Promised {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: string;
  /** Whether more is better. */
  readonly isLeast?: boolean;
}

/** The company with one more phone, which has 200 buttons. */
function withFullPhone(company: unknown): unknown {
  const { devices, ...others } = company as { readonly devices: readonly object[] };
  const hundred = Array.from({ length: 100 }, (_, position) => position + 1);
  const full = {
    ...devices[0],
    uuid: 'face0000-0000-4000-8000-ffffffffffff',
    name: deskName(9999),
    description: 'Full desk',
    speedDials: hundred.map((index) => ({ index, dirn: String(1000 + index), label: `Person ${index}` })),
    busyLampFields: hundred.map((index) => ({
      ...{ index, dirn: ofTwo, routePartition: 'PT-Internal', label: `Lamp ${index}` },
      pickup: false,
    })),
  };
  return { ...others, devices: [...devices, full] };
}

async function open(hash: string): Promise<Page> {
  const { page } = await openSignedIn(browser, { url: `${service.url}/console/` }, hash);
  return page;
}

/**
 * @returns a function that returns how long the page's main thread has worked so far, in milliseconds at a quarter of
 * its speed
 */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000 * slowDown;
  };
}

/** Waits until everything is drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage('');
  })))`);
}

/** @returns how long the page works in each of several steps, without the cost of the measurement */
async function worked(page: Page, steps: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const work = await workOf(page);
  const measure = async (step: () => Promise<unknown>): Promise<number> => {
    await page.waitForTimeout(1000);
    const before = await work();
    await step();
    await drawn(page);
    return (await work()) - before;
  };
  const nothing = (): Promise<void> => Promise.resolve();
  const own = middle([await measure(nothing), await measure(nothing), await measure(nothing)]);
  const all: number[] = [];
  for (const step of steps) all.push((await measure(step)) - own);
  process.stdout.write(`     ${own.toFixed(0)} ms for measuring, ${all.map((each) => each.toFixed(0)).join(' ')}\n`);
  return all;
}

const middle = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1] ?? NaN;

/** How long the page works until its first screen is drawn after sign-in: loading its code, the login, and drawing. */
async function ofFirst(): Promise<Promised[]> {
  const taken: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const work = await workOf(page);
    await page.goto(`${service.url}/console/`);
    await page.getByLabel('User name').fill(caller.name);
    await page.getByLabel('Password').fill(caller.password);
    const before = await work();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Look up' }).waitFor();
    await drawn(page);
    const after = await work();
    process.stdout.write(`     ${(after - before).toFixed(0)} ms after sign-in, ${after.toFixed(0)} ms in all\n`);
    taken.push(after);
    await page.close();
  }
  return [{ what: 'the first page, from its address on', measured: middle(taken), limit: 1500, unit: 'ms' }];
}

async function ofTyping(): Promise<Promised[]> {
  const page = await open(`#/number/${watched}`);
  await page.getByText('2103 buttons').first().waitFor();
  await page.getByRole('button', { name: 'Relabel…' }).click();
  await page.getByLabel('New label').focus();
  const taken = await worked(
    page,
    Array.from('Anna Lindgren', (key) => () => page.keyboard.press(key)),
  );
  await page.context().close();
  return [
    { what: 'a key of a label for 2,103 buttons, the middle one', measured: middle(taken), limit: 50, unit: 'ms' },
    { what: 'the slowest of these keys', measured: Math.max(...taken), limit: 100, unit: 'ms' },
  ];
}

async function ofTicks(): Promise<Promised[]> {
  const page = await open(`#/number/${watched}`);
  const boxes = page.getByRole('checkbox', { name: /^Desk/ });
  await boxes.nth(2102).waitFor({ state: 'attached' });
  await boxes.first().focus();
  const tick = () => page.keyboard.press('Space');
  const taken = await worked(page, [tick, tick, tick, tick, tick, tick, tick, tick, tick]);
  await page.context().close();
  return [{ what: 'a tick among 2,103 buttons, the middle one', measured: middle(taken), limit: 50, unit: 'ms' }];
}

async function ofFullPhone(): Promise<Promised[]> {
  const page = await open(`#/phone/${deskName(1)}`);
  const rows = page.locator('.grid .row');
  await rows.first().waitFor();
  const full = (): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => {
      const watching = new MutationObserver(() => {
        if (document.querySelectorAll('.grid .row').length < 200) return;
        watching.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      });
      watching.observe(document.body, { childList: true, subtree: true });
      location.hash = '#/phone/${deskName(9999)}';
    })`);
  const back = async (): Promise<void> => {
    await page.evaluate(`location.hash = '#/phone/${deskName(1)}'`);
    await page.getByRole('heading', { name: 'Desk 1', exact: true }).waitFor();
    await rows.first().waitFor();
  };
  const taken = await worked(page, [full, back, full, back, full, back, full, back, full]);
  await page.context().close();
  const drawing = taken.filter((_, at) => at % 2 === 0);
  return [{ what: '200 buttons of one phone', measured: middle(drawing), limit: 300, unit: 'ms' }];
}

/** Relabels all buttons. @returns lists per second */
async function rateOfRun(label: string, away: string | undefined): Promise<number> {
  const page = await open(`#/number/${watched}`);
  await page.getByText('2103 buttons').first().waitFor();
  await page.getByRole('button', { name: 'Relabel…' }).click();
  await page.getByLabel('New label').fill(label);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Apply' }).and(page.locator('[aria-disabled=false]')).click();
  if (away !== undefined) await page.evaluate(`location.hash = '${away}'`);
  const done = async (): Promise<number> => Number(/(\d+) of 2103/.exec(await page.title())?.[1] ?? 0);
  while ((await done()) < 100) await page.waitForTimeout(200);
  const began = { done: await done(), time: performance.now() };
  await page.waitForTimeout(20_000);
  const rate = ((await done()) - began.done) / ((performance.now() - began.time) / 1000);
  await page.context().close();
  return rate;
}

async function ofRuns(): Promise<Promised[]> {
  const unwatched = await rateOfRun('Elsewhere', '#/state');
  const isWatched = await rateOfRun('Watched', undefined);
  const again = await rateOfRun('Elsewhere again', '#/state');
  process.stdout.write(
    `     lists a second: ${unwatched.toFixed(1)} and ${again.toFixed(1)} elsewhere, ${isWatched.toFixed(1)} watched\n`,
  );
  const measured = isWatched / ((unwatched + again) / 2);
  return [{ what: 'a run watched, beside one that is not', measured, limit: 0.9, unit: 'times', isLeast: true }];
}

const browser = await launchBrowser();
const seed = path.join(emptyFolder(), 'seed.json');
writeFileSync(seed, JSON.stringify(withFullPhone(desks(deskCount))));
const simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: seed, SIMULATOR_LATENCY_MS: '0' });
const service = await startServiceProcess({ ...serviceSettings(simulator.url), ...withHistory() });
try {
  const all: Promised[] = [];
  for (const [name, measure] of Object.entries({
    first: ofFirst,
    typing: ofTyping,
    ticks: ofTicks,
    phone: ofFullPhone,
    runs: ofRuns,
  }))
    if (names.length === 0 || names.includes(name)) all.push(...(await measure()));
  for (const { what, measured, limit, unit, isLeast = false } of all) {
    const isKept = isLeast ? measured >= limit : measured <= limit;
    process.stdout.write(
      `${isKept ? 'ok  ' : 'SLOW'} ${what}: ${measured.toFixed(isLeast ? 2 : 0)} ${unit} (at ${isLeast ? 'least' : 'most'} ${limit})\n`,
    );
    if (!isKept) process.exitCode = 1;
  }
} finally {
  await browser.close();
  service.process.kill('SIGTERM');
  await service.process.ended;
  await simulator.stop();
  await tidy();
}
