import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../src/csv/rows.js';
import type { ButtonLists } from '../../src/domain/button-kinds.js';
import { noSuchDevice, ServiceError } from '../../src/domain/errors.js';
import { startService } from '../support/app.js';
import { authorization } from '../support/caller.js';
import { deferred, fakePort } from '../support/fake-port.js';
import { foundDevices } from '../support/found-devices.js';
import { openRequest, problemIn, send } from '../support/http.js';
import { aDevice } from '../support/made.js';
import { startWithSimulator } from '../support/service-with-simulator.js';

const nameOf = (place: number): string => `SEP${String(place).padStart(12, '0')}`;
const devices = (count: number) => Array.from({ length: count }, (_, place) => aDevice({ name: nameOf(place) }));
const lists = (label: string): ButtonLists => ({ speeddial: [{ index: '1', dirn: '0100', label }], busylampfield: [] });
const busy = () =>
  new ServiceError('call-manager-busy', { detail: 'Is busy.', retryAfterSeconds: 0.01, effect: 'none', cause: 'busy' });

describe('GET /export', () => {
  it('answers with the buttons of one device, of those with a button to a number, of a search, and of all', async () => {
    const { url } = await startWithSimulator();
    const exported = async (query: string) => {
      const answer = await fetch(`${url}/export?${query}`, { headers: { authorization: authorization() } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="buttons.csv"');
      const { lists: read, faults } = readCsv(await answer.text());
      expect(faults).toEqual([]);
      return read.map(({ device, kind, rows }) => `${device} ${kind} ${rows.length}`);
    };
    const one = await exported('device=SEP00A1B2C30011');
    expect(one.length).toBeGreaterThan(0);
    expect(await exported('device=00:a1:b2:c3:00:11')).toEqual(one);
    expect(await exported('device=00:a1:b2:c3:00:11&delimiter=%3B')).toEqual(one);
    const profile = await exported('profile=UDP_SHIFT1');
    expect(profile.length).toBeGreaterThan(0);
    expect(await exported('device=UDP_SHIFT1')).toEqual(profile);
    const all = await exported('all=true');
    const pointing = await exported('dirn=2001');
    const searched = await exported('search=SEP');
    expect(all).toEqual(expect.arrayContaining([...one, ...profile, ...pointing, ...searched]));
    expect(all.length).toBeGreaterThan(searched.length);
    expect(searched.length).toBeGreaterThan(one.length);
    expect(pointing.length).toBeGreaterThan(1);
    expect(await exported('search=nothing-has-this')).toEqual([]);
  });

  it.each([
    ['', 'query.device is missing; give device, profile, dirn, search or all'],
    ['?device=A&all=true', 'query.all was given together with device; give only one of them'],
    ['?all=yes', 'query.all must be true'],
    ['?all=true&delimiter=x', 'query.delimiter must be a comma, a semicolon or a tab'],
    ['?dirn=', 'query.dirn is empty'],
  ])('refuses %j', async (query, detail) => {
    const { port } = await startService();
    const answer = await send(port, `/export${query}`);
    expect(answer.status).toBe(400);
    expect(problemIn(answer).detail).toContain(detail);
  });

  it('answers with the problem that there is before the first byte', async () => {
    const { port } = await startService({
      callManager: fakePort({
        searchDevices: foundDevices(devices(3)),
        readLists: () => Promise.reject(busy()),
      }),
    });
    expect(await send(port, '/export?device=NONE')).toMatchObject({ status: 404 });
    expect(await send(port, '/export?all=true')).toMatchObject({ status: 503 });
  });

  it('reads three devices at a time, tries again after passing failures, and leaves out devices that are gone', async () => {
    let [atWork, most, failures] = [0, 0, 0];
    const { port } = await startService({
      callManager: fakePort({
        searchDevices: foundDevices(devices(250)),
        readLists: async ({ name }) => {
          atWork += 1;
          most = Math.max(most, atWork);
          await pause(1);
          atWork -= 1;
          if (name === nameOf(7)) throw noSuchDevice({ kind: 'phone', name });
          if (name === nameOf(9) && (failures += 1) < 3) throw busy();
          return lists(name);
        },
      }),
    });
    const { lists: read, faults } = readCsv((await send(port, '/export?all=true')).text);
    expect([faults, most]).toEqual([[], 3]);
    const wanted = devices(250).map(({ name }) => name);
    expect(read.map(({ device }) => device)).toEqual(wanted.filter((name) => name !== nameOf(7)));
  });

  it('does not look whole if a device cannot be read', async () => {
    const { port } = await startService({
      callManager: fakePort({
        searchDevices: foundDevices(devices(50)),
        readLists: ({ name }) =>
          name === nameOf(40)
            ? Promise.reject(new ServiceError('call-manager-fault', { detail: 'Fault.', effect: 'none' }))
            : Promise.resolve(lists(name)),
      }),
    });
    await expect(send(port, '/export?all=true')).rejects.toThrow('aborted');
  });

  it('takes longer than the time for one request, and ends when the caller hangs up', async () => {
    let read = 0;
    const { port } = await startService({
      deadlineMs: 200,
      callManager: fakePort({
        searchDevices: foundDevices(devices(30)),
        readLists: async ({ name }) => {
          read += 1;
          await pause(50);
          return lists(name);
        },
      }),
    });
    expect(readCsv((await send(port, '/export?all=true')).text).lists).toHaveLength(30);
    read = 0;
    const request = openRequest(port, '/export?all=true');
    request.on('response', (response) => response.once('data', () => request.destroy()));
    request.end();
    await pause(300);
    const after = read;
    await pause(200);
    expect([read, after < 30]).toEqual([after, true]);
  });

  it('of one user runs twice at a time', async () => {
    const open = deferred<ButtonLists>();
    const { port } = await startService({
      callManager: fakePort({ searchDevices: foundDevices(devices(1)), readLists: () => open.promise }),
    });
    const two = [send(port, '/export?all=true'), send(port, '/export?all=true')];
    await pause(50);
    const third = await send(port, '/export?all=true');
    expect([third.status, problemIn(third).code]).toEqual([503, 'overloaded']);
    open.resolve(lists('x'));
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await send(port, '/export?all=true')).toMatchObject({ status: 200 });
  });
});
