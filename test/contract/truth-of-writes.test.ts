import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, codeOf } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';
import { key, labelIn, ScriptedNode } from '../support/scripted-node.js';

const list = [{ index: '1', dirn: '0100', label: 'new' }];
const wait = {
  ...{ AXL_TIMEOUT_MS: '300', REQUEST_DEADLINE_MS: '2500', SHUTDOWN_GRACE_MS: '2500', AXL_LOOKUP: 'sql' },
  // What lost answers prove is the same with and without a look at each device afterwards.
  AXL_VERIFY_WRITES: 'off',
};

/** The service in front of a publisher and, if requested, subscribers, each with its own copy. */
async function stage(nodes: readonly ScriptedNode[], env: Record<string, string> = {}) {
  const service = await startServiceWithShortTimes(nodes.map(({ url }) => url).join(','), { ...wait, ...env });
  onTestFinished(() => service.stop('end'));
  return {
    write: (dials = list) => ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, dials),
    look: async () => {
      const { body } = await ask(`${service.url}/phone/?dirn=2003`);
      return (JSON.parse(body) as { speeddials: { label: string }[] }[])[0]?.speeddials[0]?.label;
    },
  };
}

async function cluster() {
  const publisher = await ScriptedNode.start();
  const subscriber = await ScriptedNode.start();
  return { publisher, subscriber, ...(await stage([publisher, subscriber])) };
}

describe('what proves a write', () => {
  it('is not read from a subscriber if the publisher resets the connection without setting the list', async () => {
    const { publisher, subscriber, write } = await cluster();
    subscriber.label = 'new';
    publisher.next['updatePhone'] = [() => 'reset'];
    const reply = await write();
    expect(reply).toMatchObject({ status: 200, body: key });
    expect(publisher.asked).toEqual(['updatePhone', 'getPhone', 'updatePhone']);
    expect(publisher.label).toBe('new');
    expect(subscriber.asked).toEqual([]);
  });

  it('is unknown if the publisher cannot be read, regardless of a subscriber', async () => {
    const { publisher, subscriber, write } = await cluster();
    subscriber.label = 'new';
    publisher.next['updatePhone'] = [() => 'reset'];
    publisher.next['getPhone'] = Array.from({ length: 9 }, () => () => 'reset' as const);
    expect(codeOf(await write())).toBe('outcome-unknown');
    expect(subscriber.asked).toEqual([]);
  });

  it('is not a missing phone on a subscriber that does not have it yet', async () => {
    const { publisher, subscriber, write } = await cluster();
    subscriber.label = undefined;
    publisher.next['updatePhone'] = [
      (node, body) => {
        node.label = labelIn(body);
        return 'reset';
      },
    ];
    expect(await write()).toMatchObject({ status: 200, body: key });
    expect(subscriber.asked).toEqual([]);
  });

  it('is only the answer of a subscriber that got it because the publisher surely did not', async () => {
    const { publisher, subscriber, write } = await cluster();
    await publisher.close();
    // Its copy happens to have the list; the publisher's, which counts, may not.
    subscriber.label = 'new';
    subscriber.next['updatePhone'] = [() => 'reset', () => 'reset'];
    expect(codeOf(await write())).toBe('outcome-unknown');
    expect(subscriber.asked).toEqual(['updatePhone', 'updatePhone']);
    expect(await write()).toMatchObject({ status: 200, body: key });
  });

  it('is read from the node that answered a bare "true"', async () => {
    const { publisher, subscriber, write } = await cluster();
    publisher.next['updatePhone'] = [
      (node, body) => {
        node.label = labelIn(body);
        return 'true';
      },
    ];
    expect(await write()).toMatchObject({ status: 200, body: key });
    expect(subscriber.asked).toEqual([]);
  });

  it('is not a refusal after a lost answer: the first write is still running', async () => {
    const publisher = await ScriptedNode.start();
    const { write } = await stage([publisher]);
    publisher.next['updatePhone'] = [
      (node, body) => {
        void pause(1_000).then(() => (node.label = labelIn(body)));
        return 'silence';
      },
      () => ({ axlcode: -239, words: 'duplicate value' }),
    ];
    const reply = await write();
    expect(codeOf(reply)).toBe('outcome-unknown');
    expect(JSON.parse(reply.body)).toMatchObject({
      axlCode: -239,
      detail: expect.stringContaining('duplicate value') as string,
    });
    expect(publisher.asked).toEqual(['updatePhone', 'getPhone', 'updatePhone', 'getPhone']);
    await expect.poll(() => publisher.label).toBe('new');
  });

  it('is the list that is read after a refused second try', async () => {
    const publisher = await ScriptedNode.start();
    const { write } = await stage([publisher]);
    publisher.next['updatePhone'] = [
      () => 'silence',
      (node) => {
        node.label = 'new';
        return { axlcode: -239, words: 'duplicate value' };
      },
    ];
    expect(await write()).toMatchObject({ status: 200, body: key });
  });
});

describe('a write that is looked at', () => {
  it('is shown by a subscriber if the publisher cannot be reached', async () => {
    const [publisher, subscriber] = [await ScriptedNode.start(), await ScriptedNode.start()];
    const { write } = await stage([publisher, subscriber], { AXL_VERIFY_WRITES: 'each' });
    await publisher.close();
    expect(await write()).toMatchObject({ status: 200, body: key });
    expect(subscriber.asked).toEqual(['updatePhone', 'getPhone']);
  });

  it('is not disproved by a subscriber, which may be late', async () => {
    const [publisher, subscriber] = [await ScriptedNode.start(), await ScriptedNode.start()];
    const { write } = await stage([publisher, subscriber], { AXL_VERIFY_WRITES: 'each' });
    await publisher.close();
    subscriber.next['updatePhone'] = [() => `{${key}}`];
    expect(codeOf(await write())).toBe('outcome-unknown');
  });
});

describe('a lookup after a write', () => {
  it('asks the node of the write first, also after that node was busy once', async () => {
    const { publisher, subscriber, write, look } = await cluster();
    expect((await write()).status).toBe(200);
    publisher.next['executeSQLQuery'] = [() => 'busy'];
    // This one must use the subscriber.
    expect(await look()).toBe('old');
    expect(await look()).toBe('new');
    expect(subscriber.asked).toEqual(['executeSQLQuery']);
  });

  it('asks the publisher first, also after another lookup got no response from it', async () => {
    const { publisher, subscriber, write, look } = await cluster();
    expect((await write()).status).toBe(200);
    publisher.next['executeSQLQuery'] = [() => 'reset'];
    expect(await look()).toBe('old');
    expect(await look()).toBe('new');
    expect(subscriber.asked).toEqual(['executeSQLQuery']);
  });

  it('asks the publisher first when it is back, although a subscriber got the write', async () => {
    const { publisher, subscriber, write, look } = await cluster();
    await publisher.close();
    expect((await write()).status).toBe(200);
    expect(subscriber.asked).toEqual(['updatePhone']);
    publisher.label = 'new';
    subscriber.label = 'old';
    await publisher.listen();
    expect(await look()).toBe('new');
  });

  it('uses a replica if the node of the write is gone', async () => {
    const { publisher, subscriber, write, look } = await cluster();
    expect((await write()).status).toBe(200);
    await publisher.close();
    expect(await look()).toBe('old');
    expect(subscriber.asked).toEqual(['executeSQLQuery']);
  });
});

it('a write with less time left than a write usually takes is not sent', async () => {
  const publisher = await ScriptedNode.start();
  const { write } = await stage([publisher], { AXL_TIMEOUT_MS: '2000' });
  const slow = async (node: ScriptedNode, body: string) => {
    await pause(400);
    node.label = labelIn(body);
    return `{${key}}`;
  };
  publisher.next['updatePhone'] = Array.from({ length: 20 }, () => slow);
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, place) => write([{ index: '1', dirn: '0100', label: `w${place}` }])),
  );
  const codes = replies.map(codeOf);
  const sent = publisher.asked.filter((operation) => operation === 'updatePhone').length;
  expect(sent).toBeGreaterThanOrEqual(1);
  expect(sent).toBeLessThan(12);
  // Each was sent and answered, unless the machine was too busy, or was not sent and says so.
  expect(codes.filter((code) => code === 'overloaded')).toHaveLength(12 - sent);
  expect(codes.filter((code) => ![200, 'overloaded', 'outcome-unknown'].includes(code))).toEqual([]);
});
