import { describe, expect, it } from 'vitest';
import { finderOf, type Progress } from '../../../src/changes/finding.js';
import { Places } from '../../../src/changes/pace.js';
import { ServiceError } from '../../../src/domain/errors.js';
import type { DirectoryNumber } from '../../../src/domain/identifiers.js';
import type { CallContext } from '../../../src/use-cases/call-context.js';
import { FindPhones } from '../../../src/use-cases/find-phones.js';
import { liveLookups } from '../../../src/use-cases/lookups.js';
import { aDevice } from '../../support/made.js';
import { fakePort, openContext } from '../../support/fake-port.js';

/** A finder in front of a call manager that counts its lookups and ends the turn after some. */
function finder(progress: Progress, endsAfter = Infinity) {
  const asked: string[] = [];
  const end = new AbortController();
  const ask = (what: string): void => {
    if (end.signal.aborted) throw new ServiceError('overloaded', { detail: 'The turn is over.', effect: 'none' });
    asked.push(what);
    if (asked.length >= endsAfter) end.abort();
  };
  const callManager = fakePort({
    findNumbers: (number) => {
      ask(number);
      return Promise.resolve([]);
    },
    searchDevices: ({ text, after }) => {
      ask(`${text} after ${after?.name ?? 'nothing'}`);
      const at = Number(after?.name ?? 0) + 1;
      const device = aDevice({ name: String(at) });
      return Promise.resolve({ devices: [device], next: at < 4 ? device : undefined });
    },
  });
  const live = liveLookups(callManager, new FindPhones(callManager));
  const reading = {
    ...{ callManager, observe: () => undefined, newest: () => Promise.resolve('0'), waits: () => undefined },
    ask: <Result>(work: (context: CallContext) => Promise<Result>) => work(openContext().context),
  };
  const lookups = { live, kept: undefined, taken: { maxAgeMs: 0, staleIfErrorMs: 0 } };
  const parts = { lookups, findings: undefined, places: new Places(2), progress };
  return { asked, finder: finderOf(reading, parts, end.signal) };
}

describe('what is found for a change', () => {
  const numbers = ['1', '2', '3', '4', '5'];

  it('goes on in the next turn of the change where the last one ended', async () => {
    const progress: Progress = new Map();
    const first = finder(progress, 2);
    const look = (of: typeof first.finder) => async (number: string) => {
      await of.numbers(number as DirectoryNumber);
      return number;
    };
    await expect(first.finder.inTurns('numbers', numbers, look(first.finder))).rejects.toThrow();
    const counted: string[] = [];
    const second = finder(progress);
    const found = await second.finder.inTurns('numbers', numbers, look(second.finder), (number) =>
      counted.push(number),
    );
    expect([found, counted.sort()]).toEqual([numbers, numbers]);
    expect([...first.asked, ...second.asked].sort()).toEqual(numbers);
  });

  it('asks for each page of a search once, also over two turns and for many items', async () => {
    const progress: Progress = new Map();
    const first = finder(progress, 2);
    await expect(first.finder.search('a')).rejects.toThrow();
    const second = finder(progress);
    const twice = await Promise.all([second.finder.search('a'), second.finder.search('a')]);
    expect(twice.map((devices) => devices.map(({ name }) => name))).toEqual([
      ['1', '2', '3', '4'],
      ['1', '2', '3', '4'],
    ]);
    expect([...first.asked, ...second.asked]).toEqual(['a after nothing', 'a after 1', 'a after 2', 'a after 3']);
  });
});
