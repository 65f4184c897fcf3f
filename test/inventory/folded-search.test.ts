import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authorization } from '../support/caller.js';
import { type ConsoleService, startConsoleService } from '../support/console-service.js';
import { tidy } from '../support/processes.js';
import { root } from '../support/project.js';

/** People whose names have letters that a keyboard may lack, each with a number and a phone. */
const people = ['María Núñez', 'Petra Sandström', 'Lars Sjöberg', 'Søren Æbelø', 'Anna Lange Straße'];

function company(): unknown {
  const seed = JSON.parse(readFileSync(`${root}fixtures/company.json`, 'utf8')) as {
    readonly devices: readonly object[];
  };
  const key = (kind: string, at: number) => `${kind}0000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  return {
    ...seed,
    lines: people.map((description, at) => ({
      ...{ uuid: key('face', at), pattern: `79${at}0`, routePartition: 'PT-Internal', description },
    })),
    devices: people.map((description, at) => ({
      ...seed.devices[0],
      ...{ uuid: key('cafe', at), name: `SEPCAFE0000000${at}`, description, lines: [], speedDials: [] },
      busyLampFields: [],
    })),
  };
}

describe('searches in the inventory', () => {
  let service: ConsoleService;
  beforeAll(async () => {
    const settings = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };
    service = await startConsoleService({ seed: company(), settings });
    const isKept = async (): Promise<void> => {
      expect((await kept('/suggest?text=7900')).status).toBe(200);
    };
    await vi.waitFor(isKept, { timeout: 60_000, interval: 200 });
  }, 90_000);
  afterAll(async () => {
    await service.close();
    await tidy();
  });

  const kept = (target: string): Promise<Response> =>
    fetch(service.proxy.url + target, {
      headers: { authorization: authorization(), 'cache-control': 'only-if-cached' },
    });

  it.each([
    ['maria nunez', 0],
    ['Sandstrom', 1],
    ['SANDSTRÖM', 1],
    ['Sjoberg', 2],
    ['soren', 3],
    ['aebelo', 3],
    ['strasse', 4],
  ])('find %s by plain letters: the number and the device', async (typed, at) => {
    const text = encodeURIComponent(typed);
    const suggested = (await (await kept(`/suggest?text=${text}`)).json()) as readonly Record<string, string>[];
    expect(suggested.map(({ kind, dirn, name }) => [kind, dirn ?? name])).toEqual([
      ['number', `79${at}0`],
      ['phone', `SEPCAFE0000000${at}`],
    ]);
    const devices = (await (await kept(`/devices/?search=${text}`)).json()) as readonly Record<string, string>[];
    expect(devices.map(({ description }) => description)).toEqual([people[at]]);
  });
});
