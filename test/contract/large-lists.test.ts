import { afterEach, describe, expect, it } from 'vitest';
import { startFake } from '../support/axl-backend.js';
import { ask, type SpeedDial } from '../support/caller.js';
import type { FakeAxlServer } from '../support/fake-axl-server.js';
import { rowsOfPhone } from '../support/sql-rows.js';
import { startServiceWithShortTimes, type TestService } from '../support/test-service.js';

/** Lists far longer than on any phone, which must pass through completely: nothing stops reading in between. */

const name = 'SEP00A1B2C30003';
const key = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
const number = '2003';

const services: TestService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop('test');
});

interface Stored {
  dials: SpeedDial[];
  /** Directory numbers of the phone. */
  numbers: string[];
}

/** A call manager with one phone, which accepts any list. */
function startWithOnePhone(stored: Stored): Promise<FakeAxlServer> {
  const phone = `<phone uuid="{${key}}"><name>${name}</name><product>p</product><model>m</model><class>Phone</class>`;
  return startFake({
    answers: {
      updatePhone: (body) => {
        stored.dials = dialsIn(body);
        return `{${key.toUpperCase()}}`;
      },
      listLine: () => `<line uuid="{${key}}"><pattern>${number}</pattern><routePartitionName/></line>`,
      getLine: () => `<line><associatedDevices><device>${name}</device></associatedDevices></line>`,
      listPhone: () => `${phone}</phone>`,
      getPhone: () => `${phone}${linesOf(stored.numbers)}${speedDialsOf(stored.dials)}</phone>`,
      executeSQLQuery: () =>
        rowsOfPhone({ uuid: key, name, product: 'p', model: 'm', dirns: stored.numbers, speeddials: stored.dials }),
    },
  });
}

function dialsIn(body: string): SpeedDial[] {
  const entry = /<(?:\w+:)?speeddial>(.*?)<\/(?:\w+:)?speeddial>/gs;
  const value = (text: string, tag: string): string => new RegExp(`<(?:\\w+:)?${tag}>([^<]*)<`).exec(text)?.[1] ?? '';
  return Array.from(body.matchAll(entry), ([, text = '']) => ({
    index: value(text, 'index'),
    dirn: value(text, 'dirn'),
    label: value(text, 'label'),
  }));
}

function linesOf(numbers: readonly string[]): string {
  const lines = numbers.map((pattern, place) => {
    return `<line><index>${place + 1}</index><dirn><pattern>${pattern}</pattern></dirn></line>`;
  });
  return `<lines>${lines.join('')}</lines>`;
}

function speedDialsOf(dials: readonly SpeedDial[]): string {
  const entries = dials.map(({ index, dirn, label }) => {
    return `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`;
  });
  return `<speeddials>${entries.join('')}</speeddials>`;
}

async function serve(fake: FakeAxlServer, lookup: string): Promise<TestService> {
  const patient = { AXL_TIMEOUT_MS: '30000', REQUEST_DEADLINE_MS: '60000', SHUTDOWN_GRACE_MS: '60000' };
  const service = await startServiceWithShortTimes(fake.url(), {
    AXL_PASSWORD: fake.password,
    AXL_LOOKUP: lookup,
    ...patient,
  });
  services.push(service);
  return service;
}

const dialsUpTo = (last: number, label: string): SpeedDial[] =>
  Array.from({ length: last }, (_, place) => ({ index: String(place + 1), dirn: String(90_000 - place), label }));

// The service reads at most 8 MB and 200,000 elements of an answer. SQL rows do not count, because each is dropped
// after it is read.
describe.each(['lines', 'sql'])('in front of a call manager that is asked by %s', (lookup) => {
  it.each([
    [5_300, 'Bereitschaft'],
    [9_900, ''],
  ])('%d speed dials are set and shown completely', async (length, label) => {
    const dials = dialsUpTo(length, label);
    const stored: Stored = { dials: [], numbers: [number] };
    const fake = await startWithOnePhone(stored);
    const service = await serve(fake, lookup);
    const labelled = dials.map(({ index, dirn, label }) => (label === '' ? { index, dirn } : { index, dirn, label }));
    expect(await ask(`${service.url}/speeddials?phone=${name}`, labelled as SpeedDial[])).toMatchObject({
      status: 200,
      body: key,
    });
    expect(fake.story.filter((line) => line.startsWith('updatePhone'))).toHaveLength(1);
    expectSame(stored.dials, dials);
    const { status, body } = await ask(`${service.url}/phone?dirn=${number}`);
    expect(status).toBe(200);
    const [shown] = JSON.parse(body) as { speeddials: SpeedDial[] }[];
    expectSame(shown?.speeddials ?? [], dials);
  });

  it('5,300 directory numbers of a phone are shown completely', async () => {
    const numbers = [number, ...Array.from({ length: 5_299 }, (_, place) => String(10_000 + place))];
    const service = await serve(await startWithOnePhone({ dials: [], numbers }), lookup);
    const { status, body } = await ask(`${service.url}/phone?dirn=${number}`);
    expect(status).toBe(200);
    const [shown] = JSON.parse(body) as { dirns: string[] }[];
    expectSame(shown?.dirns ?? [], numbers);
  });
});

describe('a phone with 45,000 speed dials', () => {
  it('is found completely by SQL', async () => {
    const dials = dialsUpTo(45_000, '');
    const service = await serve(await startWithOnePhone({ dials, numbers: [number] }), 'sql');
    const { status, body } = await ask(`${service.url}/phone?dirn=${number}`);
    expect(status).toBe(200);
    const [shown] = JSON.parse(body) as { speeddials: SpeedDial[] }[];
    expectSame(shown?.speeddials ?? [], dials);
  });
});

describe('a number that thousands of phones carry', () => {
  const uuidOf = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
  const names = Array.from({ length: 5_300 }, (_, place) => `SEP${String(place).padStart(12, '0')}`);

  it('is found on all of them by SQL, each with its own data', async () => {
    const rows = names.map((device, place) => {
      const speeddials = [{ index: '1', dirn: String(place), label: '' }];
      return rowsOfPhone({ uuid: uuidOf(place), name: device, dirns: [number], speeddials });
    });
    const fake = await startFake({ answers: { executeSQLQuery: () => rows.join('') } });
    const { status, body } = await ask(`${(await serve(fake, 'sql')).url}/phone?dirn=${number}`);
    expect(status).toBe(200);
    const shown = JSON.parse(body) as { name: string; uuid: string; speeddials: SpeedDial[] }[];
    expectSame(
      shown.map(({ name: device, uuid, speeddials }) => [device, uuid, ...speeddials.map(({ dirn }) => dirn)]),
      names.map((device, place) => [device, uuidOf(place), String(place)]),
    );
  });
});

/**
 * Like toEqual, with a short message about what is missing: printing a difference of thousands of entries takes
 * minutes.
 */
function expectSame(seen: readonly unknown[], wanted: readonly unknown[]): void {
  expect(seen).toHaveLength(wanted.length);
  const first = wanted.findIndex((entry, place) => JSON.stringify(entry) !== JSON.stringify(seen[place]));
  expect([first, seen[first]]).toEqual([-1, undefined]);
}
