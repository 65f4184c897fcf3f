import { describe, expect, it } from 'vitest';
import { refuseWithout, type Right, rightOf, rights, suffices } from '../../../src/domain/rights.js';

const [all, none] = [new Set(['ann']), new Set<string>()];

describe('the right of a user', () => {
  it.each([
    ['look-up', { readOnlyUsers: all, proposingUsers: all, approvingUsers: all }],
    ['propose', { readOnlyUsers: none, proposingUsers: all, approvingUsers: all }],
    ['approve', { readOnlyUsers: none, proposingUsers: none, approvingUsers: all }],
    ['change', { readOnlyUsers: none, proposingUsers: none, approvingUsers: none }],
  ] as const)('is %s: the lowest list counts', (right, roles) => {
    expect(rightOf('ann', roles)).toBe(right);
    expect(rightOf('ben', roles)).toBe('change');
  });

  it('has all rights before it', () => {
    const sufficient = rights.map((right) => rights.filter((needed) => suffices(right, needed)));
    expect(sufficient).toEqual(rights.map((_, at) => rights.slice(0, at + 1)));
  });
});

describe('a user without the right', () => {
  it.each<[Right, Right, string, RegExp]>([
    ['look-up', 'propose', 'forbidden', /^This user is read-only and cannot set it\.$/],
    ['look-up', 'change', 'forbidden', /^This user is read-only and cannot set it\.$/],
    [
      'propose',
      'approve',
      'may-only-propose',
      /^This user may only propose changes \(POST \/changes\) and cannot set it/,
    ],
    [
      'approve',
      'change',
      'may-only-propose',
      /^This user may only .*, and approve those of others and cannot set it\.$/,
    ],
  ])('%s is refused what needs %s', (right, needed, code, detail) => {
    const refusing = (): void => {
      refuseWithout(needed, right, 'set it');
    };
    expect(refusing).toThrow(
      expect.objectContaining({
        code,
        facts: expect.objectContaining({ detail: expect.stringMatching(detail) as string }) as object,
      }) as Error,
    );
  });

  it('is refused nothing that needs less', () => {
    for (const needed of rights) refuseWithout(needed, 'change', 'set it');
  });
});
