import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lacksPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { lacks, run } from '../../support/programs.js';
import type { Scene } from './scene.js';

/** A fault of the history's store, and what a caller, or the user who starts the service, must be told. */
interface StoreFaultBase {
  readonly name: string;
  readonly isLeftOut: boolean;
  readonly wanted: string;
}

/** A fault of the embedded store. */
interface FileFault extends StoreFaultBase {
  readonly store: 'SQLite';
  happen(scene: Scene): Promise<string>;
}

/** A fault of the store that is a server. */
interface ServerFault extends StoreFaultBase {
  readonly store: 'PostgreSQL';
  happen(scene: Scene, server: PostgresServer, database: string): Promise<string>;
}

/** A fault that can be started and ended: `happen` resolves with the answers in the meantime. */
export type StoreFault = FileFault | ServerFault;

const inFile = { store: 'SQLite', isLeftOut: false } as const;
const onServer = { store: 'PostgreSQL', isLeftOut: lacksPostgres() } as const;

/** More writes than fit on the disk. */
const mostWrites = 200;

export const storeFaults: readonly StoreFault[] = [
  {
    ...inFile,
    name: 'full disk',
    isLeftOut: lacks('bash', 'prlimit'),
    wanted: 'history-unavailable',
    happen: async (scene: Scene) => {
      await scene.start({ blocks: 256 });
      let answer = await scene.write();
      for (let count = 0; count < mostWrites && answer === 200; count += 1) answer = await scene.write();
      await scene.lookUp();
      await run('prlimit', [`--pid=${scene.pid}`, '--fsize=unlimited']);
      return String(answer);
    },
  },
  {
    ...inFile,
    name: 'file locked by another process',
    wanted: 'not started',
    happen: async (scene: Scene) => {
      await scene.start();
      const { code, output } = await scene.process().ended;
      const told = /The database .* is open in another process/.test(output);
      scene.check((await scene.write()) === 200, 'the first process does not go on');
      return code !== 0 && told ? 'not started' : output;
    },
  },
  {
    ...inFile,
    name: 'file corrupted before the start',
    wanted: 'not started',
    happen: async (scene: Scene) => {
      await scene.start();
      for (let count = 0; count < 20; count += 1) await scene.write();
      await scene.stop();
      const whole = readFileSync(scene.file);
      const damaged = Buffer.from(whole).fill(0xff, 8_192, 20_480);
      writeFileSync(scene.file, damaged);
      const { code, output } = await scene.process().ended;
      scene.check(readFileSync(scene.file).equals(damaged), 'the damaged file was changed');
      writeFileSync(scene.file, whole);
      await scene.start();
      return code !== 0 && /The database .* damaged/.test(output) ? 'not started' : output;
    },
  },
  {
    ...onServer,
    name: 'server killed in the middle of a write',
    wanted: '200',
    happen: async (scene, server, database) => {
      await scene.start({ historyUrl: server.urlOf(database) });
      const answer = await scene.writeWhile(() => server.stop('SIGQUIT'));
      await scene.lookUp();
      await server.start();
      return String(answer);
    },
  },
  {
    ...onServer,
    name: 'server gone',
    wanted: 'history-unavailable',
    happen: async (scene, server, database) => {
      await scene.start({ historyUrl: server.urlOf(database) });
      await scene.write();
      await server.stop('SIGQUIT');
      const answer = await scene.write();
      await scene.lookUp();
      await server.start();
      return String(answer);
    },
  },
  {
    ...onServer,
    name: 'server slow, before the write',
    wanted: '200',
    happen: async (scene, server, database) => {
      await scene.start({ historyUrl: server.urlOf(database) });
      const wellAgain = await slow(server, database);
      const writing = scene.write();
      await scene.lookUp();
      await sleep(1_000);
      await wellAgain();
      return String(await writing);
    },
  },
  {
    ...onServer,
    name: 'server too slow, before the write',
    wanted: 'history-unavailable',
    happen: async (scene, server, database) => {
      await scene.start({ historyUrl: server.urlOf(database) });
      const wellAgain = await slow(server, database);
      const writing = scene.write();
      await scene.lookUp();
      const answer = await writing;
      await wellAgain();
      return String(answer);
    },
  },
  {
    ...onServer,
    name: 'server too slow, after the write',
    wanted: '200',
    happen: async (scene, server, database) => {
      await scene.start({ historyUrl: server.urlOf(database) });
      let wellAgain: (() => Promise<void>) | undefined;
      const answer = await scene.writeWhile(async () => (wellAgain = await slow(server, database)));
      await scene.lookUp();
      await wellAgain?.();
      return String(answer);
    },
  },
];

/** Makes every statement on the table wait. @returns a function that ends it */
async function slow(server: PostgresServer, database: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.urlOf(database) });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE axl_phone_proxy.history_change IN ACCESS EXCLUSIVE MODE');
  return () => client.end();
}
