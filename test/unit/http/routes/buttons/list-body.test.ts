import { describe, expect, it } from 'vitest';
import type { FieldProblem, ServiceError } from '../../../../../src/domain/errors.js';
import { parseEntry, parseList } from '../../../../../src/http/routes/buttons/list-body.js';
import { busyLampFieldList } from '../../../../../src/http/routes/buttons/busy-lamp-fields.js';
import { speedDialList } from '../../../../../src/http/routes/buttons/speed-dials.js';

function problemsIn(parse: () => unknown): readonly FieldProblem[] {
  try {
    parse();
  } catch (thrown) {
    return (thrown as ServiceError).facts.fields ?? [];
  }
  return [];
}

function problemsOf(body: unknown): readonly FieldProblem[] {
  return problemsIn(() => parseList(speedDialList.parse, 'speed dials', body));
}

function withKeys(...keys: string[]): object {
  return { index: '1', dirn: '0100', ...Object.fromEntries(keys.map((key) => [key, 'x'])) };
}

describe('unknown keys of an entry', () => {
  it.each([
    [['a'], 'has the unknown key "a"; known are index, dirn and label'],
    [['a', 'b'], 'has the unknown keys "a", "b"; known are index, dirn and label'],
    [['a', 'b', 'c', 'd', 'e'], 'has the unknown keys "a", "b", "c", "d", "e"; known are index, dirn and label'],
    [
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      'has the unknown keys "a", "b", "c", "d", "e" and 2 more; known are index, dirn and label',
    ],
    [['k'.repeat(100)], `has the unknown key "${'k'.repeat(60)}"; known are index, dirn and label`],
  ])('%j are told, no more than five and none at length', (keys, detail) => {
    expect(problemsOf([withKeys(...keys)])).toEqual([{ field: 'body[0]', detail }]);
  });
});

it.each([
  [{}, 'must be a JSON array of speed dials, not an object'],
  [undefined, 'is missing; it must be a JSON array of speed dials'],
])('a body that is %j gets an error with the right form', (body, detail) => {
  expect(problemsOf(body)).toEqual([{ field: 'body', detail }]);
});

describe('an entry', () => {
  it.each([
    ['x', 'a string'],
    [null, 'null'],
    [[], 'an array'],
  ])('that is %j gets an error with the right form', (entry, kind) => {
    const detail = `must be an object with index, dirn and label, not ${kind}`;
    expect(problemsOf([withKeys(), entry])).toEqual([{ field: 'body[1]', detail }]);
  });
});

describe('many wrong entries', () => {
  it('get twenty problems, even if one entry has several', () => {
    expect(problemsOf(Array.from({ length: 100 }, () => ({ index: 1 })))).toHaveLength(20);
    expect(problemsOf([...Array.from({ length: 19 }, () => null), { index: 1 }])).toHaveLength(20);
  });

  it('are read no further than that', () => {
    const read: number[] = [];
    const wrong = (place: number) => ({
      get index(): string {
        read.push(place);
        return 'x';
      },
      dirn: '0100',
    });
    expect(problemsOf(Array.from({ length: 100 }, (_, place) => wrong(place)))).toHaveLength(20);
    expect(Math.max(...read)).toBe(19);
  });
});

describe('a list', () => {
  it('is accepted with defaults, in the order in which it was sent', () => {
    const sent = [{ index: '2', dirn: '0102' }, withKeys()];
    expect(parseList(speedDialList.parse, 'speed dials', sent)).toEqual([
      { index: '2', dirn: '0102', label: '' },
      { index: '1', dirn: '0100', label: '' },
    ]);
  });

  it('has each index once, in any spelling', () => {
    const at = (index: string) => ({ index, dirn: '0100' });
    expect(problemsOf([at('1'), at('2'), at('01'), at('1')])).toEqual([
      { field: 'body[2].index', detail: '"01" is the same position as in body[0]; set each index once' },
      { field: 'body[3].index', detail: '"1" is the same position as in body[0]; set each index once' },
    ]);
  });

  it.each(['x1', '1x', '-1', '1.0', '٣', ''])('has no index %j', (index) => {
    expect(problemsOf([{ index, dirn: '0100' }])).toEqual([
      { field: 'body[0].index', detail: 'must be a string of digits such as "1"' },
    ]);
  });
});

describe('one entry of a list', () => {
  const entry = (body: unknown, index = '5') => parseEntry(speedDialList.parse, index, body);

  it.each([
    [{ dirn: '0100' }, '5'],
    [{ index: '5', dirn: '0100' }, '005'],
    [{ index: '05', dirn: '0100' }, '5'],
  ])('that is %j has the index of its path, %s', (body, index) => {
    expect(entry(body, index)).toEqual({ index: '5', dirn: '0100', label: '' });
  });

  it('has no other index than its path', () => {
    expect(problemsIn(() => entry({ index: '6', dirn: '0100' }))).toEqual([
      { field: 'body.index', detail: 'is "6", but the path names 5; leave it out, or give the same' },
    ]);
  });

  it.each([
    [null, 'body', 'not null'],
    [[], 'body', 'not an array'],
    ['x', 'body', 'not a string'],
    [{}, 'body.dirn', 'is missing'],
    [{ index: null, dirn: '0100' }, 'body.index', 'not null'],
    [{ dirn: '0100', more: 1 }, 'body', 'unknown key "more"'],
  ])('that is %j gets an error', (body, field, reason) => {
    const [problem, ...others] = problemsIn(() => entry(body));
    expect([problem?.field, others]).toEqual([field, []]);
    expect(problem?.detail).toContain(reason);
  });
});

describe('a busy lamp field', () => {
  const common = { index: '1', label: 'a', pickup: true };
  const parsed = (sent: unknown) => parseList(busyLampFieldList.parse, 'busy lamp fields', [sent]);

  it.each([
    [
      { ...common, dirn: '0100' },
      { ...common, dirn: '0100', partition: '' },
    ],
    [
      { ...common, dirn: ' 0 ', partition: 'P' },
      { ...common, dirn: ' 0 ', partition: 'P' },
    ],
    [
      { ...common, destination: '' },
      { ...common, destination: '' },
    ],
    [
      { index: '1', destination: 'a' },
      { index: '1', label: '', pickup: false, destination: 'a' },
    ],
  ])('%j is accepted', (sent, entry) => {
    expect(parsed(sent)).toEqual([entry]);
  });

  it.each([
    [{ ...common, dirn: '1', destination: '2' }, 'body[0]', 'has both dirn and destination; give one of them'],
    [
      { ...common, destination: '2', partition: '' },
      'body[0].partition',
      'needs dirn; leave it out if you give destination',
    ],
    [common, 'body[0]', 'has neither dirn nor destination; give one of them'],
    [{ ...common, dirn: '' }, 'body[0].dirn', 'is empty; give a directory number such as "0100"'],
    [{ ...common, dirn: '  ' }, 'body[0].dirn', 'has only spaces, which a call manager reads as empty'],
    [{ ...common, destination: ' ' }, 'body[0].destination', 'has only spaces, which a call manager reads as empty'],
    [{ ...common, dirn: '1', pickup: 'x' }, 'body[0].pickup', 'must be true or false, or be left out, not a string'],
    [null, 'body[0]', 'must be an object with index, dirn or destination, label and pickup, not null'],
    [[], 'body[0]', 'must be an object with index, dirn or destination, label and pickup, not an array'],
  ])('%j gets an error', (sent, field, detail) => {
    expect(problemsIn(() => parsed(sent))).toEqual([{ field, detail }]);
  });
});
