import { describe, expect, it } from 'vitest';
import { warningOfUnknownUsers } from '../../../src/authentication/create-authenticator.js';

describe('names in READ_ONLY_USERS', () => {
  it('that no user has are told, letter by letter', () => {
    const warning = warningOfUnknownUsers(new Set(['bob', 'Ann', 'eve "x"']), ['ann', 'bob']);
    expect(warning).toMatch(/^READ_ONLY_USERS .*: "Ann", "eve \\"x\\""$/);
  });

  it.each([
    ['all users have', ['ann'], ['ann', 'bob']],
    ['there are none of', [], ['ann']],
    ['no user has because there are no users', ['ann'], []],
  ])('that %s are nothing to tell', (_case, readOnly, users) => {
    expect(warningOfUnknownUsers(new Set(readOnly), users)).toBeUndefined();
  });
});
