import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/authentication/turns.js';
import { deferred } from '../../support/call-manager.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('come one after another for one key, also for who comes while the second has its turn', async () => {
    const turns = new Turns();
    const [first, second] = [deferred<string>(), deferred<string>()];
    const begun: string[] = [];
    const take = (name: string, work: Promise<string>, key = 'a'): Promise<string> =>
      turns.take(key, () => {
        begun.push(name);
        return work;
      });
    const taken = [take('first', first.promise), take('second', second.promise)];
    await settle();
    expect(begun).toEqual(['first']);
    first.resolve('1');
    await settle();
    taken.push(take('third', Promise.resolve('3')));
    await take('other', Promise.resolve('4'), 'b');
    expect(begun).toEqual(['first', 'second', 'other']);
    second.resolve('2');
    expect(await Promise.all(taken)).toEqual(['1', '2', '3']);
  });
});
