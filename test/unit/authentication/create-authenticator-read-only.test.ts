import { describe, expect, it } from 'vitest';
import { warningsOfUnknownUsers } from '../../../src/authentication/create-authenticator.js';

const roles = (
  readOnly: readonly string[],
  proposing: readonly string[] = [],
  approving: readonly string[] = [],
): Parameters<typeof warningsOfUnknownUsers>[0] => ({
  readOnlyUsers: new Set(readOnly),
  proposingUsers: new Set(proposing),
  approvingUsers: new Set(approving),
});

describe('names in READ_ONLY_USERS, PROPOSING_USERS and APPROVING_USERS', () => {
  it('that no user has are reported, one by one', () => {
    expect(warningsOfUnknownUsers(roles(['bob', 'ann', 'Ann', 'eve "x"'], ['Bob'], ['BOB']), ['ann', 'bob'])).toEqual([
      expect.stringMatching(/^READ_ONLY_USERS .*: "Ann", "eve \\"x\\""$/),
      expect.stringMatching(/^PROPOSING_USERS .*: "Bob"$/),
      expect.stringMatching(/^APPROVING_USERS .*: "BOB"$/),
    ]);
  });

  it.each([
    ['all users have', ['ann', 'bob'], ['ann', 'bob']],
    ['there are none of', [], ['ann']],
    ['no user has because there are no users', ['ann'], []],
  ])('that %s are not reported', (_case, names, users) => {
    expect(warningsOfUnknownUsers(roles(names, names), users)).toEqual([]);
  });
});

describe('users', () => {
  const [ann, ben, cem] = ['ann', 'ben', 'cem'];
  const free = /^these users are in none of the lists \(.*\), so they change buttons alone: "cem"$/;
  const alone = /^no one can approve what users propose/;

  it.each([
    ['in none of the lists are reported when READ_ONLY_USERS is set', roles([ann, ben]), [free]],
    ['in none of the lists are reported when PROPOSING_USERS is set', roles([], [ann, ben]), [free]],
    ['in none of the lists are reported when APPROVING_USERS is set', roles([], [], [ann, ben]), [free]],
    ['are two who approve for each other', roles([cem], [], [ann, ben]), []],
    ['are one who approves for another', roles([cem], [ann], [ben]), []],
    ['are without anyone who approves', roles([cem], [ann, ben]), [alone]],
    ['are one who approves and no one else', roles([cem, ben], [], [ann]), [alone]],
  ])('%s', (_case, given, warnings) => {
    const expected = warnings.map((warning) => expect.stringMatching(warning) as unknown);
    expect(warningsOfUnknownUsers(given, [ann, ben, cem])).toEqual(expected);
  });
});
