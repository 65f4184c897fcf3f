import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { PostgresOptions } from '../../src/store/database-url.js';
import { freePort } from './free-port.js';
import { sharedFolder } from './shared-folder.js';

/** Debian installs the server's programs outside the path, in a folder for each release. */
const debian = '/usr/lib/postgresql';

function folderOfPrograms(): string | undefined {
  const releases = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...releases.map((release) => path.join(debian, release, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** Whether tests that need a PostgreSQL server are skipped here, like `lacks` for programs. */
export function lacksPostgres(): boolean {
  return process.env['REQUIRE_TOOLS'] !== '1' && folderOfPrograms() === undefined;
}

const user = 'history';
const password = 'history-Secret-3';

/**
 * The server refuses to run as root. If the tests run as root, the server runs as the user that its package has
 * created.
 */
export function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string): number => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function own(folder: string): void {
  const { uid, gid } = unprivileged();
  if (uid !== undefined) chownSync(folder, uid, gid ?? 0);
}

/**
 * Runs initdb in a folder. That takes seconds, so all servers of a test run get a copy of one result.
 * @throws Error with the output of the programs
 */
function makeCluster(programs: string, data: string): void {
  const share = sharedFolder();
  if (share === undefined) {
    initialize(programs, data);
    return;
  }
  const shared = path.join(share, 'cluster');
  if (!existsSync(shared)) {
    const made = mkdtempSync(path.join(tmpdir(), 'cluster-'));
    own(made);
    initialize(programs, path.join(made, 'data'));
    // If another process was faster, its folder is not empty, and so it is not replaced.
    try {
      renameSync(path.join(made, 'data'), shared);
    } catch (thrown) {
      if (!existsSync(shared)) throw thrown;
    }
    rmSync(made, { recursive: true });
  }
  const copied = spawnSync('cp', ['-a', shared, data], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
}

/**
 * What the server keeps of the password: of one round, because tests connect thousands of times. The server's own
 * choice, 4,096 rounds, takes each client a millisecond.
 */
function keptPassword(): string {
  const [salt, rounds] = [Buffer.from('of the tests'), 1];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyOf = (what: string): Buffer => createHmac('sha256', salted).update(what).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

function initialize(programs: string, data: string): void {
  const passwordFile = `${data}-password`;
  writeFileSync(passwordFile, keptPassword());
  const options = ['-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '-N'];
  const made = spawnSync(path.join(programs, 'initdb'), ['-D', data, '--wal-segsize=1', ...options], {
    ...unprivileged(),
    cwd: path.dirname(data),
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
}

/** The port of the server that all tests of one run share; vitest starts it before them. */
const variable = 'TESTS_POSTGRES_PORT';

/** Starts that server. @returns what removes it; undefined where PostgreSQL is not installed */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (lacksPostgres()) return undefined;
  const server = await PostgresServer.make();
  // It has the databases of many tests, and looking after each of them would take longer than the tests.
  await server.start('max_connections=500', 'autovacuum_naptime=1h');
  process.env[variable] = String(server.port);
  return () => server.remove();
}

/** How many databases this process has made. */
let databases = 0;

/** A PostgreSQL server in its own folder, on a free port. */
export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly #programs: string;
  readonly #databases: string[] = [];
  #process: ChildProcess | undefined;
  /** The administrator's session, because each new one takes the server and the client milliseconds of work. */
  #administrator: Promise<pg.Client> | undefined;

  private constructor(folder: string, port: number, programs: string) {
    this.folder = folder;
    this.port = port;
    this.#programs = programs;
  }

  /** Creates a server; it does not run yet. */
  static async make(): Promise<PostgresServer> {
    const programs = folderOfPrograms();
    if (programs === undefined) throw new Error('there is no PostgreSQL server here');
    const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
    own(folder);
    makeCluster(programs, path.join(folder, 'data'));
    return new PostgresServer(folder, await freePort(), programs);
  }

  /** Starts a server that nobody else uses. */
  static async start(): Promise<PostgresServer> {
    const server = await PostgresServer.make();
    await server.start();
    return server;
  }

  /** @returns the server of this test run, for tests that neither stop it nor change its settings */
  static shared(): Promise<PostgresServer> {
    const port = process.env[variable];
    return port === undefined ? PostgresServer.start() : Promise.resolve(new PostgresServer('', Number(port), ''));
  }

  async start(...more: readonly string[]): Promise<void> {
    const settings = [`unix_socket_directories=${this.folder}`, 'listen_addresses=127.0.0.1', ...more];
    // Tests end processes, not the machine. Waiting for its disk would tell nothing, and disks of busy machines stall.
    if (sharedFolder() !== undefined) settings.push('fsync=off');
    const options = settings.flatMap((one) => ['-c', one]);
    const args = ['-D', path.join(this.folder, 'data'), '-p', String(this.port), ...options];
    const child = spawn(path.join(this.#programs, 'postgres'), args, {
      ...unprivileged(),
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    const exit = once(child, 'exit');
    while (!log.includes('ready to accept connections')) {
      if (child.exitCode !== null) throw new Error(log);
      await Promise.race([once(child.stderr, 'data'), exit]);
    }
    log = '';
  }

  /** @param signal SIGINT ends running work; SIGQUIT is like a crash */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    await this.#administrator?.then((client) => client.end());
    this.#administrator = undefined;
    if (child?.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** Removes it; of a shared one, the databases that were made by this object. */
  async remove(): Promise<void> {
    const isShared = this.folder === '';
    if (isShared) for (const name of this.#databases) await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await this.stop('SIGQUIT');
    if (!isShared) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Creates an empty database. @returns its address */
  async database(): Promise<PostgresOptions> {
    databases += 1;
    const name = `history_${process.pid}_${databases}`;
    await this.query(`CREATE DATABASE ${name}`);
    this.#databases.push(name);
    return this.optionsFor(name);
  }

  optionsFor(database: string): PostgresOptions {
    const { port } = this;
    const where = { host: '127.0.0.1', port, user, password, passwordFile: undefined, database };
    return { store: 'postgres', ...where, tls: undefined, retentionDays: 400 };
  }

  /** @returns the DATABASE_URL of a database */
  urlOf(database: string): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  /** From now on new connections may use TLS, with this certificate (PEM). */
  async speakTls(key: string, cert: string): Promise<void> {
    const { uid, gid } = unprivileged();
    for (const [name, text] of [['key', key] as const, ['cert', cert] as const]) {
      const file = path.join(this.folder, `tls-${name}.pem`);
      writeFileSync(file, text, { mode: 0o600 });
      if (uid !== undefined) chownSync(file, uid, gid ?? 0);
      await this.query(`ALTER SYSTEM SET ssl_${name}_file = '${file}'`);
    }
    await this.#setTls('on');
  }

  async speakPlain(): Promise<void> {
    await this.#setTls('off');
  }

  async #setTls(state: 'on' | 'off'): Promise<void> {
    await this.query(`ALTER SYSTEM SET ssl = ${state}`);
    await this.query('SELECT pg_reload_conf()');
    // New connections use it as soon as the server has read it.
    while ((await this.query('SHOW ssl', 'template1'))[0]?.['ssl'] !== state) await this.query('SELECT pg_sleep(0.02)');
  }

  /**
   * Begins something in an administrator's session, such as a transaction that holds a lock.
   * @returns a function that ends the session
   */
  async begin(text: string, database: string): Promise<() => Promise<void>> {
    const client = await this.session(database);
    await client.query(text);
    return () => client.end();
  }

  /** Runs a statement as the administrator. */
  async query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    if (database === 'postgres') {
      this.#administrator ??= this.session(database);
      return (await (await this.#administrator).query<Record<string, unknown>>(text)).rows;
    }
    const client = await this.session(database);
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Opens a session of the administrator, which its user ends. */
  async session(database: string): Promise<pg.Client> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user, password, database });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
