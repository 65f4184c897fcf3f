import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Credentials, LoginsPaused } from '../../src/axl/credentials.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('credentials', () => {
  it('are sent as UTF-8', () => {
    expect(new Credentials('axl', 'Pä:ss', 1).authorization()).toBe(
      `Basic ${Buffer.from('axl:Pä:ss').toString('base64')}`,
    );
  });

  it('that were refused are not tried again before the pause is over', () => {
    const credentials = new Credentials('axl', 'x', 60_000);
    credentials.refused();
    expect(() => credentials.authorization()).toThrow(LoginsPaused);
    vi.advanceTimersByTime(59_999);
    expect(() => credentials.authorization()).toThrow(
      expect.objectContaining({
        code: 'call-manager-refused-credentials',
        facts: expect.objectContaining({ retryAfterSeconds: 1, mayBeApplied: false }) as object,
      }) as Error,
    );
    vi.advanceTimersByTime(1);
    expect(credentials.authorization()).toMatch(/^Basic /);
  });

  it('that were renewed may be tried again at once', () => {
    const credentials = new Credentials('axl', 'old', 60_000);
    credentials.refused();
    credentials.renew('axl', 'new');
    expect(credentials.authorization()).toBe(`Basic ${Buffer.from('axl:new').toString('base64')}`);
  });
});

describe("a call manager's words", () => {
  it('are shown without the password and all that stands for it, the old ones too', () => {
    const credentials = new Credentials('axl', 'S3cret$&', 1);
    const before = credentials.authorization();
    credentials.renew('axl', 'N3w');
    credentials.earned('c00kie');
    const words = `${before}, ${credentials.authorization()}, axl:S3cret$& and N3w, JSESSIONIDSSO=c00kie`;
    expect(credentials.hiddenIn(words)).toBe(
      'Basic [hidden], Basic [hidden], axl:[hidden] and [hidden], JSESSIONIDSSO=[hidden]',
    );
  });

  it('stay as they are where they quote nothing, whatever the credentials', () => {
    const credentials = new Credentials('axl', '', 1);
    expect(credentials.hiddenIn('The specified axl user was not found')).toBe('The specified axl user was not found');
  });

  it('are searched for the latest cookies only: there is no end of them', () => {
    const credentials = new Credentials('axl', 'x!', 1);
    for (let count = 0; count < 50; count += 1) credentials.earned(`cookie-${count};`);
    expect(credentials.hiddenIn('cookie-49; cookie-40; cookie-39;')).toBe('[hidden] [hidden] cookie-39;');
  });
});
