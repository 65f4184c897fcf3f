import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, authorization, codeOf } from '../support/caller.js';
import { freePort } from '../support/free-port.js';
import { emptyFolder, RunningProcess, start, tidy } from '../support/processes.js';
import { root } from '../support/project.js';
import { listening, startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

const phone = 'SEP00A1B2C30003';
const dials = (label: string) => [{ index: '1', dirn: '0100', label }];

let simulator: SimulatorProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  simulator = await spawnSimulator();
  settings = { ...serviceSettings(simulator.url), AXL_TIMEOUT_MS: '8000', REQUEST_DEADLINE_MS: '20000' };
});

beforeEach(async () => {
  await simulator.control('DELETE', 'misbehaviour');
  await simulator.control('POST', 'reset');
});

afterEach(tidy);

afterAll(() => simulator.stop());

interface PhoneState {
  readonly name: string;
  readonly speedDials: readonly { readonly label: string }[];
}

async function labelOf(name: string): Promise<string | undefined> {
  const state = (await simulator.control('GET', 'state')) as PhoneState[];
  return state.find((one) => one.name === name)?.speedDials[0]?.label;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await condition()); round += 1) {
    if (round > 6_000) throw new Error('it did not come about within a minute');
    await pause(10);
  }
}

async function inFlight(): Promise<number> {
  return ((await simulator.control('GET', 'stats')) as { inFlight: number }).inFlight;
}

/** Times that are over long after the test's own: whatever ends before does not wait for them. */
const endless = { AXL_TIMEOUT_MS: '600000', REQUEST_DEADLINE_MS: '600000', SHUTDOWN_GRACE_MS: '600000' };

/** A signal within a second of the first one counts as the same. */
async function afterTheFirstSignal(): Promise<void> {
  await pause(1_100);
}

function refusesConnections(url: string): Promise<boolean> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => {
      resolve(true);
    });
  });
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('stops accepting, lets running requests finish, and exits with 0', async () => {
    const { url, process } = await startServiceProcess(settings);
    await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 1_500, times: 1, operation: 'updatePhone' });
    const running = ask(`${url}/speeddials?phone=${phone}`, dials('finished'));
    await until(async () => (await inFlight()) === 1);
    process.kill(signal);
    expect(await process.untilLogged('stopping')).toMatchObject({ reason: signal });
    await until(() => refusesConnections(url));
    expect(await inFlight()).toBe(1);
    expect(codeOf(await running)).toBe(200);
    expect((await process.ended).code).toBe(0);
    expect(process.logged('stopped')).toMatchObject([{ unfinished: 0 }]);
    expect(await labelOf(phone)).toBe('finished');
  });
});

describe('SIGTERM', () => {
  it('ends an idle service at once, even with keep-alive connections', async () => {
    const { url, process } = await startServiceProcess({ ...settings, ...endless });
    await ask(`${url}/phone/?dirn=2003`);
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    idle.on('error', () => undefined);
    await new Promise((resolve) => idle.once('connect', resolve));
    const told = performance.now();
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
    // It usually takes a tenth of a second. An idle connection is kept for more than a minute.
    expect(performance.now() - told).toBeLessThan(30_000);
  });

  it('completes a write whose caller has hung up', async () => {
    const { url, process } = await startServiceProcess(settings);
    await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 1_500, times: 1, operation: 'updatePhone' });
    const hangUp = new AbortController();
    const headers = { authorization: authorization(), 'content-type': 'application/json' };
    const body = JSON.stringify(dials('carried through'));
    const lost = fetch(`${url}/speeddials?phone=${phone}`, { method: 'POST', headers, body, signal: hangUp.signal });
    await until(async () => (await inFlight()) === 1);
    hangUp.abort();
    await expect(lost).rejects.toThrow();
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
    expect(process.logged('write')).toMatchObject([{ phone, outcome: 'replaced' }]);
    expect(await labelOf(phone)).toBe('carried through');
  });

  it('given twice ends running requests at once: callers, log and audit file say so', async () => {
    const AUDIT_LOG_FILE = join(emptyFolder(), 'audit.jsonl');
    const { url, process } = await startServiceProcess({ ...settings, ...endless, AUDIT_LOG_FILE });
    await simulator.control('POST', 'misbehaviour', { kind: 'hang', operation: 'updatePhone' });
    const write = ask(`${url}/speeddials?phone=${phone}`, dials('in doubt'));
    await until(async () => (await inFlight()) > 0);
    process.kill('SIGTERM');
    await process.untilLogged('stopping');
    await afterTheFirstSignal();
    process.kill('SIGTERM');
    expect(codeOf(await write)).toBe('outcome-unknown');
    expect((await process.ended).code).toBe(0);
    expect(process.logged('write')).toMatchObject([{ phone, outcome: 'outcome-unknown', after: dials('in doubt') }]);
    expect(process.logged('stopping').map(({ reason }) => reason)).toEqual(['SIGTERM', 'SIGTERM again: ending now']);
    expect(process.logged('stopped')).toMatchObject([{ unfinished: 1 }]);
    const lines = readFileSync(AUDIT_LOG_FILE, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ phone, outcome: 'outcome-unknown' }]);
  });

  it('given twice also reports a write whose caller has hung up', async () => {
    const { url, process } = await startServiceProcess({ ...settings, ...endless });
    await simulator.control('POST', 'misbehaviour', { kind: 'hang', operation: 'updatePhone' });
    const hangUp = new AbortController();
    const headers = { authorization: authorization(), 'content-type': 'application/json' };
    const body = JSON.stringify(dials('in doubt'));
    const lost = fetch(`${url}/speeddials?phone=${phone}`, { method: 'POST', headers, body, signal: hangUp.signal });
    await until(async () => (await inFlight()) === 1);
    hangUp.abort();
    await expect(lost).rejects.toThrow();
    process.kill('SIGTERM');
    await process.untilLogged('stopping');
    await afterTheFirstSignal();
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
    expect(process.logged('write')).toMatchObject([{ phone, outcome: 'outcome-unknown' }]);
  });

  it('given twice within a second is one signal, like Ctrl-C under npm: running requests are finished', async () => {
    const { url, process } = await startServiceProcess(settings);
    await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 1_500, times: 1, operation: 'updatePhone' });
    const running = ask(`${url}/speeddials?phone=${phone}`, dials('one signal'));
    await until(async () => (await inFlight()) === 1);
    process.kill('SIGINT');
    await process.untilLogged('stopping');
    process.kill('SIGINT');
    process.kill('SIGTERM');
    expect(codeOf(await running)).toBe(200);
    expect((await process.ended).code).toBe(0);
    expect(process.logged('stopping')).toHaveLength(1);
  });

  it('reaches the service through npm start, and npm exits with its code', async () => {
    const npm = new RunningProcess('npm', ['start'], {
      cwd: root,
      env: { ...settings, npm_config_update_notifier: 'false' },
    });
    const { url } = await listening(npm);
    await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 1_000, times: 1, operation: 'updatePhone' });
    const running = ask(`${url}/speeddials?phone=${phone}`, dials('through npm'));
    await until(async () => (await inFlight()) === 1);
    npm.kill('SIGTERM');
    expect(codeOf(await running)).toBe(200);
    expect((await npm.ended).code).toBe(0);
    expect(npm.logged('stopped')).toMatchObject([{ unfinished: 0 }]);
    expect(await refusesConnections(url)).toBe(true);
  });
});

describe('SIGHUP', () => {
  it('reads the password for the call manager again, and lets it be tried at once', async () => {
    const AXL_PASSWORD_FILE = join(emptyFolder(), 'password');
    writeFileSync(AXL_PASSWORD_FILE, 'wrong\n');
    const { url, process } = await startServiceProcess({ ...settings, AXL_PASSWORD: '', AXL_PASSWORD_FILE });
    const asked = async () => codeOf(await ask(`${url}/phone/?dirn=2003`));
    expect([await asked(), await asked()]).toEqual(Array(2).fill('call-manager-refused-credentials'));
    const { refusedLogins } = (await simulator.control('GET', 'stats')) as { refusedLogins: number };
    expect(refusedLogins).toBe(1);
    writeFileSync(AXL_PASSWORD_FILE, 'axl-demo\n');
    process.kill('SIGHUP');
    await until(async () => (await asked()) === 200);
    await simulator.control('POST', 'unlock');
  });

  it.each<[what: string, spoil: (file: string) => void, word: string]>([
    ['is missing', rmSync, 'ENOENT'],
    [
      'cannot be read',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
      'EISDIR',
    ],
    [
      'is empty',
      (file) => {
        writeFileSync(file, '');
      },
      'empty',
    ],
    [
      'is in UTF-16',
      (file) => {
        writeFileSync(file, 'axl-demo\n', 'utf16le');
      },
      'UTF-16',
    ],
  ])('with a password file that %s says which, and keeps the password', async (_what, spoil, word) => {
    const AXL_PASSWORD_FILE = join(emptyFolder(), 'password');
    writeFileSync(AXL_PASSWORD_FILE, 'axl-demo\n');
    const { url, process } = await startServiceProcess({ ...settings, AXL_PASSWORD: '', AXL_PASSWORD_FILE });
    spoil(AXL_PASSWORD_FILE);
    process.kill('SIGHUP');
    await until(() => process.logged('warning').length > 0);
    const [{ text }] = process.logged('warning') as unknown as [{ text: string }];
    expect(text).toContain(AXL_PASSWORD_FILE);
    expect(text).toContain(word);
    expect(process.logged('unexpected')).toEqual([]);
    expect(codeOf(await ask(`${url}/phone/?dirn=2003`))).toBe(200);
  });

  it('opens the audit file again after it was renamed, and loses no line', async () => {
    const AUDIT_LOG_FILE = join(emptyFolder(), 'audit.jsonl');
    const { url, process } = await startServiceProcess({ ...settings, AUDIT_LOG_FILE });
    const write = async (label: string) => {
      expect(codeOf(await ask(`${url}/speeddials?phone=${phone}`, dials(label)))).toBe(200);
    };
    await write('before');
    renameSync(AUDIT_LOG_FILE, `${AUDIT_LOG_FILE}.1`);
    await write('still in the old file');
    process.kill('SIGHUP');
    await until(() => existsSync(AUDIT_LOG_FILE));
    await write('after');
    process.kill('SIGTERM');
    await process.ended;
    const labelsIn = (file: string) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/"after":\[[^\]]*"label":"([^"]*)"/g), ([, label]) => label);
    expect(labelsIn(`${AUDIT_LOG_FILE}.1`)).toEqual(['before', 'still in the old file']);
    expect(labelsIn(AUDIT_LOG_FILE)).toEqual(['after']);
  });
});

describe('a signal while the service is being loaded', () => {
  /**
   * Makes loading slow, and reports when it begins. From Node 24 on nothing else runs in the meantime; a signal is
   * handled afterwards.
   */
  function loadedSlowly(ms: number): { nodeArguments: string[] } {
    const file = (name: string, text: string): string => {
      const path = join(emptyFolder(), name);
      writeFileSync(path, text);
      return path;
    };
    const hooks = file(
      'hooks.mjs',
      `import { writeSync } from 'node:fs';
       import { setTimeout } from 'node:timers/promises';
       export async function load(url, context, next) {
         if (/dist.(service|simulator\\d*)\\.js$/.test(url)) {
           writeSync(1, 'loading\\n');
           await setTimeout(${ms});
         }
         return next(url, context);
       }`,
    );
    const text = `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hooks).href)});`;
    return { nodeArguments: ['--disable-warning=DEP0205', '--import', file('preload.mjs', text)] };
  }

  const isLoading = (process: RunningProcess) => process.until(() => process.lines.find((line) => line === 'loading'));

  it.each([
    ['SIGTERM', 'serve'],
    ['SIGINT', 'serve'],
    ['SIGTERM', 'demo'],
    ['SIGINT', 'simulator'],
  ] as const)('%s ends %s with 0', async (signal, command) => {
    const process = start([command], { env: command === 'serve' ? settings : {}, ...loadedSlowly(1_500) });
    await isLoading(process);
    process.kill(signal);
    expect(await process.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('SIGHUP changes nothing', async () => {
    const process = start(['serve'], { env: settings, ...loadedSlowly(1_000) });
    await isLoading(process);
    process.kill('SIGHUP');
    const { url } = await listening(process);
    expect(codeOf(await ask(`${url}/phone/?dirn=2003`))).toBe(200);
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
  });
});

describe('an uncaught error', () => {
  it.each([
    ['a rejection', `Promise.reject(new TypeError('hidden text'))`],
    ['an exception', `throw new TypeError('hidden text')`],
    ['a rejection with no error at all', `Promise.reject({ password: 'hidden text' })`],
  ])('%s is logged, lets what runs finish, and ends with 1', async (_what, statement) => {
    const preload = join(emptyFolder(), 'fail-on-signal.mjs');
    writeFileSync(preload, `process.on('SIGUSR2', () => { ${statement}; });`);
    const { url, process } = await startServiceProcess(settings, { nodeArguments: ['--import', preload] });
    await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 1_000, times: 1, operation: 'updatePhone' });
    const running = ask(`${url}/speeddials?phone=${phone}`, dials('finished'));
    await until(async () => (await inFlight()) === 1);
    process.kill('SIGUSR2');
    const logged = await process.untilLogged('unexpected');
    expect(logged).toMatchObject({ level: 50, name: statement.includes('TypeError') ? 'TypeError' : 'object' });
    expect(await process.untilLogged('stopping')).toMatchObject({ reason: 'unexpected error' });
    expect(codeOf(await running)).toBe(200);
    const { code, stdout, stderr } = await process.ended;
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain('hidden text');
  });

  it('exits with 1 if something hangs and a signal shortens the stop', async () => {
    const preload = join(emptyFolder(), 'fail-on-signal.mjs');
    writeFileSync(preload, `process.on('SIGUSR2', () => { throw new Error('x'); });`);
    const env = { ...settings, ...endless };
    const { url, process } = await startServiceProcess(env, { nodeArguments: ['--import', preload] });
    await simulator.control('POST', 'misbehaviour', { kind: 'hang' });
    ask(`${url}/phone/?dirn=2003`).catch(() => undefined);
    await until(async () => (await inFlight()) > 0);
    process.kill('SIGUSR2');
    await process.untilLogged('stopping');
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(1);
    expect(process.logged('stopped')).toMatchObject([{ unfinished: 1 }]);
  });
});

describe('a restart under load', () => {
  const writers = 6;
  const restarts = 3;

  it('loses no accepted write: each 200 is true at once, and at the end, in the order of each phone', async () => {
    const port = String(await freePort());
    const env = { ...settings, PORT: port, AUDIT_LOG_FILE: join(emptyFolder(), 'audit.jsonl') };
    const url = `http://127.0.0.1:${port}`;
    let service = await startServiceProcess(env);
    const state = (await simulator.control('GET', 'state')) as PhoneState[];
    const phones = state.slice(0, writers).map(({ name }) => name);
    const untrue: string[] = [];
    let over = false;
    let accepted = 0;
    let refused = 0;

    const writeOn = async (name: string): Promise<string> => {
      let last = '';
      for (let number = 1; !over; number += 1) {
        last = `${name} ${number}`;
        const tries = await acceptedAfter(name, last);
        refused += tries;
        accepted += 1;
        const held = await labelOf(name);
        if (held !== last) untrue.push(`${last} was answered 200, but the phone holds ${held ?? 'nothing'}`);
      }
      return last;
    };
    /** Sends a list until it is accepted, like a caller who finds no listening service. */
    const acceptedAfter = async (name: string, label: string): Promise<number> => {
      for (let tries = 0; ; tries += 1) {
        const reply = await ask(`${url}/speeddials?phone=${name}`, dials(label)).catch(() => undefined);
        if (reply && codeOf(reply) === 200) return tries;
        if (reply) untrue.push(`${label} was answered ${reply.status} ${reply.body}`);
        await pause(20);
      }
    };

    const writing = phones.map(writeOn);
    for (let restart = 0; restart < restarts; restart += 1) {
      const before = accepted;
      await until(() => accepted > before + 2 * writers);
      service.process.kill('SIGTERM');
      expect((await service.process.ended).code).toBe(0);
      expect(service.process.logged('stopped')).toMatchObject([{ unfinished: 0 }]);
      service = await startServiceProcess(env);
    }
    over = true;
    const last = await Promise.all(writing);
    expect(untrue).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(await Promise.all(phones.map(labelOf))).toEqual(last);

    service.process.kill('SIGTERM');
    await service.process.ended;
    const audited = readFileSync(env.AUDIT_LOG_FILE, 'utf8').trim().split('\n');
    for (const name of phones) {
      const numbers = audited
        .filter((line) => line.includes('"replaced"'))
        .flatMap((line) => new RegExp(`"after":.*"label":"${name} (\\d+)"`).exec(line)?.[1] ?? [])
        .map(Number);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(new Set(numbers)).toEqual(new Set(Array.from({ length: Math.max(...numbers) }, (_, place) => place + 1)));
    }
  });
});
