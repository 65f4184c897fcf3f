import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import bcrypt from 'bcrypt';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkConfig } from '../../src/commands/check-config.js';
import { docs } from '../../src/commands/docs.js';
import { configOf } from '../../src/commands/configuration.js';
import { hashPassword } from '../../src/commands/hash-password.js';
import { Failure } from '../../src/commands/terminal.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { freePort } from '../support/free-port.js';
import { emptyFolder, type Ended, run, start, tidy } from '../support/processes.js';
import { bin, root } from '../support/project.js';
import { environmentFor, serviceSettings } from '../support/test-service.js';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const settings = serviceSettings('http://127.0.0.1:1/axl/');

afterEach(tidy);

/** Checks for one clear text on standard error, exit code 1, and nothing that only a programmer can read. */
function expectRefusal({ code, stdout, stderr }: Ended, text: RegExp): void {
  expect(stderr).toMatch(text);
  expect(stderr).toMatch(/^axl-phone-proxy: /);
  expect(stderr).not.toMatch(/^\s+at |node:internal|Error\b/m);
  expect(stdout).toBe('');
  expect(code).toBe(1);
}

/** Runs `check-config` in the process of the test. @returns the printed lines @throws Failure if it refuses */
async function checked(environment: Readonly<Record<string, string>>, connects = false): Promise<string[]> {
  const lines: string[] = [];
  await checkConfig(
    environment,
    (line) => {
      lines.push(line);
      return Promise.resolve();
    },
    { connect: connects },
  );
  return lines;
}

/** @returns why `check-config` refuses the configuration; it runs in the process of the test */
async function refusalOf(environment: Readonly<Record<string, string>>, connects = false): Promise<string> {
  return checked(environment, connects).then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof Failure ? thrown.message : `no Failure: ${String(thrown)}`),
  );
}

/** Runs `hash-password` in the process of the test, with this input. @returns what it prints */
async function hashed(name: string | undefined, input: string | Buffer): Promise<string> {
  const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  const printed: string[] = [];
  try {
    await hashPassword(name, (text) => Promise.resolve(void printed.push(text)));
  } finally {
    Object.defineProperty(process, 'stdin', own);
  }
  return printed.join('\n');
}

/** A process of the project that is refused with a line of text. */
async function refusedFor(
  commandArguments: readonly string[],
  env: Record<string, string>,
  text: RegExp,
): Promise<Ended> {
  const ended = await run(commandArguments, { env });
  expectRefusal(ended, text);
  return ended;
}

describe('the command line', () => {
  it('prints its usage', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const word of ['serve', 'check-config', 'doctor', 'demo', 'simulator', 'hash-password NAME', '--version']) {
      expect(stdout).toContain(word);
    }
  });

  it('prints the usage of each command: its own options and variables', async () => {
    const variablesIn = (text: string) => [...new Set(text.match(/\b[A-Z]+(?:_[A-Z]+)*\b(?=[,\s|]|$)/gm) ?? [])].sort();
    const inTables = (document: string) => {
      const text = readFileSync(join(root, 'docs', document), 'utf8');
      const tables = Array.from(
        text.matchAll(/^\| Variable[^]*?\n\| -[^\n]*\n((?:\|[^\n]*\n)+)/gm),
        ([, table = '']) => table,
      );
      const rows = tables
        .join('')
        .split('\n')
        .map((row) => row.split('|')[1] ?? '');
      return variablesIn(rows.join('\n').replaceAll(' or ', ', '));
    };
    const inHelp = async (command: string) => {
      const { code, stdout } = await run([command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: axl-phone-proxy ${command}`));
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
      return Array.from(stdout.matchAll(/^ {2}([A-Z_]+) +\S/gm), ([, name]) => name).sort();
    };
    const ofService = inTables('configuration.md');
    const ofDoctor = /^AXL_(?!LOOKUP|AFTER_UPDATE|MAX_|VERIFY_)|^REQUEST_DEADLINE_MS$|^INVENTORY$|^NODE_ENV$/;
    const ofSimulator = inTables('contributing/simulator.md');
    expect(ofService.length).toBeGreaterThan(25);
    expect(await inHelp('serve')).toEqual(ofService);
    expect(await inHelp('check-config')).toEqual(ofService);
    expect(await inHelp('doctor')).toEqual(ofService.filter((name) => ofDoctor.test(name)));
    expect(await inHelp('simulator')).toEqual(['NODE_ENV', ...ofSimulator].sort());
    expect(await inHelp('demo')).toEqual(['ADMIN_PORT', 'LOG_LEVEL', 'NODE_ENV', 'PORT']);
    expect(await inHelp('hash-password')).toEqual([]);
    await refusedFor(['nonsense', '--help'], {}, /there is no command nonsense/);
  });

  it.each([['--version'], ['-v'], ['version']])('prints its version for %s', async (asked) => {
    expect(await run([asked])).toMatchObject({ code: 0, stdout: version, stderr: '' });
  });

  it('prints the same for help COMMAND and -h, with each variable and its default in one line, and the page', async () => {
    const [help, short] = [await run(['help', 'serve']), await run(['serve', '-h'])];
    expect(help.stdout).toBe(short.stdout);
    const lines =
      help.stdout.slice(help.stdout.indexOf('Environment variables:\n')).split('\n\n', 1)[0]?.split('\n') ?? [];
    expect(lines).toContain(`  ${'PORT'.padEnd(28)} port to listen on; 0: any free one (8080)`);
    expect(lines.slice(1).filter((line) => !/^ {2}[A-Z]/.test(line))).toEqual([]);
    expect(help.stdout).toContain('See docs/configuration.md.');
    expect((await run(['help', 'buttons', 'relabel'])).stdout).toContain('Exit codes:');
  });

  it.each([
    ['nonsense', 'see'],
    ['Serve', String.raw`did you mean serve\? See`],
  ])('refuses the unknown command %s in one line', async (command, advice) => {
    const expected = new RegExp(`no command ${command}; ${advice} .*--help$`, 'm');
    const { stderr } = await refusedFor([command], settings, expected);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses an unknown option in one line', async () => {
    const { stderr } = await refusedFor(['--nonsense'], settings, /--nonsense.*--help$/m);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('the docs', () => {
  it('are listed and shown, in the width of the terminal', async () => {
    const { stdout } = await run(['docs']);
    expect(stdout).toMatch(/^ {2}trouble +Fix problems$/m);
    const topics = Array.from(stdout.matchAll(/^ {2}([\w-]+) +\S/gm), ([, topic = '']) => topic);
    expect(topics.length).toBeGreaterThan(10);
    for (const topic of topics) {
      let page = '';
      await docs(topic, (text) => Promise.resolve(void (page = text)), 60);
      expect(page).toMatch(/^# \S/);
      const words = page
        .replaceAll(/^ *```.*?^ *```$/gms, '')
        .split('\n')
        .filter((line) => line.length > 60);
      // A word or a link that is longer stands alone.
      expect(
        words.filter((line) =>
          line
            .trim()
            .replace(/^[-*] |^\d+\. /, '')
            .includes(' '),
        ),
      ).toEqual([]);
    }
    expect((await refusedFor(['docs', 'nothing'], {}, /there is no page nothing; the pages are/)).code).toBe(1);
  });
});

describe('the configuration', () => {
  it.each([['check-config'], ['--check-config']])('is accepted by %s, which starts nothing', async (command) => {
    const ended = await run([command], { env: settings });
    expect(ended).toMatchObject({ code: 0, stdout: 'The configuration is valid.', stderr: '' });
  });

  it('is refused by check-config for everything that serve would refuse: addresses, folders, files', async () => {
    const folder = emptyFolder();
    const env = {
      ...settings,
      HOST: '192.0.2.1',
      AUDIT_LOG_FILE: folder,
      DATA_DIR: join(bin, 'data'),
      DATABASE_URL: '',
    };
    const refusal = await refusalOf(env);
    expect(refusal).toContain('HOST 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)');
    expect(refusal).toContain(`AUDIT_LOG_FILE names a folder, not a file (${folder})`);
    expect(refusal).toMatch(/The database .*\/data\/history\.db cannot be written \(\w+\): .*DATABASE_URL/);
    expect(await run(['serve'], { env: { ...env, HOST: '127.0.0.1', DATABASE_URL: 'off' } })).toMatchObject({
      code: 1,
    });
  });

  it('is tested by check-config --connect: the call manager and the store', async () => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const file = join(emptyFolder(), 'history.db');
    const env = { ...environmentFor(simulator), DATABASE_URL: `sqlite:${file}` };
    expect(await run(['check-config', '--connect'], { env })).toMatchObject({
      code: 0,
      stdout: [
        'The call manager answers and accepts the credentials.',
        'The database works.',
        'The configuration is valid.',
      ].join('\n'),
    });
    writeFileSync(file, 'no database');
    const refusal = await refusalOf({ ...env, AXL_PASSWORD: 'wrong' }, true);
    expect(refusal).toMatch(/AXL_USERNAME with AXL_PASSWORD cannot be used: The call manager refused the credentials/);
    expect(refusal).toMatch(/The database .* is not a SQLite file/);
    for (const [name, ...value] of [['--connect'], ['--environment', file]] as const) {
      expect((await run(['serve', name, ...value], { env })).stderr).toContain(`${name} needs check-config`);
    }
  });

  it('is read from the file of the service alone, by check-config and doctor', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, '.env'), 'PORT=nonsense');
    const lines = Object.entries({ ...settings, DATABASE_URL: '' }).map(([name, value]) => `${name}="${value}" \n`);
    const file = join(folder, 'environment');
    writeFileSync(file, lines.join('; a comment\n'));
    const given = ['--environment', file];
    const [cwd, env] = [folder, { PORT: 'nonsense', STATE_DIRECTORY: join(bin, 'below-a-file') }];
    expect(await run(['check-config', ...given], { cwd, env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/problem:\n {2}The database .*below-a-file/) as string,
    });
    writeFileSync(file, ['DATABASE_URL=off\n', ...lines.filter((line) => !line.startsWith('DATABASE_URL'))].join(''));
    expect(await run(['check-config', ...given], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(file, 'AXL_URL=nonsense\n');
    for (const command of ['check-config', 'doctor']) {
      expect((await run([command, ...given], { cwd, env })).stderr).toMatch(/AXL_URL must|AXL_URL .*not/);
    }
    writeFileSync(file, 'hidden');
    expect((await run(['doctor', ...given], { cwd, env })).stderr).toMatch(/environment, line 1: write NAME=value/);
  });

  it('is accepted with warnings about doubtful settings', async () => {
    const file = join(emptyFolder(), 'htpasswd');
    const entry = `ann smith:$2y$05$${'.'.repeat(53)}`;
    writeFileSync(file, `${entry}\nbob:hidden-in-clear\n`);
    const users = { AUTH_USERNAME: '', AUTH_PASSWORD: '', AUTH_HTPASSWD_FILE: file };
    const env = { ...settings, ...users, READ_ONLY_USERS: 'ann smith, Bob', AXL_COLOUR: 'red' };
    expect(await checked(env)).toEqual([
      'Warning: AXL_COLOUR is not a variable of this service and has no effect',
      expect.stringMatching(/^Warning: AUTH_HTPASSWD_FILE: line 2 is not a bcrypt entry/),
      'Warning: READ_ONLY_USERS has names that no user has; upper and lower case differ: "Bob"',
      'The configuration is valid.',
    ]);
  });

  it('is read from a .env file if the environment does not set it', async () => {
    const folder = emptyFolder();
    const { PORT, ...rest } = settings;
    const written = Object.entries(rest).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder, '.env'), [...written, 'PORT=nonsense'].join('\n'));
    const both = await run(['check-config'], { cwd: folder, env: { PORT: PORT ?? '' } });
    const alone = await run(['check-config'], { cwd: folder });
    expect([both.code, alone.code]).toEqual([0, 1]);
    expect(alone.stderr).toContain('PORT must be a whole number from 0 to 65535');
  });

  it.each([['serve'], ['check-config']])(
    'with every possible problem is refused by %s with all of them',
    async (command) => {
      const folder = emptyFolder();
      const at = (name: string, content: string): string => {
        writeFileSync(join(folder, name), content);
        return join(folder, name);
      };
      const wrong: Record<string, [value: string, problem: RegExp]> = {
        PORT: ['99999', /PORT must be a whole number from 0 to 65535/],
        TLS_CERT_FILE: [at('cert', 'no certificate'), /TLS_CERT_FILE names a file without a certificate in PEM form/],
        TLS_KEY_FILE: [join(folder, 'absent'), /TLS_KEY_FILE names a file that cannot be read \(.*absent: ENOENT\)/],
        AXL_URL: ['https://axl:hidden-in-url@cucm/ http://cucm/', /AXL_URL must not have credentials/],
        AXL_USERNAME: ['', /AXL_USERNAME is missing/],
        AXL_PASSWORD: ['hidden-axl', /AXL_PASSWORD or AXL_PASSWORD_FILE must be set, one of them/],
        AXL_PASSWORD_FILE: [at('password', ''), /AXL_PASSWORD_FILE names an empty file/],
        AXL_VERSION: ['13.0', /AXL_VERSION must be one of auto, 8\.5/],
        AXL_WSDL: [folder, /AXL_WSDL names a file that cannot be read \(.*: EISDIR\)/],
        AXL_LOOKUP: ['guess', /AXL_LOOKUP must be one of lines, sql/],
        AXL_AFTER_UPDATE: ['pray', /AXL_AFTER_UPDATE must be one of none, apply, restart, reset/],
        AXL_CA_FILE: [at('ca', 'nor this'), /AXL_CA_FILE names a file without a certificate/],
        AXL_TLS_INSECURE_SKIP_VERIFY: ['yes', /AXL_TLS_INSECURE_SKIP_VERIFY must be one of true, false/],
        AXL_TIMEOUT_MS: ['1e3', /AXL_TIMEOUT_MS must be a whole number from 100 to 600000/],
        AXL_MAX_CONCURRENCY: ['0', /AXL_MAX_CONCURRENCY must be a whole number from 1 to 100/],
        AXL_MAX_QUEUE: ['-1', /AXL_MAX_QUEUE must be a whole number/],
        AXL_LOGIN_PAUSE_MS: ['soon', /AXL_LOGIN_PAUSE_MS must be a whole number/],
        REQUEST_DEADLINE_MS: ['99', /REQUEST_DEADLINE_MS must be a whole number from 100 to 3600000/],
        SHUTDOWN_GRACE_MS: ['1.5', /SHUTDOWN_GRACE_MS must be a whole number/],
        AUTH_USERNAME: ['a:b', /AUTH_USERNAME must not contain a colon/],
        AUTH_PASSWORD: ['hidden-auth', /AUTH_USERNAME with AUTH_PASSWORD, or AUTH_HTPASSWD_FILE, must be set/],
        AUTH_HTPASSWD_FILE: [join(folder, 'no-users'), /AUTH_HTPASSWD_FILE names a file that cannot be read/],
        READ_ONLY_USER: ['me', /READ_ONLY_USER is not a variable of this service; did you mean READ_ONLY_USERS\?/],
        LOG_LEVEL: ['loud', /LOG_LEVEL must be one of trace, debug/],
      };
      const env = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value]));
      const { stderr } = await refusedFor([command], env, /^axl-phone-proxy: the configuration has problems:$/m);
      for (const [, problem] of Object.values(wrong)) expect(stderr).toMatch(problem);
      expect(stderr).toContain('AXL_URL must be https; plain http works only on loopback');
      expect(stderr).not.toContain('hidden');
    },
  );

  it.each([
    ['UTF-16 with a byte order mark', Buffer.from('\uFEFFhidden\n', 'utf16le'), 'is in UTF-16, not in UTF-8'],
    ['UTF-16 the other way round', Buffer.from('\uFEFFhidden\n', 'utf16le').swap16(), 'is in UTF-16, not in UTF-8'],
    ['UTF-16 without one', Buffer.from('hidden\n', 'utf16le'), 'is in UTF-16, not in UTF-8'],
    ['Latin-1', Buffer.from('hidden-p\xE4ss\n', 'latin1'), 'is not UTF-8 text'],
  ])('with a password file or an .env in %s is refused, and says so', async (_what, bytes, cause) => {
    const folder = emptyFolder();
    const file = join(folder, 'password');
    writeFileSync(file, bytes);
    const refusal = await refusalOf({ ...settings, AXL_PASSWORD: '', AXL_PASSWORD_FILE: file });
    expect(refusal).toMatch(new RegExp(`AXL_PASSWORD_FILE names a file that ${cause}$`));
    expect(refusal).not.toContain('hidden');
    writeFileSync(join(folder, '.env'), bytes);
    expect(() => configOf(settings, join(folder, '.env'))).toThrow(new RegExp(`\\.env ${cause}$`));
  });

  it('with users in UTF-16 is refused with that reason', async () => {
    const file = join(emptyFolder(), 'htpasswd');
    const entry = `ann:$2y$05$${'.'.repeat(53)}\r\n`;
    writeFileSync(file, Buffer.from(`\uFEFF${entry}${entry}`, 'utf16le'));
    const env = { ...settings, AUTH_USERNAME: '', AUTH_PASSWORD: '', AUTH_HTPASSWD_FILE: file };
    expect(await checked(env)).toEqual([
      'Warning: AUTH_HTPASSWD_FILE: line 1 is in UTF-16, not in UTF-8',
      'Warning: AUTH_HTPASSWD_FILE: line 2 is in UTF-16, not in UTF-8',
      'The configuration is valid.',
    ]);
  });

  it('with half of a pair is refused', async () => {
    const halves = { TLS_CERT_FILE: '', TLS_KEY_FILE: bin, AUTH_PASSWORD: '', AXL_TIMEOUT_MS: '40000' };
    const env = { ...settings, ...halves, AXL_VERSION: '8.5', AXL_LOOKUP: 'lines' };
    const refusal = await refusalOf(env);
    expect(refusal).toContain('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
    expect(refusal).toContain('AUTH_USERNAME and AUTH_PASSWORD must be set together');
    expect(refusal).toContain('AXL_TIMEOUT_MS must not be longer than REQUEST_DEADLINE_MS');
    expect(refusal).toContain('AXL_LOOKUP must be sql');
  });

  it('with a file that is not a WSDL is refused', async () => {
    await refusedFor(['serve'], { ...settings, AXL_WSDL: bin }, /AXL_WSDL cannot be used: .*not an AXL WSDL/);
  });
});

describe('what keeps the service from starting', () => {
  it('a port in use', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    try {
      const { stderr } = await refusedFor(
        ['serve'],
        { ...settings, PORT: String(port) },
        new RegExp(`port ${port} on 127.0.0.1 is in use`),
      );
      expect(stderr.trim().split('\n')).toHaveLength(1);
    } finally {
      holder.close();
    }
  });

  it('an address of another machine', async () => {
    await refusedFor(
      ['serve'],
      { ...settings, HOST: '192.0.2.1' },
      /HOST 192\.0\.2\.1 is not an address of this machine/,
    );
  });

  it('an audit file that cannot be opened', async () => {
    const file = join(emptyFolder(), 'no', 'such', 'folder');
    await refusedFor(['serve'], { ...settings, AUDIT_LOG_FILE: file }, /folder cannot be opened \(ENOENT\)/);
  });

  it('a missing build', () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'bin'));
    cpSync(bin, join(folder, 'bin', 'axl-phone-proxy.js'));
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/axl-phone-proxy.js', 'serve'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe('axl-phone-proxy: dist/ is missing: build it with npm run build\n');
  });
});

describe('hash-password', () => {
  it('prints an entry for the password that it reads, or says in a line why not', async () => {
    const { code, stdout, stderr } = await run(['hash-password', 'me'], { input: 'correct horse\nnot this line\n' });
    expect([code, stderr]).toEqual([0, '']);
    expect(await bcrypt.compare('correct horse', stdout.slice('me:'.length).replace('$2y$', '$2b$'))).toBe(true);
    expectRefusal(await run(['hash-password'], { input: 'x\n' }), /give the user name/);
  });

  it.each(['Büro 😀', ' spaces ', 'a:b', '\uFEFFcorrect horse\r'])(
    'makes an entry for the password %j',
    async (typed) => {
      const entry = await hashed('me', `${typed}\nnot this line\n`);
      const [, hash = ''] = /^me:(\$2y\$\d\d\$[./A-Za-z0-9]{53})$/.exec(entry) ?? [];
      // Neither a byte order mark nor the end of a line is of the password.
      const password = typed.replace(/^\uFEFF|\r$/g, '');
      expect(await bcrypt.compare(password, hash.replace('$2y$', '$2b$'))).toBe(true);
    },
  );

  it.each([
    ['#me', 'x\n', 'the user name must not start with #'],
    ['me\n', 'x\n', 'the user name must not contain a control character'],
    ['a\rb', 'x\n', 'the user name must not contain a control character'],
    ['\x7Fme', 'x\n', 'the user name must not contain a control character'],
    ['me', 'p\0a\0s\0s\0\n\0', 'the password is not UTF-8 text'],
    ['a:b', 'x\n', 'give the user name, without a colon'],
    ['me', '', 'the password is empty'],
    ['me', '\nsecond', 'the password is empty'],
    ['me', `${'x'.repeat(73)}\n`, 'longer than the 72 bytes'],
  ])('refuses the user %j reading %j', async (name, input, text) => {
    await expect(hashed(name, input)).rejects.toThrow(text);
  });
});

describe('the simulator', () => {
  it('runs until a signal stops it', async () => {
    const env = { SIMULATOR_PORT: '0', SIMULATOR_CONTROL_PORT: '0' };
    const simulator = start(['simulator'], { env });
    await simulator.until(() => simulator.lines.find((line) => line.includes('AXL_CA_FILE')));
    simulator.kill('SIGTERM');
    const { code, stdout } = await simulator.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/AXL simulator, release 14\.0: https:\/\/127\.0\.0\.1:\d+\/axl\//);
  });

  it('is refused in production, and with invalid settings', async () => {
    await refusedFor(['simulator'], { NODE_ENV: 'production' }, /NODE_ENV: .*does not run in production/);
    await refusedFor(['simulator'], { SIMULATOR_RELEASE: '13.0', SIMULATOR_PORT: 'x' }, /SIMULATOR_PORT[^]*RELEASE/);
  });

  it('names the port that cannot be opened', async () => {
    const port = String(await freePort());
    const env = { SIMULATOR_PORT: port, SIMULATOR_CONTROL_PORT: port };
    await refusedFor(['simulator'], env, /cannot be opened \(EADDRINUSE\): set SIMULATOR_PORT and/);
  });

  it.each([
    ['SIMULATOR_SEED_FILE', '/no/such/seed.json', /no\/such\/seed\.json/],
    ['SIMULATOR_CERT_FILE_OUT', '/no/such/simulator.pem', /no\/such\/simulator\.pem cannot be opened \(ENOENT\)/],
    ['SIMULATOR_HOST', 'no.such.host.invalid', /SIMULATOR_HOST is not an address of this machine/],
  ])('with a %s that is of no use says so', async (name, value, text) => {
    await refusedFor(['simulator'], { SIMULATOR_PORT: '0', SIMULATOR_CONTROL_PORT: '0', [name]: value }, text);
  });
});

/** The demo's lines as commands, without comments, with continued lines joined. */
function commandsIn(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^(?:export |curl |node |change=|while )/.test(line));
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the demo', () => {
  it('is refused in production, and with invalid settings, and leaves nothing behind', async () => {
    await refusedFor(['demo'], { NODE_ENV: 'production' }, /the demo does not run in production/);
    const TMPDIR = emptyFolder();
    await refusedFor(['demo'], { PORT: 'x', LOG_LEVEL: 'loud', TMPDIR }, /PORT must be[^]*LOG_LEVEL must be/);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it.runIf(hasCurl)(
    'prints lines that work in a shell, one after another, and whose undo reverts their own change',
    async () => {
      const demo = start(['demo'], { env: { PORT: '0' } });
      await demo.until(() => demo.lines.find((line) => line.startsWith('Stop with Ctrl-C')));
      const [exported = '', ...commands] = commandsIn(demo.lines);
      expect(exported).toMatch(/^export PHONE_PROXY_URL=\S+ PHONE_PROXY_USERNAME=demo PHONE_PROXY_PASSWORD=\w+$/);
      // Someone else has made a change before.
      const before = `curl -s -u "$PHONE_PROXY_USERNAME:$PHONE_PROXY_PASSWORD" -d '[]' -H 'Content-Type: application/json'`;
      const elsewhere = `${before} "$PHONE_PROXY_URL/speeddials?phone=SEP00A1B2C30011"`;
      const { PATH = '' } = process.env;
      const said = (...lines: readonly string[]): string[] => {
        const script = lines.map((line) => `${line}\nprintf '\\n====\\n'`).join('\n');
        const output = execFileSync('sh', ['-c', `${exported}\n${script}`], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
          env: { PATH },
        });
        return output.split('\n====\n').map((text) => text.trim());
      };
      expect(commands).toHaveLength(16);
      const [
        one = '',
        shared = '',
        plus = '',
        written,
        again = '',
        buttons = '',
        found = '',
        changes = '',
        ,
        ,
        change = '',
        ,
        ,
        undo = '',
      ] = said(elsewhere, ...commands.slice(0, 14)).slice(1);
      await expect.poll(() => JSON.parse(said(commands[0] ?? '')[0] ?? '') as unknown).toEqual(JSON.parse(again));
      expect(demo.entries.filter(({ level }) => level >= 40)).toEqual([]);
      const [told = '', refused] = said(...commands.slice(14));
      const phones = (text: string) =>
        JSON.parse(text) as { name: string; uuid: string; dirns: string[]; speeddials: unknown }[];
      expect(phones(one).map(({ name, dirns }) => [name, dirns.includes('2003')])).toEqual([['SEP00A1B2C30003', true]]);
      expect(phones(shared).length).toBeGreaterThan(1);
      expect(phones(plus).every(({ dirns }) => dirns.includes('+14085554019'))).toBe(true);
      expect(phones(plus)).not.toEqual([]);
      expect(written).toBe(phones(one)[0]?.uuid);
      expect(phones(again)[0]?.speeddials).toEqual([
        { index: '1', dirn: '0100', label: 'Reception' },
        { index: '2', dirn: '+14085554019', label: 'Büro 😀' },
      ]);
      expect(JSON.parse(buttons)).toContainEqual(expect.objectContaining({ device: 'UDP_FRONTDESK', dirn: '6150' }));
      expect(found).toContain('UDP_FRONTDESK');
      expect(JSON.parse(changes)).toMatchObject([
        { id: '2', user: 'demo', lists: [{ before: phones(one)[0]?.speeddials }] },
      ]);
      const counts = { total: 9, changed: 9 };
      expect(JSON.parse(change)).toMatchObject({ id: '3', user: 'demo', state: 'done', counts });
      expect(change).toContain('"device":"UDP_FRONTDESK"');
      expect(JSON.parse(undo)).toMatchObject({ id: '4', undoes: '3', state: 'done', counts });
      expect(JSON.parse(told)).toMatchObject([{ kind: '503', times: 9 }]);
      expect(refused).toMatch(/^HTTP\/1\.1 503/);
      expect(refused).toContain('"code":"call-manager-busy"');
      const page = await fetch(await demo.shown(/^The console: (\S+) \(user demo, password \w+\)$/m));
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      demo.kill('SIGINT');
      expect((await demo.ended).code).toBe(0);
    },
  );

  it('says that its port is in use, and takes another one unless PORT was set', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await refusedFor(
      ['demo'],
      { PORT: String(port) },
      /port \d+ on 127\.0\.0\.1 is in use: stop the program that uses it, or set PORT/,
    );
  });
});
