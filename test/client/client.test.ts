import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionError, createClient, ProblemError, UnexpectedAnswerError } from '../../src/client/index.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import {
  authorization,
  OnePhoneCallManager,
  type FakeService,
  password,
  phone,
  startFakeService,
  username,
} from '../support/one-phone-service.js';

/** What a call that must fail rejects with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call did not fail');
    },
    (thrown: unknown) => {
      const shown = inspect(thrown, { depth: Infinity, showHidden: true });
      expect(shown).not.toContain(password);
      expect(shown).not.toContain(authorization.slice(6));
      return thrown;
    },
  );
}

describe('the client, in front of the service', () => {
  const callManager = new OnePhoneCallManager();
  let service: FakeService;
  const client = (secret = password) => createClient({ baseUrl: service.url, username, password: secret });

  beforeAll(async () => {
    service = await startFakeService(callManager, { loadsChange: true });
  });
  afterEach(() => {
    Object.assign(callManager, new OnePhoneCallManager());
  });
  afterAll(() => service.close());

  it('finds phones', async () => {
    expect(await client().findPhones('+14085554019')).toEqual([phone]);
    expect(await client().findPhones('9')).toEqual([]);
  });

  it.each(['0100', '+1408', '*55#', 'a&b=c', '1+2 3&4=5#6', '?/;\\', 'ü 😀'])(
    'sends the number %s as it is',
    async (dirn) => {
      let asked: string | undefined;
      callManager.findPhones = (number) => {
        asked = number;
        return Promise.resolve([]);
      };
      await client().findPhones(dirn);
      expect(asked).toBe(dirn);
    },
  );

  it('replaces speed dials', async () => {
    const dials = [{ index: '1', dirn: '+1', label: ' <![CDATA[x]]> ü😀' }];
    let set: readonly SpeedDial[] = [];
    callManager.replaceSpeedDials = (_phone, given) => {
      set = given;
      return Promise.resolve(phone.uuid as never);
    };
    expect(await client().replaceSpeedDials(phone.name, dials)).toEqual({ uuid: phone.uuid, afterUpdate: 'ok' });
    expect(set).toEqual(dials);
    await client().replaceSpeedDials(phone.name, [{ index: '1', dirn: '2' }]);
    expect(set).toEqual([{ index: '1', dirn: '2', label: '' }]);
  });

  it('tells when a phone did not load its change', async () => {
    callManager.loadChange = () =>
      Promise.reject(new ServiceError('call-manager-timeout', { detail: 'late', effect: 'unknown' }));
    const { afterUpdate } = await client().replaceSpeedDials(phone.name, []);
    expect(afterUpdate).toBe('call-manager-timeout');
  });

  it('brings a problem with all that it says', async () => {
    const failure = await failureOf(client().replaceSpeedDials('SEP0', [], { requestId: 'mine' }));
    expect(failure).toBeInstanceOf(ProblemError);
    expect(failure).toMatchObject({
      message: 'phone-not-found: There is no phone SEP0.',
      code: 'phone-not-found',
      status: 404,
      title: 'There is no such phone',
      detail: 'There is no phone SEP0.',
      requestId: 'mine',
      axlCode: 5007,
      errors: [],
      retryAfterSeconds: undefined,
    });
  });

  it('names the fields of an invalid request', async () => {
    const failure = await failureOf(client().replaceSpeedDials(phone.name, [{ index: 'x', dirn: '1' }]));
    expect(failure).toMatchObject({ code: 'invalid-request', errors: [{ field: 'body[0].index' }] });
  });

  it('tells when to try again', async () => {
    callManager.findPhones = () =>
      Promise.reject(
        new ServiceError('call-manager-busy', { detail: 'busy', retryAfterSeconds: 7, effect: 'refused' }),
      );
    const failure = await failureOf(client().findPhones('0100'));
    expect(failure).toMatchObject({ code: 'call-manager-busy', status: 503, retryAfterSeconds: 7 });
  });

  it('tells of wrong credentials without showing them', async () => {
    const secret = 'quite wrong €';
    const failure = await failureOf(client(secret).findPhones('0100'));
    expect(failure).toMatchObject({ code: 'unauthenticated', status: 401 });
    expect(inspect(failure, { depth: Infinity })).not.toContain(secret);
  });
});

describe('the client, where something else answers or nothing does', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function clientOf(listener: RequestListener, timeoutMs?: number, path = '') {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    return createClient({ baseUrl: `http://127.0.0.1:${port}${path}`, username, password, timeoutMs });
  }

  const answers: readonly (readonly [what: string, status: number, type: string, body: string])[] = [
    ['a page of HTML', 502, 'text/html', '<html>'],
    ['a redirect', 307, 'text/html', ''],
    ['phones without all that they have', 200, 'application/json', JSON.stringify([{ ...phone, dirns: undefined }])],
    ['an object', 200, 'application/json', '{}'],
    ['half an answer', 200, 'application/json', '[{'],
    ['phones of another type', 200, 'text/html', '[]'],
    ['a problem of an unknown code', 418, 'application/problem+json', '{"code":"teapot"}'],
  ];

  it.each(answers)('takes %s for no answer', async (_, status, type, body) => {
    const client = await clientOf((_request, response) => {
      response.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:9/' }).end(body);
    });
    const failure = await failureOf(client.findPhones('1'));
    expect(failure).toBeInstanceOf(UnexpectedAnswerError);
    expect(failure).toMatchObject({ status, contentType: type });
  });

  it('takes an empty 200 for no set list', async () => {
    const client = await clientOf((_request, response) => void response.end());
    expect(await failureOf(client.replaceSpeedDials('SEP0', []))).toBeInstanceOf(UnexpectedAnswerError);
  });

  it('calls below the path of its base address', async () => {
    const paths: string[] = [];
    const client = await clientOf(
      ({ url = '' }, response) => {
        paths.push(url);
        response.setHeader('content-type', 'application/json').end('[]');
      },
      undefined,
      '/phones?x=1',
    );
    await client.findPhones('+1');
    expect(paths).toEqual(['/phones/phone?dirn=%2B1']);
  });

  it('tells a refused connection', async () => {
    const client = await clientOf(() => undefined);
    for (const close of closing.splice(0)) close();
    const failure = await failureOf(client.findPhones('1'));
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({ reason: 'network', causeCode: 'ECONNREFUSED' });
  });

  it('tells a connection that breaks in the middle of an answer', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('[', () => response.socket?.destroy());
    });
    expect(await failureOf(client.findPhones('1'))).toMatchObject({ name: 'ConnectionError', reason: 'network' });
  });

  it('gives up when the time is over', async () => {
    const client = await clientOf(() => undefined, 50);
    const failure = await failureOf(client.replaceSpeedDials('SEP0', []));
    expect(failure).toMatchObject({ name: 'ConnectionError', reason: 'timeout', causeCode: undefined });
  });

  it("gives up at the caller's signal, with the signal's reason", async () => {
    const client = await clientOf(() => undefined);
    const reason = new Error('not needed any more');
    const signal = AbortSignal.abort(reason);
    expect(await failureOf(client.findPhones('1', { signal }))).toBe(reason);
    const later = new AbortController();
    const call = failureOf(client.findPhones('1', { signal: later.signal }));
    setTimeout(() => {
      later.abort(reason);
    }, 20);
    expect(await call).toBe(reason);
  });

  it('uses the fetch that it is given', async () => {
    const asked: unknown[] = [];
    const answer = { status: 200, headers: { 'content-type': 'application/json' } };
    const stub: typeof fetch = (url, init) => {
      asked.push((url as URL).href, init?.method);
      return Promise.resolve(new Response('[]', answer));
    };
    await createClient({ baseUrl: new URL('https://phones.example'), username, password, fetch: stub }).findPhones('1');
    expect(asked).toEqual(['https://phones.example/phone?dirn=1', 'GET']);
  });

  it.each([
    [{ baseUrl: 'phones.example' }],
    [{ baseUrl: 'ftp://phones.example' }],
    [{ baseUrl: `https://me:secret@phones.example` }],
    [{ username: 'a:secret' }],
  ])('refuses %j, without quoting it', (wrong) => {
    const create = () => createClient({ baseUrl: 'https://phones.example', username, password, ...wrong });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(/secret|example/);
  });
});
