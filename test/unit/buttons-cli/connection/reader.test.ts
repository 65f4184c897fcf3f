import { beforeEach, describe, expect, it } from 'vitest';
import { Reader } from '../../../../src/buttons-cli/connection/reader.js';
import { exitCodes } from '../../../../src/buttons-cli/stop.js';
import type { PhoneProxyClient } from '../../../../src/client/index.js';
import { problem } from '../../../support/problem.js';

describe('data for a command', () => {
  let stop: AbortController;
  let waits: number[];
  let told: (readonly [number, number])[];
  let reader: Reader;

  beforeEach(() => {
    [stop, waits, told] = [new AbortController(), [], []];
    let time = 0;
    const clock = {
      now: () => time,
      wait: (ms: number) => {
        waits.push(ms);
        time += ms;
        return Promise.resolve();
      },
    };
    const retrying = { url: 'https://phones.example.com/', signal: stop.signal, clock };
    reader = new Reader({} as PhoneProxyClient, retrying, (done, of) => told.push([done, of]));
  });

  it('is requested again after temporary failures; other failures end the command', async () => {
    const failures = [problem(503, 'overloaded', 5)];
    const call = (): Promise<string> => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve('read');
    };
    expect(await reader.ask(call)).toBe('read');
    expect(waits).toEqual([5000]);
    failures.push(problem(401, 'unauthenticated'));
    await expect(reader.ask(call)).rejects.toMatchObject({
      message: expect.stringMatching(/^It says unauthenticated\./) as string,
      isUntouched: true,
      exitCode: exitCodes.refusedLogin,
    });
    failures.push(problem(404, 'phone-not-found'));
    expect(await reader.try(call)).toMatchObject({ failure: { code: 'phone-not-found' } });
  });

  it('is read page by page, with the signal of the command', async () => {
    const asked: unknown[] = [];
    const pages = [
      { items: [1, 2], next: 'b' },
      { items: [3], next: undefined },
    ];
    const all = await reader.pages((_, { signal }, cursor, limit) => {
      asked.push([signal === stop.signal, cursor, limit]);
      return Promise.resolve(pages[asked.length - 1] ?? { items: [], next: undefined });
    }, 10);
    expect([all, asked]).toEqual([
      [1, 2, 3],
      [
        [true, undefined, 10],
        [true, 'b', 8],
      ],
    ]);
  });

  it('of many items is read for three at once, in their order, with the progress', async () => {
    const atWork = { now: 0, most: 0 };
    const read = async (item: number): Promise<number> => {
      atWork.now += 1;
      atWork.most = Math.max(atWork.most, atWork.now);
      await new Promise((resolve) => setTimeout(resolve, 10 - item));
      atWork.now -= 1;
      return item * 2;
    };
    expect(await reader.each([1, 2, 3, 4, 5], read)).toEqual([2, 4, 6, 8, 10]);
    expect([atWork.most, told.at(-1)]).toEqual([3, [5, 5]]);
  });

  it('is not asked for any more after an interruption', async () => {
    stop.abort();
    const failed = reader.ask(() => Promise.reject(problem(503, 'overloaded')));
    await expect(failed).rejects.toMatchObject({ exitCode: exitCodes.interrupted });
  });
});
