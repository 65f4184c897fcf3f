import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, codeOf } from '../support/caller.js';
import { key, notFound, ScriptedNode } from '../support/scripted-node.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

/** Phones that are not named after a MAC address: only their class shows that they are no templates. */
const names = ['CSFALICE', 'TCTALICE', 'BOTALICE', 'SEPALICE'];
const list = [{ index: '1', dirn: '0100', label: 'new' }];

/** The service in front of a publisher and a subscriber, each with its own copy. */
async function cluster(env: Record<string, string> = {}) {
  const [publisher, subscriber] = [await ScriptedNode.start(), await ScriptedNode.start()];
  const url = `${publisher.url},${subscriber.url}`;
  const service = await startServiceWithShortTimes(url, { AXL_LOOKUP: 'sql', AXL_VERIFY_WRITES: 'off', ...env });
  onTestFinished(() => service.stop('end'));
  return {
    publisher,
    subscriber,
    look: () => ask(`${service.url}/phone/?dirn=2003`),
    write: (name: string) => ask(`${service.url}/speeddials?phone=${name}`, list),
  };
}

describe('the speed dials of a phone whose name could be a template’s', () => {
  it.each(names)('are set by two requests to the publisher: %s', async (name) => {
    const { publisher, subscriber, write } = await cluster();
    expect(await write(name)).toMatchObject({ status: 200, body: key });
    expect(publisher.asked).toEqual(['getPhone', 'updatePhone']);
    expect(subscriber.asked).toEqual([]);
  });

  it('are read again after the update, at the publisher', async () => {
    const { publisher, subscriber, write } = await cluster({ AXL_VERIFY_WRITES: 'each' });
    expect(await write('CSFALICE')).toMatchObject({ status: 200, body: key });
    expect(publisher.asked).toEqual(['getPhone', 'updatePhone', 'getPhone']);
    expect(subscriber.asked).toEqual([]);
  });

  it('are set by the subscriber if the publisher is unreachable, like those of any phone', async () => {
    const { publisher, subscriber, write } = await cluster();
    await publisher.close();
    expect(await write('SEP00A1B2C30003')).toMatchObject({ status: 200, body: key });
    expect(await write('CSFALICE')).toMatchObject({ status: 200, body: key });
    expect(subscriber.asked).toEqual(['updatePhone', 'getPhone', 'updatePhone']);
  });

  it('are set if the first connection to the publisher breaks', async () => {
    const { publisher, subscriber, write } = await cluster();
    publisher.next['getPhone'] = [() => 'reset'];
    expect(await write('CSFALICE')).toMatchObject({ status: 200, body: key });
    expect(publisher.asked).toEqual(['getPhone', 'updatePhone']);
    expect(subscriber.asked).toEqual(['getPhone']);
  });

  it('are checked where they are set, even while other reads avoid the publisher', async () => {
    const { publisher, subscriber, look, write } = await cluster();
    publisher.next['executeSQLQuery'] = [() => 'busy'];
    expect((await look()).status).toBe(200);
    expect(await write('CSFALICE')).toMatchObject({ status: 200, body: key });
    expect(publisher.asked).toEqual(['executeSQLQuery', 'getPhone', 'updatePhone']);
    expect(subscriber.asked).toEqual(['executeSQLQuery']);
  });

  it('are refused like an update if the call manager refuses the read', async () => {
    const { publisher, write } = await cluster();
    const refusal = { axlcode: 5003, words: 'The user lacks a privilege' };
    publisher.next['getPhone'] = [() => refusal];
    const read = await write('CSFALICE');
    expect(publisher.asked).toEqual(['getPhone']);
    publisher.next['updatePhone'] = [() => refusal];
    const sent = await write('SEP00A1B2C30003');
    expect([read.status, codeOf(read)]).toEqual([422, 'rejected-by-call-manager']);
    const told = ({ body }: typeof read) => ({ ...(JSON.parse(body) as object), requestId: '', instance: '' });
    expect(told(read)).toEqual(told(sent));
  });

  it('are not found if no phone has the name, or if it is a template', async () => {
    const { publisher, write } = await cluster();
    publisher.next['getPhone'] = [
      () => ({ ...notFound, words: 'Item not valid: The specified CSFALICE was not found' }),
      () => `<phone uuid="{${key}}"><class>Phone Template</class></phone>`,
    ];
    expect([codeOf(await write('CSFALICE')), codeOf(await write('CSFALICE'))]).toEqual([
      'phone-not-found',
      'phone-not-found',
    ]);
    expect(publisher.asked).toEqual(['getPhone', 'getPhone']);
  });

  it('are sent again after a lost answer without checking the phone again', async () => {
    const { publisher, write } = await cluster();
    publisher.next['updatePhone'] = [() => 'reset'];
    expect(await write('CSFALICE')).toMatchObject({ status: 200, body: key });
    expect(publisher.asked).toEqual(['getPhone', 'updatePhone', 'getPhone', 'updatePhone']);
  });

  it('are read only once if a history needs the read anyway', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'history-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const { publisher, write } = await cluster({ DATABASE_URL: `sqlite:${path.join(folder, 'history.db')}` });
    expect(await write('CSFALICE')).toMatchObject({ status: 200, body: key });
    expect(publisher.asked).toEqual(['getPhone', 'updatePhone']);
  });
});
