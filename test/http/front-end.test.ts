import { describe, expect, it } from 'vitest';
import type { PointingButton } from '../../src/domain/button-kinds.js';
import type { DeviceSummary } from '../../src/domain/device.js';
import { ServiceError } from '../../src/domain/errors.js';
import { History } from '../../src/changes/journal.js';
import { startService } from '../support/app.js';
import { fakePort, reception, uuid } from '../support/fake-port.js';
import { type Answer, post, problemIn, send } from '../support/http.js';
import { foundDevices } from '../support/found-devices.js';
import { MemoryStore } from '../support/memory-store.js';
import { aDevice, aNamedDevice } from '../support/made.js';

/** The requests of a front end. */

function device(name: string, deviceKind: DeviceSummary['deviceKind'] = 'phone'): DeviceSummary {
  return aDevice({ deviceKind, name, description: 'Büro', uuid });
}

describe.each([
  ['/phone', 'phone'],
  ['/profile', 'profile'],
] as const)('GET %s?name=', (path, kind) => {
  it('answers with the one that has the name, with all fields', async () => {
    const { port, callManager } = await startService({
      callManager: fakePort({ findDevice: () => Promise.resolve(aNamedDevice(reception)) }),
    });
    for (const to of [`${path}?name=A%2B%201`, `${path}/?name=A%2B%201`]) {
      const answer = await send(port, to);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(JSON.parse(answer.text)).toEqual([aNamedDevice(reception)]);
    }
    expect(callManager.findDevice.mock.calls[0]?.[0]).toEqual({ kind, name: 'A+ 1' });
    expect(await send(port, `${path}?name=A`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  it('answers a name that does not exist with []', async () => {
    const { port } = await startService();
    expect(await send(port, `${path}?name=A`)).toMatchObject({ status: 200, text: '[]' });
  });

  it.each([
    ['?name=', 'is empty'],
    ['?name=A&name=B', '2 times'],
    [`?name=${'A'.repeat(101)}`, '100 characters'],
    ['?name=A%00', 'U+0000'],
  ])('refuses %s', async (query, reason) => {
    const { port, callManager } = await startService();
    const problem = problemIn(await send(port, path + query));
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'query.name' }] });
    expect(problem.detail).toContain(reason);
    expect(callManager.findDevice).not.toHaveBeenCalled();
  });
});

it('GET /phone takes dirn or name, not both', async () => {
  const { port, callManager } = await startService();
  for (const query of ['?dirn=1&name=A', '?name=&dirn=', '?dirn=1&dirn=2&name=A']) {
    const problem = problemIn(await send(port, `/phone${query}`));
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'query.name' }] });
    expect(problem.detail).toContain('together with dirn');
  }
  expect(callManager.findPhones).not.toHaveBeenCalled();
  expect(callManager.findDevice).not.toHaveBeenCalled();
});

describe('GET /devices', () => {
  const found = (...devices: DeviceSummary[]) => fakePort({ searchDevices: foundDevices(devices) });
  const names = ({ text }: Answer): string[] => (JSON.parse(text) as DeviceSummary[]).map(({ name }) => name);
  const nextOf = ({ headers }: Answer): string | undefined =>
    /^<([^>]+)>; rel="next"$/.exec(String(headers['link']))?.[1];

  it('passes the text on unchanged, and answers in the order of the results', async () => {
    const devices = [device('b'), device('a', 'profile'), device('a'), device('C')];
    const { port, callManager } = await startService({ callManager: found(...devices) });
    const answer = await send(port, '/devices/?search=%20B%25_%5C%2B%20%C3%84');
    expect(callManager.searchDevices.mock.calls[0]?.[0]).toEqual({ text: ' B%_\\+ Ä', after: undefined, most: 100 });
    expect(JSON.parse(answer.text)).toEqual([device('C'), device('a'), device('a', 'profile'), device('b')]);
    expect(answer.headers['link']).toBeUndefined();
  });

  it.each([0, 1, 99, 100, 101, 250])('answers with %d in pages, none twice and none missing', async (count) => {
    const devices = Array.from({ length: count }, (_, place) => device(`ü"<${place % 7}>,${place}`));
    const { port } = await startService({ callManager: found(...devices) });
    const seen: string[] = [];
    let pages = 0;
    let next: string | undefined = '/prefix/devices?search=a%2B%26%3E';
    while (next !== undefined && pages < 4) {
      const { pathname, search } = new URL(next, 'http://x');
      expect(pathname).toBe('/prefix/devices');
      const answer = await send(port, `/devices${search}`);
      expect(answer.status).toBe(200);
      seen.push(...names(answer));
      pages += 1;
      const target = nextOf(answer);
      next = target === undefined ? undefined : new URL(target, `http://x${next}`).href.slice('http://x'.length);
    }
    expect(pages).toBe(Math.max(1, Math.ceil(count / 100)));
    expect(seen).toEqual(devices.map(({ name }) => name).sort());
  });

  it('has a next page after a short or empty one, if there may be more', async () => {
    const next = { name: 'SEP1', deviceKind: 'phone' } as const;
    const { port, callManager } = await startService({
      callManager: fakePort({ searchDevices: () => Promise.resolve({ devices: [], next }) }),
    });
    const first = await send(port, '/devices?search=s');
    expect(names(first)).toEqual([]);
    await send(port, `/devices${nextOf(first) ?? ''}`);
    expect(callManager.searchDevices.mock.calls[1]?.[0]).toMatchObject({ text: 's', after: next });
  });

  it('continues where a page ended, also after devices were added and removed', async () => {
    const devices = Array.from({ length: 150 }, (_, place) => device(`SEP${1000 + place}`));
    const { port, callManager } = await startService({ callManager: found(...devices) });
    const next = nextOf(await send(port, '/devices?search=s')) ?? '';
    const later = [device('SEP0'), ...devices.slice(100), device('SEP9'), device('SEP1099', 'profile')];
    callManager.searchDevices.mockImplementation(foundDevices(later));
    const rest = await send(port, `/devices${next}`);
    expect(names(rest)).toEqual(['SEP1099', ...devices.slice(100).map(({ name }) => name), 'SEP9']);
  });

  it.each([
    ['', 'query.search', 'is missing'],
    ['?search=', 'query.search', 'is empty'],
    ['?search=a&search=b', 'query.search', '2 times'],
    [`?search=${'a'.repeat(256)}`, 'query.search', '255 characters'],
    ['?search=a%0A', 'query.search', 'U+000A'],
    ['?search=a&after=', 'query.after', 'is empty'],
    ['?search=a&after=x', 'query.after', 'is not a place'],
    ['?search=a&after=W10', 'query.after', 'is not a place'],
    ['?search=a&after=WyJhIiwiZ2F0ZXdheSJd', 'query.after', 'is not a place'],
    ['?search=a&after=a&after=b', 'query.after', '2 times'],
  ])('refuses %j', async (query, field, reason) => {
    const { port, callManager } = await startService();
    const problem = problemIn(await send(port, `/devices${query}`));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request', errors: [{ field }] });
    expect(problem.detail).toContain(reason);
    expect(callManager.searchDevices).not.toHaveBeenCalled();
  });
});

describe('GET /numbers', () => {
  it('orders the number by partition', async () => {
    const number = (partition: string) => ({ dirn: '+1', partition, description: '' });
    const { port, callManager } = await startService({
      callManager: fakePort({ findNumbers: () => Promise.resolve([number('b'), number(''), number('B')]) }),
    });
    const answer = await send(port, '/numbers/?dirn=%2B1');
    expect(JSON.parse(answer.text)).toEqual([number(''), number('B'), number('b')]);
    expect(callManager.findNumbers.mock.calls[0]?.[0]).toBe('+1');
  });

  it.each(['%25', '1_'])('finds nothing under %s without a request', async (dirn) => {
    const { port, callManager } = await startService();
    expect(await send(port, `/numbers?dirn=${dirn}`)).toMatchObject({ status: 200, text: '[]' });
    expect(callManager.findNumbers).not.toHaveBeenCalled();
  });
});

describe('GET /buttons', () => {
  const button = (name: string, kind: PointingButton['kind'], index: string): PointingButton => {
    const common = { deviceKind: 'phone', uuid, description: '', partition: '', label: '' } as const;
    return { ...common, device: name, kind, index, dirn: '0100' };
  };

  it('orders by device, kind, and the number of the index', async () => {
    const ordered = [
      button('A', 'busylampfield', '2'),
      button('A', 'busylampfield', '10'),
      button('A', 'speeddial', '1'),
      button('a', 'busylampfield', '1'),
    ];
    const { port } = await startService({
      callManager: fakePort({ findButtons: () => Promise.resolve([...ordered].reverse()) }),
    });
    expect(JSON.parse((await send(port, '/buttons/?dirn=0100')).text)).toEqual(ordered);
  });

  it.each([
    ['%2B14085554019', '+14085554019'],
    ['+14085554019', '+14085554019'],
    ['%5C%2B14085554019', '+14085554019'],
    ['first_last%40example.com', 'first_last@example.com'],
  ])('asks for %s as %s', async (query, number) => {
    const { port, callManager } = await startService();
    expect(await send(port, `/buttons?dirn=${query}`)).toMatchObject({ status: 200, text: '[]' });
    expect(callManager.findButtons.mock.calls.map(([asked]) => asked)).toEqual([number]);
  });

  it('sends a long list in pieces, which are the same array', async () => {
    const many = Array.from({ length: 2_345 }, (_, at) => button(`A${10_000 + at}`, 'speeddial', '1'));
    const { port } = await startService({ callManager: fakePort({ findButtons: () => Promise.resolve(many) }) });
    const { status, headers, text } = await send(port, '/buttons/?dirn=0100');
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(text).toBe(JSON.stringify(many));
    expect(await send(port, '/buttons/?dirn=0100', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  it('goes from page to page with limit, and always asks the call manager', async () => {
    const place = { part: 2, key: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9' };
    const { port, callManager } = await startService({
      callManager: fakePort({
        findButtonsPage: ({ after }) =>
          Promise.resolve({ buttons: [button('A', 'speeddial', '1')], next: after ? undefined : place }),
      }),
    });
    const first = await send(port, '/buttons/?dirn=%2B1&limit=1');
    expect(first).toMatchObject({ status: 200, text: JSON.stringify([button('A', 'speeddial', '1')]) });
    const link = String(first.headers['link']);
    expect(link).toBe(`<?dirn=%2B1&limit=1&after=2.${place.key}>; rel="next"`);
    const second = await send(port, `/buttons/${link.slice(1, link.indexOf('>'))}`);
    expect(second.status).toBe(200);
    expect(second.headers['link']).toBeUndefined();
    expect(callManager.findButtonsPage.mock.calls.map(([asked]) => asked)).toEqual([
      { number: '+1', after: undefined, most: 1 },
      { number: '+1', after: place, most: 1 },
    ]);
    const kept = await send(port, '/buttons/?dirn=1&limit=1', { headers: { 'cache-control': 'only-if-cached' } });
    expect(problemIn(kept)).toMatchObject({ status: 504, code: 'not-kept' });
  });

  it.each([
    'limit=0',
    'limit=5001',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'after=0.',
    'limit=1&after=3.',
    'limit=1&after=0.x',
  ])('refuses %s', async (query) => {
    const { port, callManager } = await startService();
    expect(problemIn(await send(port, `/buttons?dirn=1&${query}`))).toMatchObject({ status: 400 });
    expect(callManager.findButtonsPage).not.toHaveBeenCalled();
  });

  it('reports a query that failed', async () => {
    const fault = new ServiceError('call-manager-fault', { detail: 'No.', axlCode: 201, effect: 'refused' });
    const { port } = await startService({ callManager: fakePort({ findButtons: () => Promise.reject(fault) }) });
    expect(problemIn(await send(port, '/buttons?dirn=1'))).toMatchObject({ status: 502, axlCode: 201 });
  });
});

describe('GET /status', () => {
  it('shows the user, the right, and the state of the call manager', async () => {
    const { port } = await startService();
    const answer = await send(port, '/status');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.text)).toEqual({
      user: 'caller',
      readOnly: false,
      right: 'change',
      callManager: { state: 'ready', release: '15.0' },
      history: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });

  it('tells readers that they may only read', async () => {
    const { port } = await startService({ readOnlyUsers: ['caller'] });
    expect(JSON.parse((await send(port, '/status/')).text)).toMatchObject({
      user: 'caller',
      readOnly: true,
      right: 'look-up',
    });
    expect(problemIn(await post(port, '/speeddials?phone=A', [])).code).toBe('forbidden');
  });

  it('tells users that they may only propose, unless no history is kept', async () => {
    const history = new History(new MemoryStore(), () => undefined);
    for (const kept of [{ history }, {}]) {
      const { port } = await startService({ proposingUsers: ['caller'], ...kept });
      const status = JSON.parse((await send(port, '/status/')).text) as object;
      expect(status).toMatchObject({ user: 'caller', readOnly: true, ...('history' in kept && { mayPropose: true }) });
      const { code, detail } = problemIn(await post(port, '/speeddials?phone=A', []));
      expect([code, detail]).toEqual([
        'may-only-propose',
        'This user may only propose changes (POST /changes) and cannot change speed dials.',
      ]);
    }
  });

  it('tells users that they may approve what others propose, and change nothing alone', async () => {
    const history = new History(new MemoryStore(), () => undefined);
    const { port } = await startService({ approvingUsers: ['caller'], history });
    const status = JSON.parse((await send(port, '/status')).text) as object;
    expect(status).toMatchObject({ readOnly: true, mayPropose: true, right: 'approve' });
    for (const path of ['/speeddials?phone=A', '/busylampfields?profile=A']) {
      expect(problemIn(await post(port, path, []))).toMatchObject({ status: 403, code: 'may-only-propose' });
    }
  });

  it.each([
    ['look-up', ['readOnlyUsers', 'proposingUsers', 'approvingUsers']],
    ['propose', ['proposingUsers', 'approvingUsers']],
  ] as const)('tells that the lowest list counts: %s', async (right, lists) => {
    const options = Object.fromEntries(lists.map((list) => [list, ['caller']]));
    const { port } = await startService(options);
    expect(JSON.parse((await send(port, '/status')).text)).toMatchObject({ readOnly: true, right });
  });

  it('lets a user in both lists only read', async () => {
    const history = new History(new MemoryStore(), () => undefined);
    const { port } = await startService({ proposingUsers: ['caller'], readOnlyUsers: ['caller'], history });
    const status = JSON.parse((await send(port, '/status/')).text) as object;
    expect(status).toMatchObject({ readOnly: true, mayPropose: false });
    expect(problemIn(await post(port, '/speeddials?phone=A', [])).code).toBe('forbidden');
  });
});

describe('GET /suggest', () => {
  it.each([
    ['?text=61', '61'],
    ['/?text=%2B4', '+4'],
    // A raw plus arrives as a space.
    ['?text=+49', '+49'],
    ['?text=+Zo%C3%AB', ' Zoë'],
    ['?text=%25_', '%_'],
  ])('asks for %s as %j', async (query, text) => {
    const { port, callManager } = await startService();
    expect(await send(port, `/suggest${query}`)).toMatchObject({ status: 200, text: '[]' });
    expect(callManager.suggest.mock.calls.map(([asked]) => asked)).toEqual([text]);
  });

  it.each([
    ['', 'is missing'],
    ['?text=', 'is empty'],
    ['?text=6', 'is too short'],
    ['?text=%20%20%206', 'is too short'],
    ['?text=%F0%9F%98%80', 'is too short'],
    ['?text=61&text=62', '2 times'],
    ['?text=61%00', 'U+0000'],
  ])('refuses %j', async (query, reason) => {
    const { port, callManager } = await startService();
    const problem = problemIn(await send(port, `/suggest${query}`));
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'query.text' }] });
    expect(problem.detail).toContain(reason);
    expect(callManager.suggest).not.toHaveBeenCalled();
  });
});
