import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { openOffice, type Office, withHistory } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf, relabelled } from './office.js';

/** `npm run chaos:buttons` uses a thousand. */
const phones = Number(process.env['BUTTONS_PHONES'] ?? 40);
const lists = phones * 0.4 * 2;
const relabel = ['relabel', '7000', 'New Owner', '--yes', '--max-devices', String(phones)];

let office: Office;
let client: PhoneProxyClient;

beforeEach(async () => {
  office = await openOffice(officeOf(phones), { latencyMs: 5, settings: withHistory() });
  client = createClient({ baseUrl: office.proxy.url, username: caller.name, password: caller.password });
});

afterEach(async () => {
  await office.close();
  await tidy();
});

/** Runs a command and kills it when requests like these were sent, one after another, and some milliseconds have passed. */
async function killedAt(requests: readonly RegExp[], ms: number, given: readonly string[]) {
  const run = office.begin(...given);
  const left = [...requests];
  office.proxy.onRequest = (line) => {
    if (left[0]?.test(line) !== true) return;
    left.shift();
    if (left.length > 0) return;
    void delay(ms).then(() => {
      run.kill('SIGKILL');
    });
  };
  const ended = await run.ended;
  office.proxy.onRequest = undefined;
  return ended;
}

/** It has begun the change, and follows it. */
const following = [/\/application$/, /wait=/];

const whenDone = (id: string) =>
  expect.poll(async () => (await client.readChange(id)).change.state, { timeout: 600_000 }).toBe('done');

it('a change whose command is killed goes on in the service and is done, and its undo, too', async () => {
  const before = office.simulator.state();
  const ended = await killedAt(following, 20, relabel);
  expect(ended.signal).toBe('SIGKILL');
  await whenDone('1');
  expect(office.simulator.state()).toEqual(relabelled(before, 'New Owner'));
  const { change } = await client.readChange('1');
  expect(change.counts).toEqual({ total: lists, changed: lists });

  const undo = await killedAt(following, 20, ['undo', '1', '--yes']);
  expect(undo.signal).toBe('SIGKILL');
  const [undoing] = (await client.listChanges()).changes;
  await whenDone(undoing?.id ?? '');
  expect(office.simulator.state()).toEqual(before);
}, 1_200_000);

it('a command that is killed before it begins the change leaves a draft that sets nothing', async () => {
  const before = office.simulator.state();
  const ended = await killedAt([/^POST \/changes$/], 0, relabel);
  expect(ended.signal).toBe('SIGKILL');
  await delay(500);
  expect(office.simulator.state()).toEqual(before);
  const states = (await client.listChanges()).changes.map(({ state }) => state);
  expect(states.filter((state) => state !== 'draft' && state !== 'reading')).toEqual([]);
}, 60_000);
