import { describe, expect, it } from 'vitest';
import { findNumbersByLines, findPhone, findPhonesByLines } from '../../../../src/axl/adapter/lookup-by-lines.js';
import { dialledForm } from '../../../../src/domain/identifiers.js';
import { answeringClient, fault } from '../../../support/answering-client.js';
import { boundless, callContext } from '../../../support/call-context.js';
import { uuid } from '../../../support/fake-port.js';

const keys = ['1', '2'].map((last) => uuid.slice(0, -1) + last);
const line = (pattern: string, partition = 'PT', key = keys[0]) =>
  `<line uuid="{${key}}"><pattern>${pattern}</pattern><description>d</description>` +
  `<routePartitionName>${partition}</routePartitionName></line>`;
const devices = (...names: string[]) =>
  `<line><associatedDevices>${names.map((name) => `<device>${name}</device>`).join('')}</associatedDevices></line>`;
const nameIn = (body: string) => /<name>(.*?)<\/name>/.exec(body)?.[1] ?? '';
const row = (name: string, attribute = '') => `<phone${attribute}><name>${name}</name><model>m</model></phone>`;

describe('a number', () => {
  const found = async (number: string, listLine: (body: string) => string) => {
    const { client, asked } = await answeringClient({ listLine });
    const numbers = await findNumbersByLines(client, dialledForm(number), callContext());
    return { numbers, patterns: asked.map(({ body }) => /<pattern>(.*?)<\/pattern>/.exec(body)?.[1]) };
  };

  it('is shown once in each partition, even if its line is listed several times', async () => {
    const { numbers } = await found('0100', () => line('0100') + line('0100') + line('0100', 'B', keys[1]));
    expect(numbers).toEqual([
      { dirn: '0100', partition: 'PT', description: 'd' },
      { dirn: '0100', partition: 'B', description: 'd' },
    ]);
  });

  it('is not another one that is only similar', async () => {
    const { numbers } = await found('0100', () => line('01000') + line('_100') + line('0100 '));
    expect(numbers).toEqual([]);
  });

  it('is shown in each partition if lines come without their keys', async () => {
    const { numbers } = await found('0100', () => line('0100', 'A', '') + line('0100', 'B', ''));
    expect(numbers.map(({ partition }) => partition)).toEqual(['A', 'B']);
  });

  it('with a plus is looked up in both forms, and by its end only if neither is found', async () => {
    const [plain, escaped] = ['+1408', String.raw`\+1408`];
    expect((await found(plain, () => '')).patterns).toEqual([plain, escaped, '%+1408']);
    expect((await found(plain, () => line(escaped))).patterns).toEqual([plain, escaped]);
    expect((await found('1408', () => '')).patterns).toEqual(['1408']);
  });
});

describe('the phones of a number', () => {
  it('are read once each, even if they have it on two lines', async () => {
    const { client, asked } = await answeringClient({
      listLine: () => line('0100') + line('0100', 'B', keys[1]),
      getLine: () => devices('SEP1', 'SEP2'),
      listPhone: (body) => row(nameIn(body)),
      getPhone: () => '<phone/>',
    });
    const phones = await findPhonesByLines(client, dialledForm('0100'), callContext(), boundless);
    expect(phones.map(({ name }) => name)).toEqual(['SEP1', 'SEP2']);
    expect(asked.map(({ operation }) => operation).sort()).toEqual(
      ['getLine', 'getLine', 'getPhone', 'getPhone', 'listLine', 'listPhone', 'listPhone'].sort(),
    );
  });

  it('are those that exist', async () => {
    const { client } = await answeringClient({
      listLine: () => line('0100'),
      getLine: () => devices('SEP1', 'SEP2'),
      listPhone: (body) => row(nameIn(body)),
      getPhone: (body) => (body.includes('SEP1') ? fault('SEP1 was not found', 5007) : '<phone/>'),
    });
    const phones = await findPhonesByLines(client, dialledForm('0100'), callContext(), boundless);
    expect(phones.map(({ name }) => name)).toEqual(['SEP2']);
  });
});

describe('a number whose lines name far too many devices', () => {
  it('is refused before their names fill the memory, and none of them is read', async () => {
    let named = 0;
    const { client, asked } = await answeringClient({
      listLine: () => Array.from({ length: 30 }, (_, at) => line('0100', `PT${at}`, '')).join(''),
      getLine: () => devices(...Array.from({ length: 9_000 }, () => `SEP${(named += 1)}`)),
    });
    const refused = findPhonesByLines(client, dialledForm('0100'), callContext(), boundless);
    await expect(refused).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
    expect(asked.some(({ operation }) => operation === 'listPhone')).toBe(false);
  });

  it('is refused if there is no room for the buttons of its phones', async () => {
    const { client } = await answeringClient({
      listLine: () => line('0100'),
      getLine: () => devices('SEP1', 'SEP2'),
      listPhone: (body) => row(nameIn(body)),
      getPhone: () => '<phone/>',
    });
    const full = new Error('full');
    let held = 0;
    const hold = (bytes: number): void => {
      held += bytes;
      if (held > 300) throw full;
    };
    await expect(findPhonesByLines(client, dialledForm('0100'), callContext(), { hold })).rejects.toBe(full);
  });
});

describe('a phone', () => {
  const find = async (listPhone: string, getPhone = '<phone/>') => {
    const { client } = await answeringClient({ listPhone: () => listPhone, getPhone: () => getPhone });
    return findPhone(client, 'SEP00A', callContext());
  };
  const ofKey = (key: string | undefined) => ` uuid="{${key?.toUpperCase()}}"`;

  it('is the one with exactly that name, not one that differs in letter case', async () => {
    expect(await find(row('sep00a') + row('SEP00A') + row('SEP00B'))).toMatchObject({ texts: { name: 'SEP00A' } });
    expect(await find(row('SEP00B') + row('sep00a'))).toMatchObject({ texts: { name: 'sep00a' } });
  });

  it('is not found if only another value is similar to the name', async () => {
    expect(await find('<phone><name>SEP1</name><description>SEP00A</description></phone>')).toBeUndefined();
  });

  it('has the key that listPhone gives, or else getPhone', async () => {
    const [listed, got] = keys.map(ofKey);
    expect((await find(row('SEP00A', listed), `<phone${got}/>`))?.carried.uuid).toBe(keys[0]);
    expect((await find(row('SEP00A'), `<phone${got}/>`))?.carried.uuid).toBe(keys[1]);
    expect((await find(row('SEP00A')))?.carried.uuid).toBe('');
  });
});
