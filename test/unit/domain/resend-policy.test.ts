import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/domain/error-catalogue.js';
import { allows, type Effect, mostSendsOfAWrite, resendTable, type Step } from '../../../src/domain/resend-policy.js';

const effects: readonly Effect[] = ['none', 'refused', 'unknown'];
const steps: readonly Step[] = ['log-in', 'other-release', 'next-node', 'again', 'read-back'];
const sending: readonly Step[] = ['log-in', 'other-release', 'next-node', 'again'];

describe('the next step after a failed attempt', () => {
  it.each(errorCodes)('%s', (why) => {
    for (const effect of effects) {
      const row = resendTable.find((candidate) => candidate.why === why && candidate.effect === effect);
      const allowed = (kind: 'read' | 'write') => steps.filter((step) => allows(step, { kind, why, effect, sends: 1 }));
      expect(allowed('read')).toEqual(steps.filter((step) => row?.read.includes(step)));
      // A write with an unknown outcome is read back, whatever the reason.
      const unknown: readonly Step[] = effect === 'unknown' ? ['read-back'] : [];
      expect(allowed('write')).toEqual(steps.filter((step) => (row?.write ?? unknown).includes(step)));
    }
  });

  it('never sends a write again while its outcome is unknown', () => {
    for (const why of [...errorCodes, 'session-expired'] as const) {
      for (const step of sending) expect(allows(step, { kind: 'write', why, effect: 'unknown', sends: 1 })).toBe(false);
    }
  });

  it('never sends a write more often than the limit, but still reads its outcome', () => {
    for (const { why, effect } of resendTable) {
      const attempt = { kind: 'write', why, effect, sends: mostSendsOfAWrite } as const;
      expect(sending.filter((step) => allows(step, attempt))).toEqual([]);
      expect(allows('read-back', attempt)).toBe(effect === 'unknown' && why !== 'session-expired');
    }
    // A read may be sent any number of times: another place limits that.
    expect(allows('again', { kind: 'read', why: 'call-manager-busy', effect: 'refused', sends: 99 })).toBe(true);
  });

  it('has each case once', () => {
    expect(new Set(resendTable.map(({ why, effect }) => `${why} ${effect}`)).size).toBe(resendTable.length);
  });
});
