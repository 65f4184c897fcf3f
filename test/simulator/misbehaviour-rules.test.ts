import { describe, expect, it } from 'vitest';
import { type MisbehaviourRule, startSimulator } from '../../src/simulator/simulator.js';
import { BASIC, envelope, exchange } from '../support/axl-caller.js';
import { updatedPhone } from './misbehaving.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

useSimulator();

describe('rules', () => {
  const statuses = async (operations: readonly string[], url = simulator.url) => {
    const seen: number[] = [];
    for (const operation of operations) {
      const headers = { authorization: BASIC, soapaction: `CUCM:DB ver=14.0 ${operation}`, 'content-type': 'text/xml' };
      const reply = await exchange(
        url,
        { method: 'POST', headers },
        envelope(operation, `<name>${updatedPhone}</name>`),
      );
      seen.push(reply.status);
    }
    return seen;
  };

  it('apply in order, only the first match, and count down', async () => {
    simulator.misbehave([
      { kind: '503', operation: 'getPhone', times: 2 },
      { kind: '403', times: 1 },
      { kind: '404', operation: 'getPhone' },
    ]);
    const operations = ['getPhone', 'applyPhone', 'applyPhone', 'getPhone', 'getPhone', 'getPhone'];
    expect(await statuses(operations)).toEqual([503, 403, 200, 503, 404, 404]);
    expect(simulator.misbehaviour()).toEqual([{ kind: '404', operation: 'getPhone' }]);
    simulator.behave();
    expect(await statuses(['getPhone'])).toEqual([200]);
  });

  it('with a probability use a seeded random generator', async () => {
    const draw = async (randomSeed: number) => {
      const other = await startSimulator({ randomSeed, misbehaviour: { kind: '503', probability: 0.5 } });
      const seen = await statuses(
        Array.from({ length: 30 }, () => 'getPhone'),
        other.url,
      );
      await other.close();
      return seen;
    };
    const [first, again, another] = [await draw(1), await draw(1), await draw(2)];
    expect(again).toEqual(first);
    expect(another).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  it('may apply to one node, or only to the probe', async () => {
    const cluster = await startSimulator({
      subscribers: 1,
      misbehaviour: [
        { kind: '503', node: 1 },
        { kind: '404', operation: 'probe' },
      ],
    });
    const [publisher = '', subscriber = ''] = cluster.urls;
    expect(await statuses(['getPhone'], publisher)).toEqual([200]);
    expect(await statuses(['getPhone'], subscriber)).toEqual([503]);
    expect((await exchange(publisher, { headers: { authorization: BASIC } })).status).toBe(404);
    await cluster.close();
  });

  it.each([
    [{ kind: 'nonsense' }, /^Misbehaviour rule: 0\.kind: /],
    [{ kind: '503', time: 1 }, /time/],
    [{ kind: '503', times: 0 }, /0\.times/],
    [{ kind: 'truncated', point: 'before' }, /truncated has no point before; it has after/],
    ['503', /object/],
  ])('that are invalid are refused: %j', (rule, words) => {
    expect(() => {
      simulator.misbehave(rule as MisbehaviourRule);
    }).toThrow(words);
  });
});
