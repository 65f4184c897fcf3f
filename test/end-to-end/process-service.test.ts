import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import bcrypt from 'bcrypt';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, caller, codeOf } from '../support/caller.js';
import { emptyFolder, type LogEntry, type RunningProcess, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';
import { basic, exchange } from '../support/axl-caller.js';

const phone = 'SEP00A1B2C30003';
const dials = (label: string) => [{ index: '1', dirn: '0100', label }];

let simulator: SimulatorProcess;

beforeAll(async () => {
  simulator = await spawnSimulator();
});

beforeEach(async () => {
  await simulator.control('DELETE', 'misbehaviour');
  await simulator.control('POST', 'reset');
});

afterEach(tidy);

afterAll(() => simulator.stop());

/** Settings with AUTH_HTPASSWD_FILE instead of the single user. */
function withPasswordFile(file: string): Record<string, string> {
  return { ...serviceSettings(simulator.url), AUTH_USERNAME: '', AUTH_PASSWORD: '', AUTH_HTPASSWD_FILE: file };
}

describe('callers and their passwords', () => {
  it('are taken from an htpasswd file with bcrypt entries, also its changes without a restart', async () => {
    const file = join(emptyFolder(), 'htpasswd');
    const entry = (name: string, password: string) =>
      `${name}:${bcrypt.hashSync(password, 4).replace('$2b$', '$2y$')}\n`;
    writeFileSync(file, entry('first', 'one') + entry('second', 'two'));
    const { url, process } = await startServiceProcess(withPasswordFile(file));
    const statusFor = async (name: string, password: string) => {
      const headers = { authorization: basic(name, password) };
      return (await exchange(`${url}/phone/?dirn=nobody`, { headers })).status;
    };
    expect(await statusFor('first', 'one')).toBe(200);
    expect(await statusFor('second', 'two')).toBe(200);
    expect(await statusFor('first', 'two')).toBe(401);
    writeFileSync(file, entry('second', 'changed'));
    await process.untilLogged('htpasswd');
    expect(await statusFor('first', 'one')).toBe(401);
    expect(await statusFor('second', 'two')).toBe(401);
    expect(await statusFor('second', 'changed')).toBe(200);
  });
});

describe('an htpasswd file with mistakes', () => {
  const entry = (name: string) => `${name}:${bcrypt.hashSync(name, 4).replace('$2b$', '$2y$')}\n`;

  it('accepts the users in its valid lines now, and no one without the file', async () => {
    const file = join(emptyFolder(), 'htpasswd');
    writeFileSync(file, entry('ann') + entry('bob'));
    const settings = { ...withPasswordFile(file), READ_ONLY_USERS: 'ann, zoe', AXL_COLOUR: 'red' };
    const { url, process } = await startServiceProcess(settings);
    const statuses = async (...names: string[]) => {
      const answers = names.map((name) =>
        exchange(`${url}/phone/?dirn=nobody`, { headers: { authorization: basic(name, name) } }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const within = { timeout: 10_000, interval: 100 };
    /** Replaces the old file, so that it is never read half-written. */
    const put = (text: string) => {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    };
    expect(
      process
        .logged('warning')
        .map(({ text }) => String(text))
        .sort(),
    ).toEqual([
      'AXL_COLOUR is not a variable of this service and has no effect',
      expect.stringContaining('"zoe"'),
      expect.stringContaining('they change buttons alone: "bob"'),
    ]);
    expect(await statuses('ann', 'bob')).toEqual([200, 200]);
    put(`nonsense\n${entry('bob')}cy:{SHA}hidden-in-clear\n`);
    await expect.poll(() => statuses('ann', 'bob', 'cy'), within).toEqual([401, 200, 401]);
    rmSync(file);
    await expect.poll(() => statuses('bob'), within).toEqual([401]);
    put(entry('bob'));
    await expect.poll(() => statuses('bob'), within).toEqual([200]);
    // The log is written a moment after the change takes effect.
    const causes = () => process.logged('htpasswd').map(({ cause }) => cause);
    await expect
      .poll(causes, within)
      .toEqual([expect.stringMatching(/^line 1 is not name:hash; line 3 is not a bcrypt entry/), 'ENOENT', undefined]);
    expect(process.lines.join('\n')).not.toContain('hidden-in-clear');
  });

  it('lets the service start if none of it can be used: no one gets access', async () => {
    const file = join(emptyFolder(), 'htpasswd');
    writeFileSync(file, 'ann:ann\n');
    const { url, process } = await startServiceProcess(withPasswordFile(file));
    expect(await process.untilLogged('htpasswd')).toMatchObject({ level: 50, state: 'unusable' });
    const headers = { authorization: basic('ann', 'ann') };
    expect((await exchange(`${url}/phone/?dirn=nobody`, { headers })).status).toBe(401);
  });
});

describe('TLS', () => {
  it('is used for callers, who can verify the certificate', async () => {
    const made = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const folder = emptyFolder();
    const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(TLS_CERT_FILE, made.cert);
    writeFileSync(TLS_KEY_FILE, made.private);
    const { url } = await startServiceProcess({ ...serviceSettings(simulator.url), TLS_CERT_FILE, TLS_KEY_FILE });
    expect(url).toMatch(/^https:/);
    const headers = { authorization: basic(caller.name, caller.password) };
    const reply = await exchange(`${url}/phone/?dirn=2003`, { headers, ca: made.cert });
    expect([reply.status, (JSON.parse(reply.body) as unknown[]).length]).toEqual([200, 1]);
    await expect(exchange(`${url}/phone/?dirn=2003`, { headers })).rejects.toThrow(/self-signed certificate/);
  });

  it('is used to the call manager, whose certificate is verified', async () => {
    const AXL_CA_FILE = join(emptyFolder(), 'simulator.pem');
    const secure = await spawnSimulator({ SIMULATOR_TLS: 'true', SIMULATOR_CERT_FILE_OUT: AXL_CA_FILE });
    try {
      expect(secure.url).toMatch(/^https:/);
      const trusting = await startServiceProcess({ ...serviceSettings(secure.url), AXL_CA_FILE });
      const reply = await ask(`${trusting.url}/phone/?dirn=2003`);
      expect([reply.status, (JSON.parse(reply.body) as unknown[]).length]).toEqual([200, 1]);
      expect(codeOf(await ask(`${trusting.url}/speeddials?phone=${phone}`, dials('over TLS')))).toBe(200);

      const wary = await startServiceProcess(serviceSettings(secure.url));
      const refused = await ask(`${wary.url}/phone/?dirn=2003`);
      expect([refused.status, codeOf(refused)]).toEqual([502, 'call-manager-unreachable']);
      expect(refused.body).toContain('AXL_CA_FILE');

      const insecure = { ...serviceSettings(secure.url), AXL_TLS_INSECURE_SKIP_VERIFY: 'true' };
      const careless = await startServiceProcess(insecure);
      expect((await ask(`${careless.url}/phone/?dirn=2003`)).status).toBe(200);
      expect(careless.process.logged('warning').map(({ text }) => text)).toEqual([
        "AXL_TLS_INSECURE_SKIP_VERIFY is set: the call manager's certificate is not verified",
      ]);
    } finally {
      await secure.stop();
    }
  });
});

interface AuditLine {
  readonly time: string;
  readonly event: string;
  readonly requestId: string;
  readonly user: string;
  readonly phone: string;
  readonly before?: unknown;
  readonly after: unknown;
  readonly outcome: string;
}

function auditLines(file: string): AuditLine[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as AuditLine);
}

describe('the audit file', () => {
  it('contains a line for each write: the user, the phone, the list before if known, the list after, and the outcome', async () => {
    const AUDIT_LOG_FILE = join(emptyFolder(), 'audit.jsonl');
    const short = {
      AXL_TIMEOUT_MS: '700',
      REQUEST_DEADLINE_MS: '4000',
      AXL_LOGIN_PAUSE_MS: '0',
      AXL_VERIFY_WRITES: 'off',
    };
    const { url, process } = await startServiceProcess({ ...serviceSettings(simulator.url), ...short, AUDIT_LOG_FILE });
    const steps: {
      rule?: object;
      outcome: string;
      before?: unknown;
      phone?: string;
      list?: ReturnType<typeof dials>;
    }[] = [
      { outcome: 'replaced' },
      { rule: { kind: 'reset', point: 'after', times: 1 }, outcome: 'confirmed-by-reading' },
      { rule: { kind: 'reset', point: 'before', times: 1 }, outcome: 'replaced', before: dials('step 1') },
      { phone: 'SEPNOSUCHPHONE0', outcome: 'phone-not-found' },
      { list: [{ index: '1', dirn: 'letters', label: '' }], outcome: 'rejected-by-call-manager' },
      { rule: { kind: '404' }, outcome: 'axl-service-unavailable' },
      { rule: { kind: '599' }, outcome: 'axl-version-unsupported' },
      { rule: { kind: '401' }, outcome: 'call-manager-refused-credentials' },
      { rule: { kind: '503', retryAfter: '9' }, outcome: 'call-manager-busy' },
    ];
    for (const [place, { rule, phone: name = phone, list = dials(`step ${place}`), outcome }] of steps.entries()) {
      await simulator.control('DELETE', 'misbehaviour');
      if (rule) await simulator.control('POST', 'misbehaviour', { ...rule, operation: 'updatePhone' });
      const reply = await ask(`${url}/speeddials?phone=${name}`, list);
      expect(codeOf(reply), `step ${place}`).toBe(/replaced|confirmed/.test(outcome) ? 200 : outcome);
    }
    // A request that is refused before it is a write leaves no line.
    expect((await ask(`${url}/speeddials?phone=${phone}&phone=x`, [])).status).toBe(400);
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
    const lines = auditLines(AUDIT_LOG_FILE);
    const expected = steps.map(({ outcome, before, phone: name = phone, list }, place) => ({
      event: 'write',
      user: caller.name,
      phone: name,
      after: list ?? dials(`step ${place}`),
      outcome,
      ...(before !== undefined && { before }),
    }));
    const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
    const somewhen = { buttons: 'speeddial', time: matching(/^20.*Z$/), requestId: matching(/^[0-9a-f-]{36}$/) };
    expect(lines).toEqual(expected.map((line) => ({ ...somewhen, ...line })));
    expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).sort());
    expect(statSync(AUDIT_LOG_FILE).mode & 0o007).toBe(0);
    // The log says the same about each.
    const inLog = process.logged('write').map(({ requestId, outcome }) => [requestId, outcome]);
    expect(inLog).toEqual(lines.map(({ requestId, outcome }) => [requestId, outcome]));
    expectNoSecret(process);
  });

  it('says outcome-unknown if the answer to a write was lost and nothing could be found out', async () => {
    const AUDIT_LOG_FILE = join(emptyFolder(), 'audit.jsonl');
    const short = { AXL_TIMEOUT_MS: '1000', REQUEST_DEADLINE_MS: '5000' };
    const { url, process } = await startServiceProcess({ ...serviceSettings(simulator.url), ...short, AUDIT_LOG_FILE });
    await simulator.control('POST', 'misbehaviour', { kind: 'hang' });
    expect(codeOf(await ask(`${url}/speeddials?phone=${phone}`, []))).toBe('outcome-unknown');
    process.kill('SIGTERM');
    await process.ended;
    expect(auditLines(AUDIT_LOG_FILE)).toMatchObject([{ phone, after: [], outcome: 'outcome-unknown' }]);
  });

  it.runIf(existsSync('/dev/full'))(
    'on a full disk is reported once and does not stop the service; SIGHUP opens it again and loses no line',
    async () => {
      const AUDIT_LOG_FILE = join(emptyFolder(), 'audit.jsonl');
      symlinkSync('/dev/full', AUDIT_LOG_FILE);
      const { url, process } = await startServiceProcess({ ...serviceSettings(simulator.url), AUDIT_LOG_FILE });
      const write = async (label: string) => {
        expect(codeOf(await ask(`${url}/speeddials?phone=${phone}`, dials(label)))).toBe(200);
      };
      await write('first');
      expect(await process.untilLogged('audit-file')).toMatchObject({ level: 50, state: 'failing', cause: 'ENOSPC' });
      await write('second');
      expect(process.logged('audit-file')).toHaveLength(1);

      unlinkSync(AUDIT_LOG_FILE);
      process.kill('SIGHUP');
      await process.until(() => process.logged('audit-file').find(({ state }) => state === 'recovered'));
      await write('third');
      process.kill('SIGTERM');
      expect((await process.ended).code).toBe(0);
      expect(auditLines(AUDIT_LOG_FILE).map(({ after }) => after)).toEqual(['first', 'second', 'third'].map(dials));
      expect(process.logged('write')).toHaveLength(3);
    },
  );
});

function expectNoSecret(process: RunningProcess): void {
  const said = process.lines.join('\n') + process.stderr;
  for (const secret of [caller.password, 'axl-demo', basic('axl', 'axl-demo').slice(6), 'JSESSIONID']) {
    expect(said).not.toContain(secret);
  }
}

describe('the log', () => {
  it('is a line of JSON for each entry, and contains no secret even at its lowest level', async () => {
    const { url, process } = await startServiceProcess({ ...serviceSettings(simulator.url), LOG_LEVEL: 'trace' });
    await ask(`${url}/phone/?dirn=2003`);
    await ask(`${url}/speeddials?phone=${phone}`, dials('x'));
    await simulator.control('POST', 'misbehaviour', { kind: '401', times: 2 });
    await ask(`${url}/phone/?dirn=2003`);
    process.kill('SIGTERM');
    await process.ended;
    const entries = process.lines.map((line) => JSON.parse(line) as LogEntry);
    expect(new Set(entries.map(({ event }) => event))).toEqual(
      new Set([
        'started',
        'session-login',
        'axl-call',
        'request',
        'write',
        'credentials-refused',
        'stopping',
        'stopped',
      ]),
    );
    expectNoSecret(process);
  });
});
