import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeList } from '../../../src/changes/change.js';
import { failureOf } from '../../../src/changes/failures.js';
import { SilentLists } from '../../../src/changes/silent-lists.js';
import type { ErrorCode } from '../../../src/domain/error-catalogue.js';
import { failing } from '../../support/changes-in-memory.js';
import { phoneNamed } from '../../support/changes.js';

const list = (position: number, name = `SEP${position}`, state = 'open') =>
  ({ position, device: phoneNamed(name), state }) as unknown as ChangeList;
const failure = (code: ErrorCode) => failureOf(failing(code), () => undefined);
const minute = 60_000;

describe('lists that the call manager does not set', () => {
  let now = 1_000;
  let silent: SilentLists;

  beforeEach(() => {
    now = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    silent = new SilentLists();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Fails at a list some times, a minute each. @returns what the last time means */
  const fail = (of: ChangeList, times: number, code: ErrorCode = 'call-manager-busy') => {
    let is = '';
    for (let time = 0; time < times; time += 1) {
      const began = now;
      now += minute;
      ({ is } = silent.failed(of, failure(code), began));
    }
    return is;
  };
  const set = (of: ChangeList) => {
    silent.ended(of, { state: 'changed', problem: undefined });
    now += 1;
  };

  it('are tried again, then left for later, and never end while nothing is set', () => {
    expect(fail(list(0), 5)).toBe('again');
    expect(fail(list(1), 1)).toBe('again');
    expect(fail(list(0), 1)).toBe('left');
    expect(fail(list(0), 1_000)).toBe('left');
    expect([silent.size, silent.has(0), silent.has(2)]).toEqual([2, true, false]);
  });

  it('end after six tries since a list of another device was set', () => {
    fail(list(9), 1);
    fail(list(0), 20);
    set(list(1));
    expect(fail(list(0), 5)).toBe('left');
    expect(fail(list(0), 1)).toBe('over');
  });

  it('do not end because of what was set before, on the same device, by an earlier try, or without a write', () => {
    set(list(1));
    fail(list(5), 1);
    fail(list(0), 1);
    set(list(2, 'SEP0'));
    set(list(3, 'SEP3', 'uncertain'));
    silent.ended(list(4), { state: 'already', problem: undefined });
    expect(fail(list(0), 50)).toBe('left');
  });

  it('of the only device that is left end a quarter of an hour after their first try', () => {
    expect(fail(list(0), 15)).toBe('left');
    expect(fail(list(0), 1)).toBe('over');
    silent.ended(list(0), { state: 'refused', problem: undefined });
    expect(silent.size).toBe(0);
  });

  it('never end if the call manager was not asked', () => {
    set(list(1));
    expect(fail(list(0), 100, 'history-unavailable')).toBe('left');
    set(list(1));
    expect(fail(list(0), 100, 'history-unavailable')).toBe('left');
  });
});
