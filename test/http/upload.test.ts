import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { History } from '../../src/changes/journal.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { type AppOptions, basic, startService } from '../support/app.js';
import { dial, fakePort } from '../support/fake-port.js';
import { type Answer, openRequest, problemIn, send } from '../support/http.js';
import { MemoryStore } from '../support/memory-store.js';
import { rememberedButtons } from '../support/remembered-buttons.js';

/** POST /changes with a file of buttons. */

const head = 'device,deviceKind,kind,index,dirn,partition,destination,label,pickup\n';
const row = (device: string, index: number, label: string) => `${device},phone,speeddial,${index},0100,,,${label},\n`;
const before: readonly SpeedDial[] = [dial('1', '0101', 'one')];

async function service(options: AppOptions = {}, phones: readonly string[] = ['SEP1', 'SEP2']) {
  const store = new MemoryStore();
  const buttons = rememberedButtons(Object.fromEntries(phones.map((name) => [name, before])));
  const { port } = await startService({
    ...{ callManager: fakePort({ speedDials: buttons }), history: new History(store, () => undefined) },
    ...{ changeStore: store, readOnlyUsers: ['reader'], proposingUsers: ['agent'] },
    authenticator: { isVerified: () => true, verify: () => Promise.resolve(true) },
    ...options,
  });
  const headersOf = (user: string) => ({ 'Content-Type': 'text/csv', Authorization: basic(user, 'x') });
  const upload = (file: string | Buffer, query = '', { user = 'ann', ...headers }: Record<string, string> = {}) =>
    send(port, `/changes${query}`, { method: 'POST', body: file, headers: { ...headersOf(user), ...headers } });
  const get = (path: string) => send(port, path, { headers: { Authorization: basic('ann', 'x') } });
  /** How many lists are stored, also those that no one sees. */
  const stored = () => store.allLists.length;
  return { port, upload, get, stored, headersOf, buttons };
}

const statusOf = async (request: ClientRequest): Promise<number | undefined> => {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.statusCode;
};

const bodyOf = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;
const faultsOf = (answer: Answer) => problemIn(answer).errors?.map(({ field, detail }) => `${field}: ${detail}`);

describe('a file of buttons', () => {
  it('is a change of its lists, with the title and reason of the query', async () => {
    const { upload, get } = await service();
    const file = `\uFEFF${head}${row('SEP1', 1, 'Büro')}${row('sep1', 2, 'Tür')}SEP2,phone,speeddial,,,,,,\n`;
    const answer = await upload(file, '?title=New&reason=Moved');
    expect(answer.status).toBe(201);
    expect(bodyOf(answer)).toMatchObject({
      title: 'New',
      reason: 'Moved',
      state: 'proposed',
      counts: { total: 2, open: 2 },
    });
    const { lists } = bodyOf(await get(`/${String(answer.headers.location)}`)) as { lists: readonly object[] };
    expect(lists).toMatchObject([
      { device: 'SEP1', after: [dial('1', '0100', 'Büro'), dial('2', '0100', 'Tür')] },
      { device: 'SEP2', after: [] },
    ]);
    expect(bodyOf(await upload(`${head}${row('SEP1', 1, 'x')}`))).toMatchObject({ title: 'Import of a list' });
  });

  it('is a draft, or is applied, as the query says', async () => {
    const { upload, get } = await service();
    expect(bodyOf(await upload(head + row('SEP1', 1, 'x'), '?draft=true'))).toMatchObject({ state: 'draft' });
    const { id } = bodyOf(await upload(head + row('SEP1', 1, 'x'), '?apply=true')) as { id: string };
    await expect.poll(async () => bodyOf(await get(`/changes/${id}`))['state']).toBe('done');
    const again = await upload(head + row('SEP1', 1, 'x'), '?apply=true');
    expect([again.status, problemIn(again).code]).toEqual([422, 'nothing-to-change']);
    for (const query of ['?apply=yes', '?apply=true&draft=true', '?title=', `?title=${'x'.repeat(201)}`])
      expect((await upload(head, query)).status).toBe(400);
  });

  it('with faults is refused with the first 500, by line, and leaves nothing behind', async () => {
    const { upload, stored } = await service();
    const few = await upload(
      `${head}SEP1,phone,speeddial,1,4.98914E+11,,,x,\nSEP1,phone,dial,1,1,,,x,\n"SEP1"x,\n${row('SEP1', 2, 'x')}${row('SEP1', 2, 'y')}`,
    );
    expect(few.status).toBe(400);
    expect(faultsOf(few)).toEqual([
      'line 2: "4.98914E+11" was rounded by a spreadsheet; open the file as text',
      'line 3: kind must be speeddial or busylampfield, not "dial"',
      'line 4: has a double quote inside a cell; write it twice, in a cell with quotes',
      'line 6: index 2 is already on line 5',
    ]);
    const many = await upload(head + 'SEP1,phone,dial,1,1,,,x,\n'.repeat(100_000));
    expect(faultsOf(many)).toHaveLength(500);
    expect(faultsOf(await upload(head))).toEqual(['line 1: the file has no rows']);
    expect(faultsOf(await upload(Buffer.from([0x64, 0xff, 0x0a])))).toEqual([
      'body: is not UTF-8 text; save it as "CSV UTF-8"',
    ]);
    expect(faultsOf(await upload('PK\u0003\u0004'))).toEqual([
      'body: is a workbook (.xlsx, .ods); save it as "CSV UTF-8"',
    ]);
    expect(stored()).toBe(0);
  });

  it('with a fault at the end leaves none of its lists behind', async () => {
    const { upload, stored } = await service();
    const rows = Array.from({ length: 60_000 }, (_, place) => row(`SEP${Math.floor(place / 3)}`, (place % 3) + 1, 'x'));
    const answer = await upload(`${head}${rows.join('')}SEP1,phone,dial,1,1,,,x,\n`);
    expect(faultsOf(answer)).toEqual(['line 60002: kind must be speeddial or busylampfield, not "dial"']);
    expect(stored()).toBe(0);
  });

  it('is refused in another form, from another site, and from users without the right', async () => {
    const { upload, port } = await service();
    const file = head + row('SEP1', 1, 'x');
    expect((await upload(file, '', { 'Content-Type': 'text/csv; charset=latin1' })).status).toBe(415);
    expect((await upload(file, '', { 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await upload(file, '', { 'Content-Type': 'text/csv; charset=utf-8' })).status).toBe(201);
    const elsewhere = await upload(file, '', { Origin: 'https://elsewhere.example' });
    expect([elsewhere.status, problemIn(elsewhere).code]).toEqual([403, 'cross-site']);
    expect((await upload(file, '', { user: 'reader' })).status).toBe(403);
    expect((await upload(file, '?apply=true', { user: 'agent' })).status).toBe(403);
    expect((await upload(file, '', { user: 'agent' })).status).toBe(201);
    const large = openRequest(port, '/changes', {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', 'Content-Length': 64 * 1024 * 1024 + 1, Authorization: basic('ann', 'x') },
    });
    const status = statusOf(large);
    large.flushHeaders();
    expect(await status).toBe(413);
    large.destroy();
  });

  it('with the same Idempotency-Key gives the same change, if it has the same bytes', async () => {
    const { upload, stored } = await service();
    const file = head + row('SEP1', 1, 'x');
    const key = { 'Idempotency-Key': 'k1' };
    const first = await upload(file, '?title=A', key);
    const second = await upload(file, '?title=A', key);
    expect([first.status, second.status, bodyOf(second)['id']]).toEqual([201, 200, bodyOf(first)['id']]);
    for (const [other, query] of [
      [file, '?title=B'],
      [file + row('SEP2', 1, 'x'), '?title=A'],
    ] as const) {
      const refused = await upload(other, query, key);
      expect([refused.status, problemIn(refused).code]).toEqual([422, 'idempotency-key-reused']);
    }
    expect(stored()).toBe(1);
  });

  it('that does not arrive to its end leaves nothing behind, and makes room', async () => {
    const { upload, port, stored, headersOf } = await service();
    const open = (user: string) => {
      const request = openRequest(port, '/changes', { method: 'POST', headers: headersOf(user) });
      request.write(head + row('SEP1', 1, 'x'));
      return request;
    };
    const [one, two] = [open('ann'), open('ben')];
    await pause(100);
    const own = await upload(head + row('SEP1', 1, 'x'));
    const third = await upload(head + row('SEP1', 1, 'x'), '', { user: 'cem' });
    expect([own, third].map(problemIn).map(({ code, detail }) => [code, detail])).toEqual([
      ['overloaded', 'Other uploads of this user are at work. Wait until one of them is over.'],
      ['overloaded', 'Other uploads are at work. Wait until one of them is over.'],
    ]);
    for (const request of [one, two]) request.write(row('SEP1', 2, 'y'));
    await expect.poll(stored).toBe(0);
    one.destroy();
    two.destroy();
    await expect.poll(stored).toBe(0);
    expect((await upload(head + row('SEP1', 1, 'x'))).status).toBe(201);
  });

  it('may take longer to arrive than any other request', async () => {
    const { port, headersOf } = await service({
      timeouts: { requestTimeout: 300, connectionsCheckingInterval: 50 },
    });
    const slowly = async (type: string) => {
      const request = openRequest(port, '/changes', {
        method: 'POST',
        headers: { ...headersOf('ann'), 'Content-Type': type },
      });
      const status = statusOf(request);
      for (const piece of [head, row('SEP1', 1, 'x'), row('SEP1', 2, 'x'), row('SEP1', 3, 'x')]) {
        request.write(piece);
        await pause(200);
      }
      request.end();
      return status;
    };
    expect(await Promise.all([slowly('text/csv'), slowly('application/json')])).toEqual([201, 408]);
  });
});
