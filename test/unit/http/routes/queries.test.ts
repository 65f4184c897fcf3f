import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../../../src/domain/errors.js';
import { parseDevice, refuseBoth, requiredName } from '../../../../src/http/routes/device-query.js';
import { queryText, readQuery, text, wrongKind } from '../../../../src/http/routes/fields.js';
import { parseDirectoryNumber } from '../../../../src/http/routes/phones.js';

/** @returns the message for each wrong field; empty if all is right */
function toldOf(parse: () => unknown): string[] {
  try {
    parse();
  } catch (thrown) {
    const { code, facts } = thrown as ServiceError;
    expect(code).toBe('invalid-request');
    return (facts.fields ?? []).map(({ field, detail }) => `${field} ${detail}`);
  }
  return [];
}

describe('a parameter of the query', () => {
  const schema = queryText(3, 'a word such as word=abc');

  it('is used as given', () => {
    expect(readQuery('word', schema, ' ä ')).toBe(' ä ');
  });

  it.each([
    [undefined, 'query.word is missing; give a word such as word=abc'],
    ['', 'query.word is empty; give a word such as word=abc'],
    [['a', 'b', 'c'], 'query.word was given 3 times; give it once'],
    ['abcd', 'query.word must be at most 3 characters long (this one has 4)'],
    ['a\n', 'query.word must not contain control characters or broken Unicode (found U+000A)'],
  ])('that is %j is told what is wrong', (value, told) => {
    expect(toldOf(() => readQuery('word', schema, value))).toEqual([told]);
  });
});

describe('a text in a body', () => {
  const schema = text(2, 'must be a string such as "01"');

  it.each([
    [undefined, 'is missing; it must be a string such as "01"'],
    [null, 'must be a string such as "01", not null'],
    [[], 'must be a string such as "01", not an array'],
    [{}, 'must be a string such as "01", not an object'],
    [7, 'must be a string such as "01", not a number'],
    [true, 'must be a string such as "01", not a boolean'],
    ['abc', 'must be at most 2 characters long (this one has 3)'],
  ])('that is %j is told what is wrong', (value, told) => {
    expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([told]);
  });

  it('may be empty', () => {
    expect(schema.parse('')).toBe('');
  });

  it('must have the right type', () => {
    expect(wrongKind('must be there', undefined)).toBe('is missing; it must be there');
  });
});

describe('the device of a query', () => {
  it('is a phone or a profile', () => {
    expect(parseDevice({ phone: 'A' })).toEqual({ kind: 'phone', name: 'A' });
    expect(parseDevice({ profile: 'A' })).toEqual({ kind: 'profile', name: 'A' });
    expect(requiredName('phone').parse({ name: 'A' })).toEqual({ kind: 'phone', name: 'A' });
    expect(requiredName('profile').parse({ name: 'A' })).toEqual({ kind: 'profile', name: 'A' });
  });

  it('is requested with an example of its kind', () => {
    const example = (kind: string, value: string) => `give a ${kind}'s name such as ${value}`;
    expect(toldOf(() => parseDevice({}))).toEqual([
      `query.phone is missing; ${example('phone', 'phone=SEP00123456789A')}`,
    ]);
    expect(toldOf(() => parseDevice({ profile: '' }))).toEqual([
      `query.profile is empty; ${example('device profile', 'profile=UDP_SHIFT1')}`,
    ]);
    expect(toldOf(() => requiredName('phone').parse({}))).toEqual([
      `query.name is missing; ${example('phone', 'name=SEP00A1B2C30011')}`,
    ]);
    expect(toldOf(() => requiredName('profile').parse({}))).toEqual([
      `query.name is missing; ${example('device profile', 'name=UDP_SHIFT1')}`,
    ]);
  });

  it('has a name of at most 100 characters', () => {
    expect(parseDevice({ phone: 'A'.repeat(100) }).name).toHaveLength(100);
    expect(toldOf(() => parseDevice({ phone: 'A'.repeat(101) }))).toHaveLength(1);
  });

  it('is given by one of two parameters', () => {
    const both = 'query.profile was given together with phone; give only one of them';
    expect(toldOf(() => parseDevice({ phone: 'A', profile: 'A' }))).toEqual([both]);
    expect(toldOf(() => parseDevice({ phone: '', profile: '' }))).toEqual([both]);
    expect(
      toldOf(() => {
        refuseBoth('dirn', 'x', 'name');
      }),
    ).toEqual(['query.name was given together with dirn; give only one of them']);
    expect(
      toldOf(() => {
        refuseBoth('dirn', undefined, 'name');
      }),
    ).toEqual([]);
  });
});

describe('the directory number of a query', () => {
  it.each([
    ['0100', '0100'],
    [' 14085554019', '+14085554019'],
    ['\\ 1408', '+1408'],
    ['\\+1408', '+1408'],
    ['+1408', '+1408'],
    ['1 2', '1 2'],
    ['  1', '+ 1'],
  ])('%j is %j', (given, number) => {
    expect(parseDirectoryNumber(given)).toBe(number);
  });

  it('is requested with an example', () => {
    expect(toldOf(() => parseDirectoryNumber(undefined))).toEqual([
      'query.dirn is missing; give a directory number such as dirn=0100',
    ]);
  });
});
