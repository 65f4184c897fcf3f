import { beforeEach, describe, expect, it } from 'vitest';
import type { Envelopes } from '../../../../src/axl/soap/envelope.js';
import { refusalByStatus } from '../../../../src/axl/soap/soap-faults.js';
import { responseInvalid } from '../../../../src/axl/transport/network-errors.js';
import { ReleaseFinder } from '../../../../src/axl/client/release-finder.js';
import { newestRelease, type Release, releases } from '../../../../src/axl/soap/releases.js';
import { callContext } from '../../../support/call-context.js';

const hour = 60 * 60 * 1000;

/** The releases of the call manager now, and the requests that it got. */
let accepts: readonly string[];
let page: string;
let asked: Release[];
let atOnce: number;
let highest: number;
let found: string[];
let clock: number;

beforeEach(() => {
  [accepts, page, asked, atOnce, highest, found, clock] = [
    ['14.0'],
    'Supported axl versions are 14.0',
    [],
    0,
    0,
    [],
    0,
  ];
});

async function ask({ release }: Envelopes): Promise<string> {
  asked.push(release);
  atOnce += 1;
  highest = Math.max(highest, atOnce);
  await new Promise(setImmediate);
  atOnce -= 1;
  if (!accepts.includes(release)) throw refusalByStatus(599, undefined, page);
  return `${release}.1.10000-1`;
}

function finder(asking = ask): ReleaseFinder {
  const keep = (release: string, version: string): void => {
    found.push(`${release} ${version}`);
  };
  return new ReleaseFinder(asking, keep, () => clock);
}

describe('finding the release', () => {
  it('tries the newest release first, and ends if that is accepted', async () => {
    accepts = ['12.0', '12.5', '14.0', newestRelease];
    expect((await finder().current(callContext())).release).toBe(newestRelease);
    expect(asked).toEqual([newestRelease]);
  });

  it.each<[page: string, accepts: readonly string[], asked: readonly string[]]>([
    [
      'Supported axl versions are 11.0, 11.5, 12.x and 14.0',
      ['11.0', '11.5', '12.0', '12.5', '14.0'],
      [newestRelease, '14.0'],
    ],
    ['Supported axl versions are 9.0, 9.1, 10.0', ['9.0', '9.1', '10.0'], [newestRelease, '10.0']],
    ['Supported axl versions are 6.0, 7.x, 8.5', ['8.5'], [newestRelease, '8.5']],
    ['Supported axl versions are 12.x', ['12.0'], [newestRelease, '12.5', '12.0']],
  ])('goes down the list of a page that says %j', async (says, taken, tries) => {
    [page, accepts] = [says, taken];
    expect((await finder().current(callContext())).release).toBe(tries.at(-1));
    expect(asked).toEqual(tries);
    expect(highest).toBe(1);
  });

  it.each(['', 'Incorrect axl version', '<h1>HTTP Status 599</h1>'])(
    'tries its own list, one by one, if the page says just %j',
    async (says) => {
      [page, accepts] = [says, ['8.5']];
      expect((await finder().current(callContext())).release).toBe('8.5');
      expect(asked).toEqual([...releases].reverse());
      expect(highest).toBe(1);
    },
  );

  it('continues after a page that names only the refused release', async () => {
    const [first, second] = [refusalByStatus(599, undefined, `Incorrect axl version ${newestRelease}`), '14.0.1'];
    const answers: (Error | string)[] = [first, second];
    const one = finder(() => {
      const answer = answers.shift() ?? '';
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer);
    });
    expect((await one.current(callContext())).release).toBe(releases.at(-2));
  });

  it('also tries the list of a page that includes the refused release', async () => {
    [page, accepts] = [`Supported axl versions are 12.5 and ${newestRelease}`, ['12.5']];
    expect((await finder().current(callContext())).release).toBe('12.5');
    expect(asked).toEqual([newestRelease, '12.5']);
  });

  it('ends at once if the page names only unsupported releases', async () => {
    [page, accepts] = ['Supported axl versions are 6.0, 7.0 and 7.1', []];
    await expect(finder().current(callContext())).rejects.toMatchObject({
      code: 'axl-version-unsupported',
      message: expect.stringContaining('6.0, 7.0, 7.1') as unknown,
    });
    expect(asked).toEqual([newestRelease]);
  });

  it('ends if everything was refused, and does not store that', async () => {
    [page, accepts] = ['', []];
    const one = finder();
    await expect(one.current(callContext())).rejects.toMatchObject({ code: 'axl-version-unsupported' });
    expect(asked).toHaveLength(releases.length);
    accepts = [newestRelease];
    expect((await one.current(callContext())).release).toBe(newestRelease);
  });

  it('stops at another failure, and tries again for the next caller', async () => {
    let failures = 1;
    const one = finder((envelopes) => (failures-- > 0 ? Promise.reject(responseInvalid('not SOAP')) : ask(envelopes)));
    await expect(one.current(callContext())).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
    expect(asked).toEqual([]);
    expect((await one.current(callContext())).release).toBe('14.0');
  });
});

describe('storing the release', () => {
  it('finds it once for callers at the same moment, and reports it once', async () => {
    const one = finder();
    const all = await Promise.all(Array.from({ length: 20 }, async () => one.current(callContext())));
    expect(new Set(all).size).toBe(1);
    expect(asked).toEqual([newestRelease, '14.0']);
    expect(found).toEqual(['14.0 14.0.1.10000-1']);
  });

  it('checks again after an hour, and reports nothing if nothing has changed', async () => {
    const one = finder();
    await one.current(callContext());
    clock = hour - 1;
    await one.current(callContext());
    expect(asked).toHaveLength(2);
    clock = hour;
    await one.current(callContext());
    expect(asked).toEqual([newestRelease, '14.0', newestRelease, '14.0']);
    expect(found).toHaveLength(1);
    accepts = ['14.0', newestRelease];
    clock = 2 * hour;
    expect((await one.current(callContext())).release).toBe(newestRelease);
    expect(found).toEqual(['14.0 14.0.1.10000-1', `${newestRelease} ${newestRelease}.1.10000-1`]);
  });

  it('checks again if the release is refused later, once for all refused callers', async () => {
    const one = finder();
    const old = await one.current(callContext());
    accepts = [newestRelease];
    expect(one.refused(old)).toBe(true);
    expect(one.refused(old)).toBe(true);
    const renewed = await one.current(callContext());
    expect(renewed.release).toBe(newestRelease);
    // A late report of the same refusal does not undo what was found since.
    expect(one.refused(old)).toBe(true);
    expect(await one.current(callContext())).toBe(renewed);
    expect(asked).toEqual([newestRelease, '14.0', newestRelease]);
  });

  it('continues for the others if the first caller has disconnected', async () => {
    const one = finder();
    const gone = new AbortController();
    const context = callContext(1_000, gone.signal);
    context.tally.begun = true;
    const first = one.current(context);
    const second = one.current(callContext());
    gone.abort();
    await expect(first).rejects.toMatchObject({ code: 'call-manager-timeout' });
    expect((await second).release).toBe('14.0');
    expect(asked).toEqual([newestRelease, '14.0']);
  });
});

describe('the version', () => {
  it('needs one call if the release is known, and otherwise comes from finding it', async () => {
    const one = finder();
    expect(one.release).toBeUndefined();
    expect(await one.version(callContext())).toBe('14.0.1.10000-1');
    expect(one.release).toBe('14.0');
    expect(await one.version(callContext())).toBe('14.0.1.10000-1');
    expect(asked).toEqual([newestRelease, '14.0', '14.0']);
    clock = hour;
    await one.version(callContext());
    expect(asked.slice(3)).toEqual([newestRelease, '14.0']);
  });

  it('that is refused makes the service forget the release; after another failure it is kept', async () => {
    const one = finder();
    await one.current(callContext());
    accepts = [newestRelease];
    await expect(one.version(callContext())).rejects.toMatchObject({ code: 'axl-version-unsupported' });
    expect(one.release).toBeUndefined();
    let failures = 0;
    const other = finder((envelopes) =>
      failures-- > 0 ? Promise.reject(responseInvalid('not SOAP')) : ask(envelopes),
    );
    await other.current(callContext());
    failures = 1;
    await expect(other.version(callContext())).rejects.toMatchObject({ code: 'call-manager-answer-invalid' });
    expect(other.release).toBe(newestRelease);
  });
});
