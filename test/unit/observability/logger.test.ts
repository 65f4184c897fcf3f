import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logTo, openLog } from '../../../src/observability/logger.js';
import { type Observation, unexpected } from '../../../src/observability/observations.js';

interface Line {
  readonly level: number;
  readonly event: string;
  readonly msg: string;
}

/** The log of these observations, at a level. */
function logged(observations: readonly Observation[], level = 'trace'): Line[] {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const observe = logTo(pino({ level, base: null }, stream));
  for (const observation of observations) observe(observation);
  return lines.map((line) => JSON.parse(line) as Line);
}

const request: Seen<'request'> = {
  kind: 'request',
  requestId: 'r1',
  method: 'GET',
  route: '/phone',
  status: 200,
  durationMs: 12.345678,
  remoteAddress: '192.0.2.1',
  user: 'caller',
  axlCalls: 4,
  axlMs: 10.999,
  code: undefined,
  cause: undefined,
};
const call: Seen<'axl-call'> = {
  kind: 'axl-call',
  requestId: 'r1',
  operation: 'getPhone',
  node: 'cucm:8443',
  outcome: 'ok',
  sends: 1,
  durationMs: 1,
  axlCode: undefined,
  detail: undefined,
  cause: undefined,
};
const unreadable: Seen<'unreadable-characters'> = {
  kind: 'unreadable-characters',
  requestId: 'r1',
  node: 'cucm:8443',
  operation: 'listPhone',
  devices: ['SEP00A1B2C30001'],
  characters: 3,
};
const certificates = {
  kind: 'certificates',
  variable: 'TLS_CERT_FILE',
  cause: undefined,
  certificates: [{ subject: 'localhost', notAfter: '2030-01-01T00:00:00.000Z' }],
} as const;
const { debug, info, warn, error } = pino.levels.values;

const sweep = { kind: 'inventory-sweep', cause: undefined, findings: undefined, rows: 1, durationMs: 1 } as const;

type Seen<Kind> = Extract<Observation, { readonly kind: Kind }>;

/** The level of each observation in the log; undefined: not logged. */
const levels: { readonly [Kind in Observation['kind']]: readonly (readonly [Seen<Kind>, number | undefined])[] } = {
  request: [
    [request, info],
    [{ ...request, status: 404, code: 'not-found' }, info],
    [{ ...request, status: 502, code: 'call-manager-fault' }, warn],
  ],
  'axl-call': [
    [call, debug],
    [{ ...call, outcome: 'call-manager-fault', axlCode: 5003, detail: 'x' }, warn],
    [{ ...call, outcome: 'call-manager-fault', axlCode: 5007, detail: 'not found' }, info],
    [{ ...call, outcome: 'call-manager-timeout', axlCode: 5007 }, warn],
    [{ ...call, outcome: 'abandoned' }, debug],
  ],
  'axl-retry': [
    [{ kind: 'axl-retry', requestId: 'r1', operation: 'getPhone', attempt: 1, code: 'call-manager-busy' }, warn],
  ],
  'queue-wait': [[{ kind: 'queue-wait', waitMs: 1 }, undefined]],
  shed: [[{ kind: 'shed', requestId: 'r1', reason: 'deadline' }, warn]],
  'session-login': [[{ kind: 'session-login', requestId: 'r1', node: 'cucm' }, info]],
  'credentials-refused': [[{ kind: 'credentials-refused', requestId: 'r1', node: 'cucm', pauseMs: 1 }, error]],
  'unreadable-characters': [[{ ...unreadable, devices: [] }, warn]],
  throttle: [[{ kind: 'throttle', requestId: 'r1', level: 1, holdMs: 1 }, warn]],
  breaker: [
    [{ kind: 'breaker', node: 'cucm', state: 'open' }, error],
    [{ kind: 'breaker', node: 'cucm', state: 'closed' }, info],
  ],
  release: [[{ kind: 'release', requestId: 'r1', release: '15.0', version: '15.0.1' }, info]],
  'login-refused': [[{ kind: 'login-refused', requestId: 'r1', remoteAddress: '192.0.2.1', reason: 'wrong' }, warn]],
  write: [
    [
      {
        kind: 'write',
        requestId: 'r',
        user: 'u',
        phone: 'p',
        buttons: 'speeddial',
        before: undefined,
        after: [],
        outcome: 'replaced',
      },
      info,
    ],
  ],
  'writing-stopped': [
    [{ kind: 'writing-stopped', requestId: 'r', device: 'the phone p', words: 'removed the lines' }, error],
  ],
  'writing-resumed': [[{ kind: 'writing-resumed', by: 'SIGHUP' }, warn]],
  'changed-beside': [
    [{ kind: 'changed-beside', requestId: 'r', device: 'the phone p', words: 'changed the lines' }, warn],
  ],
  'load-change': [
    [{ kind: 'load-change', requestId: 'r', phone: 'p', outcome: 'ok' }, info],
    [{ kind: 'load-change', requestId: 'r', phone: 'p', outcome: 'call-manager-fault' }, warn],
  ],
  'audit-file': [
    [{ kind: 'audit-file', state: 'failing', cause: 'ENOSPC' }, error],
    [{ kind: 'audit-file', state: 'recovered', cause: undefined }, info],
  ],
  'audit-lines-lost': [[{ kind: 'audit-lines-lost', lines: 1 }, error]],
  'log-lines-lost': [[{ kind: 'log-lines-lost', lines: 1 }, warn]],
  certificates: [
    [{ ...certificates, state: 'in-use' }, debug],
    [{ ...certificates, state: 'renewed' }, info],
    [{ ...certificates, state: 'unusable', cause: 'ENOENT' }, error],
  ],
  htpasswd: [
    [{ kind: 'htpasswd', state: 'unusable', cause: 'ENOENT' }, error],
    [{ kind: 'htpasswd', state: 'reloaded', cause: undefined }, info],
  ],
  unexpected: [[{ kind: 'unexpected', requestId: 'r', name: 'TypeError', stack: '' }, error]],
  started: [
    [
      { kind: 'started', adminUrl: undefined, url: 'http://127.0.0.1', database: '/data/history.db', version: '1' },
      info,
    ],
  ],
  warning: [[{ kind: 'warning', text: 'careful' }, warn]],
  stopping: [[{ kind: 'stopping', reason: 'SIGTERM' }, info]],
  stopped: [[{ kind: 'stopped', unfinished: 0 }, info]],
  'late-answer': [
    [{ kind: 'late-answer', requestId: 'r', user: 'u', phone: 'p', buttons: 'speeddial', list: 'after' }, warn],
  ],
  change: [[{ kind: 'change', id: '1', state: 'changed' }, undefined]],
  'change-carried': [
    [
      {
        ...{ kind: 'change-carried', id: '7', state: 'done', user: 'agent', approver: 'boss', carrier: 'boss' },
        lists: { changed: 2 },
      },
      info,
    ],
  ],
  history: [
    [{ kind: 'history', operation: 'get', durationMs: 1, cause: undefined }, debug],
    [{ kind: 'history', operation: 'get', durationMs: 1, cause: 'ECONNREFUSED' }, warn],
  ],
  'inventory-page': [[{ kind: 'inventory-page', table: 'device', rows: 1, bytes: 1, durationMs: 1 }, undefined]],
  'inventory-sweep': [
    [{ ...sweep, outcome: 'whole' }, info],
    [{ ...sweep, outcome: 'another' }, warn],
  ],
};

describe('the log', () => {
  it.each(Object.values(levels).flat())('has $kind at its level', (observation, level) => {
    const lines = logged([observation]);
    expect(lines.map((line) => line.level)).toEqual(level === undefined ? [] : [level]);
    expect(lines.every(({ event, msg }) => event === observation.kind && msg !== '')).toBe(true);
  });

  it('has all values of the observation of a request, with times to a hundredth', () => {
    expect(logged([request])).toMatchObject([
      { event: 'request', msg: 'GET /phone 200', requestId: 'r1', durationMs: 12.35, axlMs: 11, user: 'caller' },
    ]);
    expect(request).toMatchObject({ durationMs: 12.345678 });
  });

  it('names the devices with unreadable characters, and how many characters there are', () => {
    expect(logged([unreadable])).toMatchObject([
      { event: 'unreadable-characters', operation: 'listPhone', devices: ['SEP00A1B2C30001'], characters: 3 },
    ]);
  });

  it('has the level of the throttle next to its own', () => {
    expect(logged([{ kind: 'throttle', requestId: 'r1', level: 3, holdMs: 0.126 }])).toEqual([
      {
        level: warn,
        time: expect.any(Number) as number,
        event: 'throttle',
        requestId: 'r1',
        throttleLevel: 3,
        holdMs: 0.13,
        msg: 'throttle',
      },
    ]);
  });

  it('leaves out lines below its level', () => {
    const all: Observation[] = [
      request,
      call,
      { ...request, status: 500 },
      { kind: 'breaker', node: 'n', state: 'open' },
    ];
    expect(logged(all, 'debug')).toHaveLength(4);
    expect(logged(all, 'info')).toHaveLength(3);
    expect(logged(all, 'warn')).toHaveLength(2);
    expect(logged(all, 'error')).toHaveLength(1);
    expect(logged(all, 'silent')).toHaveLength(0);
  });

  it('is opened at the configured level, and written in order', async () => {
    let written = '';
    const log = await openLog('warn', (bytes) => {
      written += Buffer.from(bytes).toString();
      return Promise.resolve(bytes.length);
    });
    for (const observation of [request, { ...request, requestId: 'r2', status: 500 }, call]) log.observe(observation);
    log.observe({ kind: 'warning', text: 'careful' });
    await log.close();
    const lines = written.split('\n');
    expect(lines.pop()).toBe('');
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed).toMatchObject([{ requestId: 'r2', level: warn }, { msg: 'careful' }]);
    expect(parsed[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('counts the lines that standard output does not accept, and reports them when it works again', async () => {
    let written = '';
    let full = true;
    const log = await openLog('info', (bytes) => {
      if (full) return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
      written += Buffer.from(bytes).toString();
      return Promise.resolve(bytes.length);
    });
    const text = 'x'.repeat(1_000);
    for (let count = 0; count < 1_500; count += 1) log.observe({ kind: 'warning', text });
    const lost = log.linesLost();
    // Each line has the text twice, and a megabyte is kept in memory.
    expect(lost).toBeGreaterThan(900);
    expect(lost).toBeLessThan(1_050);
    full = false;
    await log.close();
    const lines = written.trimEnd().split('\n');
    expect(lines).toHaveLength(1_500 - lost + 1);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'log-lines-lost', level: warn, lines: lost });
  });
});

describe('an unexpected error', () => {
  it('is observed by its type and place, never by its message', () => {
    const thrown = new RangeError('password hunter2\n    at hunter2 in the message');
    const observation = unexpected(thrown, { requestId: 'r1' });
    expect(observation).toMatchObject({ kind: 'unexpected', requestId: 'r1', name: 'RangeError' });
    expect(JSON.stringify(observation)).toContain('logger.test.ts');
    expect(JSON.stringify(observation)).not.toContain('hunter2');
  });

  it.each([
    ['a text', 'string'],
    [undefined, 'undefined'],
    [{ password: 'x' }, 'object'],
    [null, 'object'],
  ])('may be a value that is no Error: %j', (thrown, name) => {
    expect(unexpected(thrown)).toEqual({ kind: 'unexpected', requestId: undefined, name, stack: '' });
  });
});
