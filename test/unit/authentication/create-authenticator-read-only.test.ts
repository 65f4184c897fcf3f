import { describe, expect, it } from 'vitest';
import { warningsOfUnknownUsers } from '../../../src/authentication/create-authenticator.js';

const roles = (readOnly: readonly string[], proposing: readonly string[] = []) => ({
  readOnlyUsers: new Set(readOnly),
  proposingUsers: new Set(proposing),
});

describe('names in READ_ONLY_USERS and PROPOSING_USERS', () => {
  it('that no user has are reported, one by one', () => {
    expect(warningsOfUnknownUsers(roles(['bob', 'Ann', 'eve "x"'], ['Bob']), ['ann', 'bob'])).toEqual([
      expect.stringMatching(/^READ_ONLY_USERS .*: "Ann", "eve \\"x\\""$/),
      expect.stringMatching(/^PROPOSING_USERS .*: "Bob"$/),
    ]);
  });

  it.each([
    ['all users have', ['ann'], ['ann', 'bob']],
    ['there are none of', [], ['ann']],
    ['no user has because there are no users', ['ann'], []],
  ])('that %s are not reported', (_case, names, users) => {
    expect(warningsOfUnknownUsers(roles(names, names), users)).toEqual([]);
  });
});
