import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PostgresOptions } from '../../src/store/database-url.js';
import { freePort } from './free-port.js';
import { type PostgresServer, unprivileged } from './postgres-server.js';

/** A PgBouncer in front of a server. */
export interface RunningPgbouncer {
  /** A database of the server, through PgBouncer. */
  through(options: PostgresOptions): PostgresOptions;
  /** Changes its settings while it runs. */
  reload(settings: readonly string[]): void;
}

const running = new Set<() => Promise<void>>();

/** Stops every PgBouncer that still runs after a test, even if the test has failed. */
export async function stopPgbouncers(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

/**
 * Starts a PgBouncer, which `stopPgbouncers` stops.
 * @param settings its own settings, one line each, such as its pool_mode
 */
export async function startPgbouncer(
  server: PostgresServer,
  options: PostgresOptions,
  settings: readonly string[],
): Promise<RunningPgbouncer> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
  const [file, users] = ['pgbouncer.ini', 'users'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(users, `"${options.user}" "${options.password ?? ''}"\n`);
  const configure = (those: readonly string[]): void => {
    const lines = [
      ...['[databases]', `* = host=127.0.0.1 port=${server.port}`, '[pgbouncer]', ...those],
      ...['listen_addr=127.0.0.1', `listen_port=${port}`, 'auth_type=scram-sha-256', `auth_file=${users}`],
      ...['unix_socket_dir=', 'server_tls_sslmode=disable'],
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
  };
  configure(settings);
  const { uid, gid } = unprivileged();
  if (uid !== undefined) for (const one of [folder, file, users]) chownSync(one, uid, gid ?? 0);
  const child = spawn('pgbouncer', [file], { ...unprivileged(), stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  const stop = async (): Promise<void> => {
    running.delete(stop);
    child.kill('SIGQUIT');
    await exit;
    rmSync(folder, { recursive: true });
  };
  running.add(stop);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  while (!log.includes('process up')) {
    await Promise.race([once(child.stderr, 'data'), exit]);
    if (child.exitCode !== null) throw new Error(log);
  }
  return {
    through: (of) => ({ ...of, port }),
    reload: (others) => {
      configure(others);
      child.kill('SIGHUP');
    },
  };
}
