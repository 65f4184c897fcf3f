import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, startFake } from '../support/axl-backend.js';
import { authorization } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';
import { parseStrictly } from './strict-xml.js';

/** The stored numbers: one with an escaped plus, one with a bare plus, and two that end in the same way. */
const stored = [String.raw`\+14085554019`, '+46812345678', '0+14085554019', '14085554019'];

/** How databases treat a backslash before a plus, and wildcards. */
const databases: Readonly<Record<string, (pattern: string) => string>> = {
  'take the backslash for itself': (pattern) => escaped(pattern).replaceAll('%', '.*'),
  'drop the backslash': (pattern) => escaped(pattern.replace(/\\(.)/g, '$1')).replaceAll('%', '.*'),
  'know no wildcards': escaped,
};

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** A call manager with one phone on each number. */
async function connectTo(like: (pattern: string) => string) {
  const text = (body: string, name: string): string => {
    const [criteria] = parseStrictly(body).children[0]?.children[0]?.children ?? [];
    return (criteria?.children.find((child) => child.name === name) ?? criteria)?.text ?? '';
  };
  const fake = await startFake({
    answers: {
      listLine: (body) =>
        stored
          .filter((number) => new RegExp(`^${like(text(body, 'pattern'))}$`).test(number))
          .map((number) => `<line uuid="${keyOf(number)}"><pattern>${number}</pattern><routePartitionName/></line>`)
          .join(''),
      getLine: (body) =>
        `<line><associatedDevices><device>SEP${stored.map(keyOf).indexOf(text(body, 'uuid'))}</device></associatedDevices></line>`,
      listPhone: (body) => `<phone uuid="${keyOf('phone')}"><name>${text(body, 'name')}</name></phone>`,
      getPhone: () => '<phone/>',
    },
  });
  return { fake, side: await connect(fake.url(), { AXL_VERSION: '14.0', AXL_LOOKUP: 'lines' }) };
}

function keyOf(number: string): string {
  return `{00000000-0000-0000-0000-${String(stored.indexOf(number) + 1).padStart(12, '0')}}`;
}

describe.each(Object.entries(databases))('where patterns are compared by databases that %s', (_what, like) => {
  it('an escaped plus is found', async () => {
    const { side } = await connectTo(like);
    expect((await side.find('+14085554019')).map(({ name }) => name)).toEqual(['SEP0']);
  });

  it('a bare plus is found', async () => {
    const { side } = await connectTo(like);
    expect((await side.find('+46812345678')).map(({ name }) => name)).toEqual(['SEP1']);
  });

  it('a number without a plus is requested once, and only that number is found', async () => {
    const { side, fake } = await connectTo(like);
    expect((await side.find('14085554019')).map(({ name }) => name)).toEqual(['SEP3']);
    expect(fake.exchanges.filter(({ operation }) => operation === 'listLine')).toHaveLength(1);
  });

  it('a number that does not exist is not found', async () => {
    const { side } = await connectTo(like);
    expect(await side.find('+4055')).toEqual([]);
  });
});

it.each(['+14085554019', String.raw`\+14085554019`])('a speed dial to %s is sent as it was given', async (dirn) => {
  const fake = await startFake();
  const side = await connect(fake.url(), { AXL_VERSION: '14.0' });
  await side.replace('SEP00A1B2C30001', [{ index: '1', dirn, label: 'x' }]);
  expect(fake.exchanges.map(({ body }) => /<dirn>(.*)<\/dirn>/.exec(body)?.[1])).toEqual([dirn]);
});

describe('in a list that was read', () => {
  const dials = [String.raw`\+14085554019`, String.raw`\+4989123456`, '+46812345678'];
  const url = '/speeddials?phone=SEP00A1B2C30001';
  const entry = (dirn: string, place: number) =>
    `<speeddial><dirn>${dirn}</dirn><label>x</label><index>${place + 1}</index></speeddial>`;

  /** A service in front of a phone with these speed dials, which an update does not change. */
  async function startService() {
    const fake = await startFake({
      answers: {
        getPhone: () => `<phone uuid="${keyOf('phone')}"><speeddials>${dials.map(entry).join('')}</speeddials></phone>`,
      },
    });
    const service = await startServiceWithShortTimes(fake.url(), { AXL_PASSWORD: 'right', AXL_VERIFY_WRITES: 'off' });
    onTestFinished(() => service.stop('end'));
    const send = async (target: string, method: string, body?: unknown, more: Record<string, string> = {}) => {
      const headers = { authorization: authorization(), 'content-type': 'application/json', ...more };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${service.url}${target}`, init);
      expect(answer.status).toBe(200);
      return answer;
    };
    const written = () =>
      fake.exchanges
        .filter(({ operation }) => operation === 'updatePhone')
        .map(({ body }) => Array.from(body.matchAll(/<dirn>(.*?)<\/dirn>/g), ([, dirn]) => dirn));
    return { send, written };
  }

  it.each([
    [1, '+14085554019'],
    [3, String.raw`\+46812345678`],
  ])('speed dial %i is sent by PUT as it was given, and the others as they are stored', async (index, dirn) => {
    const { send, written } = await startService();
    await send(url.replace('?', `/${index}?`), 'PUT', { dirn, label: 'x' });
    expect(written()).toEqual([dials.map((stored, place) => (place === index - 1 ? dirn : stored))]);
  });

  it('numbers stay as they are stored if the shown list is sent back with another label', async () => {
    const { send, written } = await startService();
    const shown = await send(url, 'GET');
    const [first, ...others] = (await shown.json()) as { dirn: string; label: string }[];
    expect(first?.dirn).toBe('+14085554019');
    const tag = shown.headers.get('etag') ?? '';
    await send(url, 'POST', [{ ...first, label: 'y' }, ...others], { 'if-match': tag });
    expect(written()).toEqual([dials]);
  });
});
