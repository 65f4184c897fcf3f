import { describe, expect, it } from 'vitest';
import type { FieldProblem, ServiceError } from '../../../../../src/domain/errors.js';
import { parseList } from '../../../../../src/http/routes/buttons/list-body.js';
import { speedDialList } from '../../../../../src/http/routes/buttons/speed-dials.js';

function problemsOf(body: unknown): readonly FieldProblem[] {
  try {
    parseList(speedDialList.parse, 'speed dials', body);
  } catch (thrown) {
    return (thrown as ServiceError).facts.fields ?? [];
  }
  return [];
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
])('a body that is %j is told what it must be', (body, detail) => {
  expect(problemsOf(body)).toEqual([{ field: 'body', detail }]);
});

describe('an entry', () => {
  it.each([
    ['x', 'a string'],
    [null, 'null'],
    [[], 'an array'],
  ])('that is %j is told what it must be', (entry, kind) => {
    const detail = `must be an object with index, dirn and label, not ${kind}`;
    expect(problemsOf([withKeys(), entry])).toEqual([{ field: 'body[1]', detail }]);
  });
});

describe('many wrong entries', () => {
  it('are told twenty problems, also where one entry has several', () => {
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
