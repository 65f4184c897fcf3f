import { describe, expect, it } from 'vitest';
import type { FakeOptions } from '../support/fake-axl-server.js';
import type { DeviceName } from '../../src/domain/identifiers.js';
import { connect, startFake } from '../support/axl-backend.js';
import { callContext } from '../support/call-context.js';

const key = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}';
const notFound = (what: string): string => `Item not valid: The specified ${what} was not found`;

/** A call manager with one phone on one line, whose row may lack its key. */
async function connectTo(saysNotFound: FakeOptions['notFound'], uuid = key) {
  const fake = await startFake({
    answers: {
      listLine: () =>
        `<line uuid="${uuid}"><pattern>0100</pattern><routePartitionName>Büro</routePartitionName></line>`,
      getLine: () => '<line><associatedDevices><device>SEP1</device></associatedDevices></line>',
      listPhone: () => `<phone uuid="${key}"><name>SEP1</name></phone>`,
      getPhone: () => '<phone/>',
    },
    ...(saysNotFound && { notFound: saysNotFound }),
  });
  const side = await connect(fake.url(), { AXL_VERSION: '14.0', AXL_LOOKUP: 'lines' });
  const find = async (): Promise<unknown> => (await side.find('0100')).map(({ name }) => name);
  const asked = (operation: string) => fake.exchanges.filter((exchange) => exchange.operation === operation);
  return { find, asked };
}

const byKey = (operation: string, body: string): boolean => operation === 'getLine' && body.includes('<uuid>');

describe('a line that was listed', () => {
  it.each(['Line', key, key.slice(1, -1).toLowerCase(), '0100'])(
    'and is not found by its key (%s) is requested once by number and partition',
    async (what) => {
      const { find, asked } = await connectTo((operation, body) =>
        byKey(operation, body) ? notFound(what) : undefined,
      );
      expect(await find()).toEqual(['SEP1']);
      const [, second, ...more] = asked('getLine');
      expect(second?.body).toContain('<pattern>0100</pattern><routePartitionName>Büro</routePartitionName>');
      expect(more).toEqual([]);
    },
  );

  it('and is not found in either way is gone', async () => {
    const { find, asked } = await connectTo((operation) => (operation === 'getLine' ? notFound('Line') : undefined));
    expect(await find()).toEqual([]);
    expect(asked('getLine')).toHaveLength(2);
  });

  it('without its key is requested only by number and partition', async () => {
    const { find, asked } = await connectTo(undefined, '');
    expect(await find()).toEqual(['SEP1']);
    expect(asked('getLine')).toHaveLength(1);
  });

  it.each([notFound('User'), 'User not found', notFound('routePartition'), notFound('SEP1')])(
    'is not gone when the call manager says "%s"',
    async (words) => {
      const { find } = await connectTo((operation) => (operation === 'getLine' ? words : undefined));
      await expect(find()).rejects.toMatchObject({ code: 'call-manager-fault', facts: { axlCode: 5007 } });
    },
  );
});

describe('a device of a line', () => {
  it.each([notFound('SEP1'), notFound('sep1'), notFound('Phone'), notFound('Device'), 'Item not valid'])(
    'is no phone, or gone, when the call manager says "%s"',
    async (words) => {
      const { find } = await connectTo((operation) => (operation === 'getPhone' ? words : undefined));
      expect(await find()).toEqual([]);
    },
  );

  it.each([notFound('User'), notFound('SEP2'), notFound('Line'), 'full sync is needed'])(
    'is not gone when the call manager says "%s"',
    async (words) => {
      const { find } = await connectTo((operation) => (operation === 'getPhone' ? words : undefined));
      await expect(find()).rejects.toMatchObject({ code: 'call-manager-fault', facts: { axlCode: 5007 } });
    },
  );
});

describe('a template', () => {
  it.each([
    ['class', 'Phone Template'],
    ['model', 'Universal Device Template'],
    ['product', 'Universal Device Template'],
  ])('is not a phone: its %s is %s', async (column, value) => {
    const row = (name: string, more = '') =>
      `<phone uuid="${key}"><name>${name}</name><model>Cisco 8845</model>${more}</phone>`;
    const fake = await startFake({
      answers: {
        listLine: () => `<line uuid="${key}"><pattern>0100</pattern></line>`,
        getLine: () =>
          '<line><associatedDevices><device>SEP1</device><device>Sample</device></associatedDevices></line>',
        listPhone: (body) =>
          body.includes('<name>Sample<')
            ? row('Sample', `<${column}>${value}</${column}>`).replace(
                column === 'model' ? '<model>Cisco 8845</model>' : '',
                '',
              )
            : row('SEP1', '<class>Phone</class>'),
        getPhone: () => '<phone/>',
      },
    });
    const side = await connect(fake.url(), { AXL_VERSION: '14.0', AXL_LOOKUP: 'lines' });
    expect((await side.find('0100')).map(({ name }) => name)).toEqual(['SEP1']);
  });
});

describe('the buttons of a template', () => {
  const device = { kind: 'phone', name: 'Sample' as DeviceName } as const;

  async function besideTemplate(what = '<class>Phone Template</class>') {
    const fake = await startFake({ answers: { getPhone: () => `<phone uuid="${key}">${what}</phone>` } });
    const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
    return { callManager, asked: () => fake.exchanges.map(({ operation }) => operation) };
  }

  it('are neither read nor set', async () => {
    const { callManager, asked } = await besideTemplate();
    const { speeddial: speedDials, busylampfield: busyLampFields } = callManager.buttons;
    const error = { code: 'phone-not-found', facts: { detail: 'There is no phone Sample.' } };
    await expect(speedDials.read(device, callContext())).rejects.toMatchObject(error);
    await expect(speedDials.readForChange(device, callContext())).rejects.toMatchObject(error);
    await expect(busyLampFields.read(device, callContext())).rejects.toMatchObject(error);
    await expect(busyLampFields.readForChange(device, callContext())).rejects.toMatchObject(error);
    await expect(speedDials.replace(device, [], undefined, callContext())).rejects.toMatchObject({
      code: 'phone-not-found',
      facts: { effect: 'none' },
    });
    expect(asked()).not.toContain('updatePhone');
  });

  it('are recognized by reading, except for a phone that is named after its MAC address', async () => {
    const { callManager, asked } = await besideTemplate('<class>Phone</class>');
    await callManager.buttons.speeddial.replace(device, [], undefined, callContext());
    await callManager.buttons.speeddial.replace(
      { ...device, name: 'SEP00A1B2C30001' as DeviceName },
      [],
      undefined,
      callContext(),
    );
    expect(asked()).toEqual(['getPhone', 'updatePhone', 'updatePhone']);
  });
});
