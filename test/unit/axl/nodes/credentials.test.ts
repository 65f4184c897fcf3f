import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Credentials, type Login, LoginsPaused } from '../../../../src/axl/nodes/credentials.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const soon = new AbortController().signal;
const basic = (words: string): string => `Basic ${Buffer.from(words).toString('base64')}`;

/** Logs in successfully. */
async function prove(credentials: Credentials): Promise<void> {
  const login = await credentials.login(soon);
  login.accepted();
  login.end();
}

describe('credentials', () => {
  it('are sent as UTF-8', async () => {
    expect((await new Credentials('axl', 'Pä:ss', 1).login(soon)).authorization).toBe(basic('axl:Pä:ss'));
  });

  it('that were refused are not tried again before the pause is over', async () => {
    const credentials = new Credentials('axl', 'x', 60_000);
    const login = await credentials.login(soon);
    expect(login.refused()).toBe(true);
    login.end();
    await expect(credentials.login(soon)).rejects.toThrow(LoginsPaused);
    vi.advanceTimersByTime(59_999);
    await expect(credentials.login(soon)).rejects.toMatchObject({
      code: 'call-manager-refused-credentials',
      facts: { retryAfterSeconds: 1, effect: 'none', cause: 'paused' },
    });
    vi.advanceTimersByTime(1);
    expect((await credentials.login(soon)).authorization).toMatch(/^Basic /);
  });

  it('that were renewed may be tried at once', async () => {
    const credentials = new Credentials('axl', 'old', 60_000);
    (await credentials.login(soon)).refused();
    credentials.renew('axl', 'new');
    expect((await credentials.login(soon)).authorization).toBe(basic('axl:new'));
  });

  it('that were renewed are not blocked by answers to the old ones', async () => {
    const credentials = new Credentials('axl', 'old', 60_000);
    const old = await credentials.login(soon);
    credentials.renew('axl', 'old');
    expect(old.refused()).toBe(false);
    old.accepted();
    old.end();
    const first = await credentials.login(soon);
    // Nor do these prove the new ones right: they are tried one at a time.
    let second = false;
    void credentials.login(soon).then(() => {
      second = true;
    });
    await Promise.resolve();
    expect(second).toBe(false);
    first.end();
    await vi.waitFor(() => {
      expect(second).toBe(true);
    });
  });
});

describe('the turn to log in', () => {
  /** @returns the present state of logins that are requested now */
  function ask(credentials: Credentials, count: number) {
    const got: (Login | string)[] = [];
    for (let place = 0; place < count; place += 1) {
      credentials.login(soon).then(
        (login) => got.push(login),
        (thrown: unknown) => got.push((thrown as Error).name === 'ServiceError' ? 'refused' : 'failed'),
      );
    }
    return got;
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('is given to one at a time until the credentials are known to be right, then to two', async () => {
    const credentials = new Credentials('axl', 'x', 60_000);
    const got = ask(credentials, 4);
    await settle();
    expect(got).toHaveLength(1);
    const [first] = got as Login[];
    first?.accepted();
    first?.end();
    await settle();
    expect(got).toHaveLength(3);
    (got[1] as Login).end();
    await settle();
    expect(got).toHaveLength(4);
  });

  it('is given to one at a time again after a refusal', async () => {
    const credentials = new Credentials('axl', 'x', 60_000);
    await prove(credentials);
    const refused = await credentials.login(soon);
    refused.refused();
    refused.end();
    vi.advanceTimersByTime(60_000);
    const got = ask(credentials, 2);
    await settle();
    expect(got).toHaveLength(1);
  });

  it('is refused to all who wait when one login is refused', async () => {
    const credentials = new Credentials('axl', 'x', 60_000);
    await prove(credentials);
    const got = ask(credentials, 5);
    await settle();
    expect(got).toHaveLength(2);
    const [first, second] = got as Login[];
    expect(first?.refused()).toBe(true);
    first?.end();
    await settle();
    expect(got.slice(2)).toEqual(['refused', 'refused', 'refused']);
    second?.end();
  });

  it('is given to the new credentials while an old login is running, to two in total', async () => {
    const credentials = new Credentials('axl', 'x', 60_000);
    await prove(credentials);
    const [first, second] = await Promise.all([credentials.login(soon), credentials.login(soon)]);
    credentials.renew('axl', 'y');
    const got = ask(credentials, 2);
    await settle();
    expect(got).toHaveLength(0);
    first.end();
    await settle();
    expect(got).toHaveLength(1);
    second.end();
    await settle();
    expect(got).toHaveLength(1);
  });

  it('is waited for only as long as there is time', async () => {
    const credentials = new Credentials('axl', 'x', 60_000);
    await credentials.login(soon);
    const controller = new AbortController();
    const late = credentials.login(controller.signal);
    controller.abort();
    await expect(late).rejects.toMatchObject({ code: 'call-manager-timeout', facts: { effect: 'none' } });
  });
});

describe("a call manager's words", () => {
  it('are shown without the password in any form, and without the old one', async () => {
    const credentials = new Credentials('axl', 'S3cret$&', 1);
    const { authorization: before } = await credentials.login(soon);
    credentials.renew('axl', 'N3w');
    credentials.rememberSecret('c00kie');
    const words = `${before}, ${basic('axl:N3w')}, axl:S3cret$& and N3w, JSESSIONIDSSO=c00kie`;
    expect(credentials.redact(words)).toBe(
      'Basic [hidden], Basic [hidden], axl:[hidden] and [hidden], JSESSIONIDSSO=[hidden]',
    );
  });

  it('are shown unchanged to the caller who sent the quoted text, in any spelling', () => {
    const credentials = new Credentials('axl', 'S3cret-Pass', 1);
    const shown = (words: string, sent: string) => credentials.redact(words, sent);
    for (const quoted of ['S3cret-Pass', 's3CRET-pASS', 'xS3cret-Passx', 'S3cret-Pass,Guess-2', 'S3cret-']) {
      expect(shown(`The specified ${quoted} was not found`, quoted)).toBe(`The specified ${quoted} was not found`);
      expect(shown(`The specified ${quoted.toUpperCase()} was`, quoted)).toBe(
        `The specified ${quoted.toUpperCase()} was`,
      );
    }
    expect(shown('S3cret-Pass', 'SEP1\nS3cret\n-Pass')).toBe('S3cret-Pass');
    // The call manager's own text does not come from the caller.
    expect(shown('axl:S3cret-Pass and S3cret-Pass', 'S3cret-Pass')).toBe('axl:[hidden] and S3cret-Pass');
    expect(shown('axl:S3cret-Pass and Wr0ng-Pass', 'Wr0ng-Pass')).toBe('axl:[hidden] and Wr0ng-Pass');
    expect(shown('S3cret-Pass', '')).toBe('[hidden]');
  });

  it('hide a short secret as a separate word, but not as part of other words', () => {
    const credentials = new Credentials('axl', 'x', 1);
    credentials.renew('axl', 'Pässe7');
    expect(credentials.redact('A syntax error')).toBe('A syntax error');
    expect(credentials.redact('x, axl:x, (pässe7) and Pässe77')).toBe('[hidden], axl:[hidden], ([hidden]) and Pässe77');
  });

  it('are unchanged if they quote nothing, for any credentials', () => {
    const credentials = new Credentials('axl', '', 1);
    expect(credentials.redact('The specified axl user was not found')).toBe('The specified axl user was not found');
  });

  it('are searched only for the latest cookies, because there may be any number', () => {
    const credentials = new Credentials('axl', 'x!', 1);
    for (let count = 0; count < 50; count += 1) credentials.rememberSecret(`cookie-${count};`);
    expect(credentials.redact('cookie-49; cookie-40; cookie-39;')).toBe('[hidden] [hidden] cookie-39;');
  });
});
