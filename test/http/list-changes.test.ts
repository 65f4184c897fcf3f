import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { type AppOptions, authorization, startService } from '../support/app.js';
import { deferred, dial, fakePort, phoneName, uuid } from '../support/fake-port.js';
import { openRequest, parseAnswer, post, problemIn, send, sendBytes, type Sent } from '../support/http.js';
import { rememberedButtons } from '../support/remembered-buttons.js';

/** If-Match, PUT and DELETE of both lists. */

const json = { 'Content-Type': 'application/json' };

function lamp(index: string, dirn = '0100', label = ''): BusyLampField {
  return { index, dirn, partition: '', label, pickup: false };
}

/** A service in front of a phone and a profile with stored buttons. */
async function remembering(options: AppOptions = {}) {
  const dials: readonly SpeedDial[] = [
    dial('1', '0101', 'one'),
    dial('05', '\\+49', 'five'),
    dial('12', '0112', 'twelve'),
  ];
  const lamps: readonly BusyLampField[] = [
    lamp('1', '0101', 'one'),
    lamp('05', '+49', 'five'),
    lamp('12', '0112', 'twelve'),
  ];
  const callManager = fakePort({
    speedDials: rememberedButtons({ [phoneName]: dials, UDP1: dials }),
    busyLampFields: rememberedButtons({ [phoneName]: lamps, UDP1: lamps }),
  });
  const { port, seen } = await startService({ ...options, callManager });
  return { port, seen, callManager };
}

const lists = [
  { path: '/speeddials', fresh: { dirn: '0199', label: 'Neu' }, kind: 'speeddial' },
  { path: '/busylampfields', fresh: { dirn: '0199', label: 'Neu' }, kind: 'busylampfield' },
] as const;

describe.each(lists)('If-Match at POST $path', ({ path, kind }) => {
  const target = `${path}?phone=${phoneName}`;
  const wanted = [{ index: '1', dirn: '0101', label: 'new' }];

  it('allows one of two editors who have read the same list', async () => {
    const { port, callManager } = await remembering();
    const { etag = '' } = (await send(port, target)).headers;
    const answers = await Promise.all([
      post(port, target, wanted, { 'If-Match': etag }),
      post(port, target, [], { 'If-Match': etag }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [won, lost] = [...answers].sort((a, b) => a.status - b.status);
    expect(problemIn(lost ?? { text: '' })).toMatchObject({ code: 'changed-meanwhile' });
    // Both know the present list.
    const { headers } = await send(port, target);
    expect([won?.headers.etag, lost?.headers.etag]).toEqual([headers.etag, headers.etag]);
    expect(callManager.buttons[kind].replace).toHaveBeenCalledTimes(1);
  });

  it.each([100, 2_500])('counts also after %i other headers', async (count) => {
    const { port, callManager } = await remembering();
    const body = JSON.stringify(wanted);
    const needed = [
      'Host: x',
      'Connection: close',
      `Authorization: ${authorization}`,
      `Content-Length: ${body.length}`,
    ];
    const others = Array.from({ length: count - 5 }, () => 'o:');
    const headers = [...needed, 'Content-Type: application/json', ...others, 'If-Match: "stale"'];
    expect(headers.indexOf('If-Match: "stale"')).toBe(count);
    const { text } = await sendBytes(port, [`POST ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`]);
    expect(parseAnswer(text).status).toBe(412);
    expect(callManager.buttons[kind].replace).not.toHaveBeenCalled();
  });

  it('writes in two trips if the tag is right, or one of several, or *', async () => {
    for (const names of [(tag: string) => tag, (tag: string) => `"a",\t${tag}, W/"b"`, () => '*']) {
      const { port, callManager } = await remembering();
      const { etag = '' } = (await send(port, target)).headers;
      callManager.buttons[kind].read.mockClear();
      const answer = await post(port, target, wanted, { 'If-Match': names(etag) });
      expect(answer).toMatchObject({ status: 200, text: uuid });
      expect(callManager.buttons[kind].readForChange).toHaveBeenCalledTimes(1);
      expect(callManager.buttons[kind].replace).toHaveBeenCalledTimes(1);
      expect(callManager.buttons[kind].read).not.toHaveBeenCalled();
    }
  });

  it.each([
    ['another tag', () => '"other"'],
    ['the tag as a weak one', (tag: string) => `W/${tag}`],
    ['the tag in other letters', (tag: string) => tag.toLowerCase().replace(/[a-z]/, 'Ä')],
  ])('with %s is a 412 with the present tag, and nothing is written', async (_what, header) => {
    const { port, callManager, seen } = await remembering();
    const { etag = '' } = (await send(port, target)).headers;
    const given = Buffer.from(header(etag)).toString('latin1');
    const answer = await post(port, target, wanted, { 'If-Match': given });
    expect(problemIn(answer)).toMatchObject({ status: 412, code: 'changed-meanwhile' });
    expect(answer.headers.etag).toBe(etag);
    expect(callManager.buttons[kind].replace).not.toHaveBeenCalled();
    expect(seen.filter(({ kind }) => kind === 'write')).toMatchObject([{ outcome: 'changed-meanwhile' }]);
  });

  it.each([
    ['a matching', (etag: string) => etag],
    ['a stale', () => '"stale"'],
    ['any', () => '*'],
  ])('is a 200 for a list that is already as it was sent, with %s tag, and nothing is written', async (_, header) => {
    const { port, callManager, seen } = await remembering();
    const { text, headers } = await send(port, target);
    const held = JSON.parse(text) as object[];
    const answer = await post(port, target, [...held].reverse(), { 'If-Match': header(headers.etag ?? '') });
    expect(answer).toMatchObject({ status: 200, text: uuid });
    expect(answer.headers.etag).toBe((await send(port, target)).headers.etag);
    expect(callManager.buttons[kind].replace).not.toHaveBeenCalled();
    expect(seen.filter(({ kind }) => kind === 'write')).toMatchObject([{ outcome: 'confirmed-by-reading' }]);
  });

  it('is a 404 for a device that does not exist, also with *', async () => {
    const { port } = await remembering();
    for (const header of ['*', '"x"']) {
      expect(problemIn(await post(port, `${path}?phone=A`, [], { 'If-Match': header })).code).toBe('phone-not-found');
      expect(problemIn(await post(port, `${path}?profile=A`, [], { 'If-Match': header })).code).toBe(
        'profile-not-found',
      );
    }
  });

  it.each(['', 'x', '"x', 'x"', '"a" "b"', 'w/"a"', '*, "a"', '""x', ',', `${', '.repeat(2_000)}x`])(
    'is a 400 if it is %j',
    async (header) => {
      const { port, callManager } = await remembering();
      const problem = problemIn(await post(port, target, [], { 'If-Match': header }));
      expect(problem).toMatchObject({ status: 400, errors: [{ field: 'header.If-Match' }] });
      expect(callManager.buttons[kind].readForChange).not.toHaveBeenCalled();
    },
  );
});

describe.each(lists)('If-None-Match at POST $path', ({ path, kind }) => {
  const target = `${path}?phone=${phoneName}`;

  it('with If-Match is a 412 if it names the sent list, which is there already', async () => {
    const { port, callManager } = await remembering();
    const { text, headers } = await send(port, target);
    const { etag = '' } = headers;
    const both = { 'If-Match': '*', 'If-None-Match': etag };
    const answer = await post(port, target, JSON.parse(text), both);
    expect(problemIn(answer)).toMatchObject({ status: 412, code: 'changed-meanwhile' });
    expect(problemIn(answer).detail).toContain('Nothing was changed');
    expect(answer.headers.etag).toBe(etag);
    expect(callManager.buttons[kind].replace).not.toHaveBeenCalled();
    const others = { 'If-Match': '*', 'If-None-Match': '"other"' };
    expect((await post(port, target, JSON.parse(text), others)).status).toBe(200);
  });

  it('has no effect if another list is sent', async () => {
    const { port, callManager } = await remembering();
    const { etag = '' } = (await send(port, target)).headers;
    expect((await post(port, target, [], { 'If-Match': '*', 'If-None-Match': etag })).status).toBe(200);
    expect(
      (await post(port, target, [{ index: '1', dirn: '1' }], { 'If-Match': '*', 'If-None-Match': '*' })).status,
    ).toBe(200);
    expect(callManager.buttons[kind].replace).toHaveBeenCalledTimes(2);
  });

  it('has no effect without If-Match', async () => {
    const { port } = await remembering();
    const { text, headers } = await send(port, target);
    const answer = await post(port, target, JSON.parse(text), { 'If-None-Match': headers.etag });
    expect(answer).toMatchObject({ status: 200, text: uuid });
  });
});

it('POST /speeddials without If-Match reads nothing', async () => {
  const { port, callManager } = await remembering();
  expect(await post(port, `/speeddials?profile=UDP1`, [])).toMatchObject({ status: 200, text: uuid });
  expect(callManager.buttons.speeddial.replace.mock.calls[0]?.[0]).toEqual({ kind: 'profile', name: 'UDP1' });
  expect(callManager.buttons.speeddial.readForChange).not.toHaveBeenCalled();
});

it('POST /busylampfields always reads first', async () => {
  const { port, callManager } = await remembering();
  expect(await post(port, `/busylampfields?profile=UDP1`, [])).toMatchObject({ status: 200, text: uuid });
  expect(callManager.buttons.busylampfield.readForChange).toHaveBeenCalledTimes(1);
  expect(callManager.buttons.busylampfield.replace.mock.calls[0]?.[2]).toMatchObject({ entries: [{}, {}, {}] });
});

describe.each(lists)('one entry of $path', ({ path, kind, fresh }) => {
  const at = (index: string, query = `phone=${phoneName}`): string => `${path}/${index}?${query}`;
  const put = (port: number, to: string, body: unknown, headers: Sent['headers'] = {}) =>
    send(port, to, { method: 'PUT', body: JSON.stringify(body), headers: { ...json, ...headers } });
  const held = async (port: number): Promise<{ index: string; label: string }[]> =>
    JSON.parse((await send(port, `${path}?phone=${phoneName}`)).text) as { index: string; label: string }[];

  it('is changed by PUT, and the others stay as they are', async () => {
    const { port, callManager, seen } = await remembering();
    const before = await held(port);
    const answer = await put(port, at('0012'), fresh);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.text)).toMatchObject({ index: '12', ...fresh });
    const after = await held(port);
    expect(after).toEqual([...before.slice(0, 2), JSON.parse(answer.text)]);
    expect(answer.headers.etag).toBe((await send(port, `${path}?phone=${phoneName}`)).headers.etag);
    expect(callManager.buttons[kind].readForChange).toHaveBeenCalledTimes(1);
    expect(callManager.buttons[kind].replace).toHaveBeenCalledTimes(1);
    expect(seen.filter((one) => one.kind === 'write')).toMatchObject([{ buttons: kind, outcome: 'replaced' }]);
  });

  it('is sent with its number as it was given, and answered with a plain plus', async () => {
    const { port, callManager } = await remembering();
    const [number, stored] = kind === 'speeddial' ? ['dirn', String.raw`\+4933`] : ['destination', String.raw`\+4933`];
    const answer = await put(port, at('12'), { [number]: stored, label: 'x' });
    expect(JSON.parse(answer.text)).toMatchObject({ [number]: '+4933' });
    expect(callManager.buttons[kind].replace.mock.calls[0]?.[1].at(-1)).toMatchObject({ [number]: stored });
  });

  it.each(['5', '05', '0000005'])('at %s is the one at 05', async (index) => {
    const { port } = await remembering();
    expect((await put(port, at(index), { ...fresh, index: '005' })).status).toBe(200);
    expect((await held(port)).map((entry) => [entry.index, entry.label])).toEqual([
      ['1', 'one'],
      ['5', 'Neu'],
      ['12', 'twelve'],
    ]);
  });

  it.each(['0', '7', '13', '9'.repeat(255)])('is new by PUT at %s, in its place', async (index) => {
    const { port } = await remembering();
    const answer = await put(port, at(index, 'profile=UDP1'), fresh);
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text)).toMatchObject({ index });
    const { text, headers } = await send(port, `${path}?profile=UDP1`);
    const indexes = (JSON.parse(text) as { index: string }[]).map((entry) => entry.index);
    expect(indexes).toEqual(['1', '05', '12', index].sort((a, b) => Number(a) - Number(b)));
    expect(headers.etag).toBe(answer.headers.etag);
  });

  it('is removed by DELETE, and the others stay as they are', async () => {
    const { port } = await remembering();
    const [first, , last] = await held(port);
    const answer = await send(port, at('5'), { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers.etag).toBe((await send(port, `${path}?phone=${phoneName}`)).headers.etag);
    expect(await held(port)).toEqual([first, last]);
    const again = await send(port, at('5'), { method: 'DELETE' });
    expect(problemIn(again)).toMatchObject({ status: 404, code: 'entry-not-found' });
    expect(problemIn(again).detail).toContain('index 5');
  });

  it('is changed only if If-Match names the list', async () => {
    const { port, callManager } = await remembering();
    const { etag = '' } = (await send(port, `${path}?phone=${phoneName}`)).headers;
    for (const [method, body] of [
      ['PUT', JSON.stringify(fresh)],
      ['DELETE', undefined],
    ] as const) {
      const sent = { method, ...(body !== undefined && { body }), headers: { ...json, 'If-Match': '"stale"' } };
      const answer = await send(port, at('12'), sent);
      expect(problemIn(answer)).toMatchObject({ status: 412, code: 'changed-meanwhile' });
      expect(answer.headers.etag).toBe(etag);
    }
    expect(callManager.buttons[kind].replace).not.toHaveBeenCalled();
    expect((await put(port, at('12'), fresh, { 'If-Match': etag })).status).toBe(200);
    // It is already as wanted.
    expect((await put(port, at('12'), fresh, { 'If-Match': etag })).status).toBe(200);
    expect(callManager.buttons[kind].replace).toHaveBeenCalledTimes(1);
  });

  it.each(['0x5', '-1', 'x', '1.0', '%35', '1e1', '+5', '%205', '٥'])('cannot have the index %s', async (index) => {
    const { port, callManager } = await remembering();
    for (const method of ['PUT', 'DELETE', 'GET', 'POST']) {
      const body = method === 'PUT' ? { body: JSON.stringify(fresh), headers: json } : {};
      const problem = problemIn(await send(port, at(encodeURI(index).replace('%25', '%')), { method, ...body }));
      expect(problem).toMatchObject({ status: 404, code: 'not-found' });
      expect(problem.detail).toContain('a string of digits');
    }
    expect(callManager.buttons[kind].readForChange).not.toHaveBeenCalled();
  });

  it('cannot have an index of more than 255 digits', async () => {
    const { port } = await remembering();
    const problems = [
      problemIn(await put(port, at('1'.repeat(256)), fresh)),
      problemIn(await send(port, at('0'.repeat(5_000)), { method: 'DELETE' })),
    ];
    expect(problems).toMatchObject(problems.map(() => ({ status: 400, errors: [{ field: 'path.index' }] })));
  });

  it.each<[string, unknown, string, string]>([
    ['another index', { index: '6' }, 'body.index', 'the path names 5'],
    ['an index that is a number', { index: 5 }, 'body.index', 'not a number'],
    ['a label that is a number', { label: 5 }, 'body.label', 'not a number'],
    ['a control character', { label: 'a\tb' }, 'body.label', 'U+0009'],
    ['an unknown key', { Label: '' }, 'body', 'unknown key "Label"'],
  ])('is not set with %s', async (_what, change, field, reason) => {
    const { port, callManager } = await remembering();
    const problem = problemIn(await put(port, at('5'), { ...fresh, ...(change as object) }));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors?.[0]?.field).toBe(field);
    expect(problem.errors?.[0]?.detail).toContain(reason);
    expect(callManager.buttons[kind].readForChange).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing', '', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a text', '"x"', 400],
    ['broken JSON', '{"dirn":', 400],
    ['a body over 1 MB', `{${' '.repeat(1_100_000)}}`, 413],
  ])('is not set with %s', async (_what, body, status) => {
    const { port } = await remembering();
    const answer = await send(port, at('5'), { method: 'PUT', body, headers: json });
    expect(problemIn(answer).status).toBe(status);
  });

  it('is not set with a body of another type', async () => {
    const { port } = await remembering();
    const answer = await put(port, at('5'), fresh, { 'Content-Type': 'text/plain' });
    expect(problemIn(answer)).toMatchObject({ status: 415, code: 'unsupported-media-type' });
  });

  it('cannot be changed by read-only users', async () => {
    const { port, callManager } = await remembering({ readOnlyUsers: ['caller'] });
    expect(problemIn(await put(port, at('5'), fresh))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(problemIn(await send(port, at('5'), { method: 'DELETE' }))).toMatchObject({ status: 403 });
    expect(callManager.buttons[kind].readForChange).not.toHaveBeenCalled();
  });

  it('shows whether the phone loaded its change', async () => {
    const { port } = await remembering({ loadsChange: true });
    expect((await put(port, at('5'), fresh)).headers['x-after-update']).toBe('ok');
    expect((await send(port, at('5'), { method: 'DELETE' })).headers['x-after-update']).toBe('ok');
    const ofProfile = await put(port, at('5', 'profile=UDP1'), fresh);
    expect(ofProfile.status).toBe(200);
    expect(ofProfile.headers['x-after-update']).toBeUndefined();
  });

  it('is logged under the pattern of its path', async () => {
    const { port, seen } = await remembering();
    await put(port, at('05'), fresh);
    await expect
      .poll(() => seen.filter((one) => one.kind === 'request'))
      .toMatchObject([{ method: 'PUT', route: `${path}/:index`, status: 200 }]);
  });

  it('is completed although its caller hangs up, and in its turn', async () => {
    const { port, callManager } = await remembering();
    const begun = deferred<undefined>();
    const release = deferred<typeof uuid>();
    callManager.buttons[kind].replace.mockImplementationOnce(() => {
      begun.resolve(undefined);
      return release.promise;
    });
    const first = openRequest(port, at('5'), { method: 'DELETE' }).end();
    await begun.promise;
    first.destroy();
    const second = put(port, at('7'), fresh);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(callManager.buttons[kind].readForChange).toHaveBeenCalledTimes(1);
    release.resolve(uuid);
    expect((await second).status).toBe(201);
    expect(callManager.buttons[kind].readForChange).toHaveBeenCalledTimes(2);
  });

  it('is a 409 if another entry cannot be kept', async () => {
    const { port, callManager } = await remembering();
    callManager.buttons[kind].replace.mockRejectedValueOnce(
      new ServiceError('not-representable', { detail: 'Index 1 cannot be kept.', effect: 'none' }),
    );
    expect(problemIn(await put(port, at('5'), fresh))).toMatchObject({
      status: 409,
      code: 'not-representable',
      detail: 'Index 1 cannot be kept.',
    });
  });
});

describe('an invalid busy lamp field', () => {
  it.each<[string, unknown, string, string]>([
    ['a number and a destination', { index: '1', dirn: '1', destination: '2' }, 'body[0]', 'both dirn and destination'],
    ['null and a destination', { index: '1', dirn: null, destination: '2' }, 'body[0]', 'both dirn and destination'],
    ['neither', { index: '1', label: 'x' }, 'body[0]', 'neither dirn nor destination'],
    [
      'a destination in a partition',
      { index: '1', destination: '1', partition: '' },
      'body[0].partition',
      'leave it out',
    ],
    ['an empty number', { index: '1', dirn: '' }, 'body[0].dirn', 'is empty'],
    ['a blank number', { index: '1', dirn: ' \u00a0 ' }, 'body[0].dirn', 'only spaces'],
    ['a blank destination', { index: '1', destination: ' ' }, 'body[0].destination', 'only spaces'],
    ['a number that is a number', { index: '1', dirn: 1 }, 'body[0].dirn', 'not a number'],
    ['a destination that is a number', { index: '1', destination: 1 }, 'body[0].destination', 'not a number'],
    ['pickup as text', { index: '1', dirn: '1', pickup: 'true' }, 'body[0].pickup', 'must be true or false'],
    ['pickup as null', { index: '1', dirn: '1', pickup: null }, 'body[0].pickup', 'not null'],
    ['a partition that is null', { index: '1', dirn: '1', partition: null }, 'body[0].partition', 'not null'],
    ['no index', { dirn: '1' }, 'body[0].index', 'is missing'],
    ['an unknown key', { index: '1', dirn: '1', asciiLabel: '' }, 'body[0]', 'unknown key "asciiLabel"'],
    ['an array', [], 'body[0]', 'not an array'],
    ['null', null, 'body[0]', 'not null'],
  ])('%s', async (_what, entry, field, reason) => {
    const { port, callManager } = await remembering();
    const problem = problemIn(await post(port, `/busylampfields?phone=${phoneName}`, [entry]));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors?.[0]?.field).toBe(field);
    expect(problem.errors?.[0]?.detail).toContain(reason);
    expect(callManager.buttons.busylampfield.readForChange).not.toHaveBeenCalled();
  });

  it('is named with others, and so is a repeated index', async () => {
    const { port } = await remembering();
    const target = `/busylampfields?phone=${phoneName}`;
    const entries = [lamp('1'), { index: '2' }, { index: '3', destination: 'a@b', label: 1 }];
    expect(problemIn(await post(port, target, entries)).errors?.map(({ field }) => field)).toEqual([
      'body[1]',
      'body[2].label',
    ]);
    const twice = problemIn(await post(port, target, [lamp('1'), { index: '01', destination: 'x' }]));
    expect(twice.errors?.map(({ field }) => field)).toEqual(['body[1].index']);
  });

  it('does not affect valid ones, which are accepted with their defaults', async () => {
    const { port, callManager } = await remembering();
    const entries = [
      { index: '2', dirn: '\\+49' },
      { destination: '', index: '1', label: ' <x> 😀 ', pickup: true },
    ];
    expect(await post(port, `/busylampfields?phone=${phoneName}`, entries)).toMatchObject({ status: 200, text: uuid });
    expect(callManager.buttons.busylampfield.replace.mock.calls[0]?.[1]).toEqual([
      { index: '2', dirn: '\\+49', partition: '', label: '', pickup: false },
      { index: '1', destination: '', label: ' <x> 😀 ', pickup: true },
    ]);
  });
});
