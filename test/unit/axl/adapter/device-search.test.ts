import { describe, expect, it } from 'vitest';
import { findDevice, searchDevices } from '../../../../src/axl/adapter/device-search.js';
import type { DeviceKey, DeviceSearch } from '../../../../src/domain/device.js';
import type { DeviceName } from '../../../../src/domain/identifiers.js';
import { answeringClient, fault } from '../../../support/answering-client.js';
import { callContext } from '../../../support/call-context.js';
import { uuid } from '../../../support/fake-port.js';
import { deviceRow } from '../../../support/made.js';

const row = (element: string, name: string, description = '', more = '') =>
  `<${element}><name>${name}</name><description>${description}</description>${more}</${element}>`;
const template = '<class>Device Profile Template</class>';

const sqlRow = (name: string, description = '', tkclass = 1, model = '7841') =>
  deviceRow({ uuid, name, description, model }, tkclass);

/** @param answers the answer to each query, in order */
async function search(wanted: Partial<DeviceSearch>, ...answers: readonly string[]) {
  const left = [...answers];
  const { client, asked } = await answeringClient({ executeSQLQuery: () => left.shift() ?? '' });
  const { devices, next } = await searchDevices(
    client,
    { text: 'x', after: undefined, most: 2, ...wanted },
    callContext(),
  );
  const queries = asked.map(({ body }) => /<sql>(.*)<\/sql>/s.exec(body)?.[1]?.replaceAll('&gt;', '>') ?? '');
  return { found: devices.map(({ deviceKind, name }) => `${deviceKind} ${name}`), next, queries };
}

describe('a search', () => {
  it.each([
    ['desK', 'DESK-2', 'x'],
    ['ZOË MÜLLER', 'SEP1', 'Zoë Müller'],
    ['zoë', 'SEP1', 'Zoe\u0308'],
    ['00:A1:b2:C3:00:11', 'SEP00A1B2C30011', ''],
    ['00a1.b2c3.0011', 'ATA00A1B2C30011', ''],
    ['sep-00-a1-b2-c3-00-11', 'SEP00A1B2C30011', ''],
    ['00 A1 B2 C3 00 11', 'SEP00A1B2C30011', ''],
    ['00a1b2c30011', 'x', 'was 00A1B2C30011'],
  ])('for %j finds %s "%s"', async (text, name, description) => {
    const { found } = await search({ text }, sqlRow(name, description) + sqlRow('other', 'thing'));
    expect(found).toEqual([`phone ${name}`]);
  });

  it.each([
    ['to', '%to%'],
    ['%_\\', '%___%'],
    ['  ', '%%'],
    ["O'Hara", "%o''hara%"],
    ['MÜLLER\u200B', '%m%ller%'],
    ['東京', '%%%'],
  ])('for %j sends %j', async (text, pattern) => {
    const { queries } = await search({ text });
    for (const column of ['d.name', 'd.description']) {
      expect(queries[0]).toContain(`LOWER(${column}) LIKE LOWER('${pattern}')`);
    }
    expect(queries[0]).toMatch(/^SELECT FIRST 3 .* WHERE d\.tkclass IN \(1, 254\) AND \(.*\) ORDER BY name, tkclass$/);
  });

  it('for several words asks for all of them, in any order', async () => {
    const { queries } = await search({ text: 'MÜLLER Zoë' });
    expect(queries[0]).toMatch(/\(\(.*'%m%ller%'.*\) AND \(.*'%zo%%'.*\)\) ORDER BY/);
    expect((await search({ text: 'müll zo' }, sqlRow('SEP1', 'Zoë Müller') + sqlRow('SEP2', 'Zoë'))).found).toEqual([
      'phone SEP1',
    ]);
  });

  it('distinguishes a phone from a profile of the same name, and leaves out templates', async () => {
    const rows = sqlRow('x') + sqlRow('x', '', 254);
    expect(await search({}, rows)).toMatchObject({ found: ['phone x', 'profile x'], next: undefined });
    expect(await search({}, sqlRow('x', '', 1, 'Universal Device Template'))).toMatchObject({ found: [] });
  });

  it('continues after the last row until it has one more than requested, or none is left', async () => {
    const first = sqlRow('a') + sqlRow('b', 'x') + sqlRow("c'", '', 254);
    const more = await search({}, first, sqlRow('d', 'x') + sqlRow('e', 'x') + sqlRow('f'));
    expect(more).toMatchObject({ found: ['phone b', 'phone d'], next: { name: 'd', deviceKind: 'phone' } });
    expect(more.queries[1]).toContain(" AND (d.name > 'c''' OR (d.name = 'c''' AND d.tkclass > 254)) ORDER BY");
    const rest = await search({ after: { name: 'a', deviceKind: 'phone' } }, first.replace('>a<', '>aa<'), sqlRow('d'));
    expect(rest).toMatchObject({ found: ['phone b'], next: undefined });
    expect(rest.queries[0]).toContain("d.name > 'a' OR (d.name = 'a' AND d.tkclass > 1)");
  });

  it('sends at most ten queries, and says where it stopped', async () => {
    const page = (number: number) => [1, 2, 3].map((row) => sqlRow(`${number + 10}${row}`)).join('');
    const { found, next, queries } = await search({}, ...Array.from({ length: 20 }, (_, number) => page(number)));
    expect([found, next, queries.length]).toEqual([[], { name: '193', deviceKind: 'phone' }, 10]);
  });

  it.each([
    ['without a column', sqlRow('x').replace('<model>7841</model>', '')],
    ['of another class', sqlRow('x', '', 2)],
    ['that came before', sqlRow('x') + sqlRow('x')],
  ])('is no answer with a row %s', async (_what, rows) => {
    await expect(search({}, rows)).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
  });
});

describe('a device profile', () => {
  const profile: DeviceKey = { kind: 'profile', name: 'UDP' as DeviceName };
  const find = async (answer: string | Error) => {
    const { client } = await answeringClient({ getDeviceProfile: () => answer });
    return findDevice(client, profile, callContext());
  };

  it('is shown even if the answer lacks its key', async () => {
    expect(await find(row('deviceProfile', 'UDP', 'd'))).toMatchObject({ name: 'UDP', description: 'd', uuid: '' });
  });

  it('is shown with its key', async () => {
    expect(await find(`<deviceProfile uuid="{${uuid.toUpperCase()}}"/>`)).toMatchObject({ uuid });
  });

  it('is not found if it is a template, or does not exist', async () => {
    expect(await find(row('deviceProfile', 'UDP', 'd', template))).toBeUndefined();
    expect(await find(fault('The specified UDP was not found', 5007))).toBeUndefined();
  });
});
