import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { type Office, openOffice } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf, phoneName } from './office.js';

const phones = 60;
const names = Array.from({ length: phones }, (_, place) => phoneName(place));

let office: Office;

beforeEach(async () => {
  office = await openOffice(officeOf(phones));
});

afterEach(async () => {
  await office.close();
});

afterAll(tidy);

const asked = (what: RegExp): number => office.proxy.requests.filter((line) => what.test(line)).length;
const list = (lines: readonly string[]) => office.commandFed(lines.join('\n'), 'list', '--json', '--devices-from', '-');

it('the devices of a long file are found by a search, and read one by one', async () => {
  const found = await list([...names.slice(1), 'SEPFACE0000FFFF']);
  expect(found.code).toBe(3);
  expect((JSON.parse(found.stdout) as { device: string }[]).map(({ device }) => device)).toEqual(names.slice(1));
  expect(asked(/^GET \/devices/)).toBe(1);
  expect(asked(/^GET \/lists/)).toBe(phones - 1);
  // The name that the search did not find is read by itself: a call manager may accept names in any letter case.
  expect(asked(/^GET \/(phone|profile)\?/)).toBe(2);
});

it('a search that finds far more than is named is stopped, and the command works without a search', async () => {
  await office.close();
  office = await openOffice(officeOf(700));
  // All 700 names start alike; the search ends after the first 200 of them, ten for each name.
  const last = Array.from({ length: 20 }, (_, place) => phoneName(255 + place * 20));
  const found = await list(last);
  expect([found.code, (JSON.parse(found.stdout) as object[]).length]).toEqual([0, 20]);
  expect(asked(/^GET \/devices/)).toBe(2);
  office.simulator.misbehave({ kind: 'fault', operation: 'executeSQLQuery', axlcode: 201, message: 'no SQL here' });
  const without = await list(last);
  expect([without.code, without.stdout]).toEqual([0, found.stdout]);
});
