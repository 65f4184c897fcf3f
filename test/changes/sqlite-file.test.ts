import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import { BeginUnanswered } from '../../src/changes/store/change-store.js';
import { StoreUnavailable } from '../../src/store/problems.js';
import { SqlChanges } from '../../src/changes/store/sql-changes.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { dial, intention, newChange } from '../support/changes.js';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';
import { dialsIn, keptChanges, replace } from '../support/kept-changes.js';
import { startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';
import { lacks, run } from '../support/programs.js';
import { root } from '../support/project.js';
import { wings } from '../support/open-changes.js';
import { closeStores, idsIn, open, startWriter, writerArguments } from './stores.js';

let folder: string;
let file: string;
let place: DatabaseOptions;

beforeEach(() => {
  folder = emptyFolder();
  file = path.join(folder, 'history.db');
  place = { store: 'sqlite', path: file, retentionDays: 400 };
});
afterEach(async () => {
  await closeStores();
  await tidy();
});

/** Runs SQL on a file that no process has open. */
function alter(sql: string): void {
  const script = `const L = (await import('${root}node_modules/libsql/index.js')).default; new L(process.argv[1]).exec(process.argv[2]);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, file, sql], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

const mode = (name: string): string => (statSync(name).mode & 0o777).toString(8);

describe('the file of the history', () => {
  it('is readable only by its owner, with its companion files, and each write is waited for', async () => {
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    const store = await open(place);
    await store.begin(intention());
    expect([mode(file), mode(`${file}-wal`)]).toEqual(['600', '600']);
    await store.close();
    const database = new Libsql(file);
    expect(database.prepare('PRAGMA journal_mode').all([])).toEqual([{ journal_mode: 'wal' }]);
    database.close();
  });

  it('is created if it does not exist, with its folder', async () => {
    const there = path.join(folder, 'data', 'history.db');
    await (await open({ ...place, path: there } as DatabaseOptions)).close();
    expect([mode(path.dirname(there)), mode(there)]).toEqual(['700', '600']);
  });

  it.each([
    [
      'is a folder',
      (name: string) => {
        mkdirSync(name);
      },
      /is not a file \(EISDIR\): /,
    ],
    [
      'is not a SQLite file',
      (name: string) => {
        writeFileSync(name, 'garbage '.repeat(500));
      },
      /is not a SQLite file or is damaged/,
    ],
  ])('is refused when it %s', async (_, make, problem) => {
    make(file);
    const refusal = await open(place).catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({ name: 'StoreUnusable', message: expect.stringMatching(problem) as unknown });
    expect((refusal as Error).message).toContain(`The database ${file} `);
  });

  it('is refused if it belongs to another program, and left unchanged', async () => {
    alter('CREATE TABLE mine (a)');
    const before = readFileSync(file);
    await expect(open(place)).rejects.toThrow(/SQLite file of another program$/);
    expect(readFileSync(file)).toEqual(before);
  });

  it('is refused if a newer release has written it', async () => {
    await (await open(place)).close();
    alter("INSERT INTO migration VALUES ('history', 9, 0)");
    await expect(open(place)).rejects.toThrow(
      /^A newer release has written the database \(its history has migration 9, and this release knows \d\): start that release, or restore the copy from before the upgrade$/,
    );
  });

  it('is refused if a page of it is damaged, or its end is missing', async () => {
    const store = await open(place);
    for (let count = 0; count < 200; count += 1) await store.begin(intention());
    await store.close();
    const bytes = readFileSync(file);
    for (const damage of [Buffer.from(bytes).fill(0xff, 8_192, 20_480), bytes.subarray(0, bytes.length / 2)]) {
      writeFileSync(file, damage);
      await expect(open(place)).rejects.toThrow(/is not a SQLite file or is damaged, and is left unchanged/);
    }
    writeFileSync(file, bytes);
    expect((await (await open(place)).list({}, 500)).changes).toHaveLength(200);
  });

  it('is refused to a second process while the first one runs, and free after that was killed', async () => {
    const writer = startWriter(place, 'SEP000000000001');
    await writer.shown(/(settled)/);
    await expect(open(place)).rejects.toThrow(/^The database .* is open in another process/);
    writer.kill('SIGKILL');
    await writer.ended;
    expect((await (await open(place)).list({}, 1)).changes).toHaveLength(1);
  });

  it('is taken over from a process that was killed, also as a copy', async () => {
    const store = await open(place);
    const { number } = await store.begin(intention());
    const copy = path.join(folder, 'copy.db');
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    const other = await open({ ...place, path: copy } as DatabaseOptions);
    expect((await other.sent(number))?.state).toBe('uncertain');
    expect((await store.sent(number))?.state).toBe('sending');
  });
});

/** The file as a store, and the changes in it. */
async function openWithLimit(limitMs: number) {
  const store = await SqliteStore.open(file, wings, limitMs);
  return { store, changes: await SqlChanges.open(store) };
}

describe('a change without an answer of the store in time', () => {
  it.each(['stored', 'not stored'])('is stored as not sent, as its caller was told, if it was %s', async (done) => {
    const { store, changes } = await openWithLimit(30_000);
    const transact = store.transact.bind(store);
    store.transact = async (steps) => {
      store.transact = transact;
      if (done === 'stored') await transact(steps);
      throw new StoreUnavailable('slow', true);
    };
    const thrown: unknown = await changes.begin(intention()).catch((problem: unknown) => problem);
    if (!(thrown instanceof BeginUnanswered)) throw thrown;
    expect(thrown).toMatchObject({ cause: 'slow' });
    for (let time = 0; time < 2; time += 1) expect(await thrown.keepAsUnsent()).toMatchObject({ change: '1' });
    expect((await changes.list({}, 10)).changes).toMatchObject([
      {
        change: { id: '1', state: 'partly-done' },
        lists: [{ state: 'refused', problem: { code: 'history-unavailable' } }],
      },
    ]);
    expect(Number((await changes.begin(intention())).change)).toBeGreaterThan(1);
    await changes.close();
  });

  it.each(['stored', 'not stored'])(
    'is stored as not sent, as a list of a change that is held, if it was %s',
    async (done) => {
      const { store, changes } = await openWithLimit(30_000);
      const asked = await changes.ask(newChange({ begins: true }));
      const change = 'id' in asked ? asked.id : '';
      const holder = { instance: 'one', name: 'worker' };
      await changes.take(holder, ['reading']);
      const read = { uuid: undefined, before: [], since: '0', state: 'open', problem: undefined } as const;
      await changes.keepRead(change, holder, 0, read);
      const nothing = { closedBecause: undefined, digest: 'digest', notes: [], why: undefined };
      await changes.endReading(change, holder, { ...nothing, state: 'running' });
      await changes.take(holder, ['running']);
      const transact = store.transact.bind(store);
      const kept: Parameters<typeof transact>[0][] = [];
      store.transact = async (steps) => {
        store.transact = transact;
        kept.push(steps);
        if (done === 'stored') await transact(steps);
        throw new StoreUnavailable('slow', true);
      };
      const sending = intention({ of: { change, position: 0, holder } });
      const thrown: unknown = await changes.begin(sending).catch((problem: unknown) => problem);
      if (!(thrown instanceof BeginUnanswered)) throw thrown;
      const unsent = { state: 'refused', problem: { code: 'history-unavailable', detail: null } };
      for (let time = 0; time < 2; time += 1) {
        expect(await thrown.keepAsUnsent()).toMatchObject({ change });
        expect((await changes.lists(change, { after: -1, limit: 9 })).lists).toMatchObject([unsent]);
      }
      // The statement that comes late stores nothing any more.
      expect(await transact(kept[0] ?? [])).toEqual([[]]);
      expect((await changes.lists(change, { after: -1, limit: 9 })).lists).toMatchObject([unsent]);
      // It can be sent again.
      const { number } = await changes.begin(sending);
      expect(await changes.sent(number)).toMatchObject({ state: 'sending', problem: undefined });
      await changes.close();
    },
  );
});

describe('changes that wait to be stored together', () => {
  it('are each stored or refused separately', async () => {
    const { store, changes } = await openWithLimit(30_000);
    // The first one runs alone. Of the others, which wait for it, two have an id that is taken.
    const sequences = [1, 1, 2, 2, 3];
    const text = `INSERT INTO history_dismissal (id, evidence, reason, user_name, time) VALUES (?, '', '', '', 0)`;
    const begun = await Promise.allSettled(
      sequences.map((sequence) => store.transact([{ text, values: [String(sequence)] }])),
    );
    expect(begun.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    await changes.close();
    expect(await (await open(place)).dismissedIds(10)).toEqual(['1', '2', '3']);
  });
});

describe.skipIf(lacks('bash', 'prlimit'))('the file of the history on a disk that is full for a while', () => {
  it('accepts nothing in the meantime, continues when there is room again, and has everything that it acknowledged', async () => {
    const [script = '', ...rest] = writerArguments(place, 'SEP000000000001', 'SEP000000000002');
    const limited = ['-c', 'ulimit -S -f 512 && exec "$0" "$@"', process.execPath, script, ...rest];
    const writer = new RunningProcess('bash', limited);
    expect(await writer.shown(/refused (StoreUnavailable .*)/)).toMatch(/history\.db .*SQLITE_(FULL|IOERR)/);
    const before = idsIn(writer.output, 'settled');
    await run('prlimit', [`--pid=${writer.pid}`, '--fsize=unlimited']);
    await writer.until(() => (idsIn(writer.output, 'settled').length > before.length + 20 ? true : undefined));
    writer.kill('SIGKILL');
    const { output } = await writer.ended;
    expect(before.length).toBeGreaterThan(5);
    const store = await open(place);
    for (const id of idsIn(output, 'settled')) expect((await store.sent(id))?.state).toBe('changed');
    for (const id of idsIn(output, 'begun')) expect(await store.sent(id)).toBeDefined();
  });
});

describe('the file of the history of a running service', () => {
  const phone = 'SEP00A1B2C30003';
  let callManager: SimulatorProcess;

  beforeEach(async () => {
    callManager = await spawnSimulator();
  });
  afterEach(() => callManager.stop());

  const startWith = (env: Readonly<Record<string, string>> = {}) =>
    startServiceProcess({ ...serviceSettings(callManager.url), DATABASE_URL: `sqlite:${file}`, ...env });

  it.each([
    [
      'removed',
      'file removed',
      () => {
        renameSync(file, `${file}.away`);
      },
    ],
    [
      'replaced by a copy',
      'file replaced',
      () => {
        replaceByCopy(file);
      },
    ],
    [
      'left without its log',
      'file removed',
      () => {
        renameSync(`${file}-wal`, `${file}-wal.away`);
      },
    ],
    [
      'left with another log',
      'file replaced',
      () => {
        replaceByCopy(`${file}-wal`);
      },
    ],
  ])('is missed before the next write when it was %s, and nothing is sent', async (_, cause, lose) => {
    const { url, process } = await startWith();
    await replace(url, phone, [dial(1, '0100', 'first')], 'first');
    lose();
    const before = await dialsIn(callManager, phone);
    expect(await replace(url, phone, [dial(1, '0100', 'second')], 'second')).toMatchObject({
      answer: 'history-unavailable',
    });
    expect(await process.untilLogged('history')).toMatchObject({ operation: 'begin', cause });
    expect(await dialsIn(callManager, phone)).toEqual(before);
    const away = [file, `${file}-wal`].filter((name) => existsSync(`${name}.away`));
    for (const name of away) renameSync(`${name}.away`, name);
    // The original file can be put back; a copy is refused, because it lacks later changes.
    const { answer } = await replace(url, phone, [dial(1, '0100', 'third')], 'third');
    expect(answer).toBe(away.length > 0 ? 200 : 'history-unavailable');
    const kept = (await keptChanges(url, phone)).map(({ requestId }) => requestId);
    expect(kept).toEqual(away.length > 0 ? ['first', 'third'] : ['first']);
  });

  it.skipIf(lacks('mkfifo'))(
    'does not keep the process from its end when the disk hangs',
    async () => {
      const at = (name: string): string => path.join(folder, name);
      await run('mkfifo', [at('pipe')]);
      // Opening a pipe without a writer is a system call that does not return, like one to a hanging disk.
      writeFileSync(
        at('hang.cjs'),
        `const { existsSync, readFileSync, writeFileSync } = require('node:fs');
       const { isMainThread, parentPort } = require('node:worker_threads');
       if (!isMainThread) process.nextTick(() => parentPort?.on('message', () => {
         if (!existsSync(${JSON.stringify(at('hang'))})) return;
         writeFileSync(${JSON.stringify(at('hangs'))}, '');
         readFileSync(${JSON.stringify(at('pipe'))});
       }));`,
      );
      const { url, process } = await startWith({ NODE_OPTIONS: `--require=${at('hang.cjs')}` });
      await replace(url, phone, [dial(1, '0100', 'first')], 'first');
      writeFileSync(at('hang'), '');
      const cutOff = replace(url, phone, [dial(1, '0100', 'second')], 'second');
      await expect.poll(() => existsSync(at('hangs'))).toBe(true);
      process.kill('SIGTERM');
      await process.untilLogged('stopping');
      await sleep(1_100);
      process.kill('SIGTERM');
      await process.ended;
      await cutOff;
    },
    60_000,
  );
});

function replaceByCopy(name: string): void {
  copyFileSync(name, `${name}.copy`);
  renameSync(`${name}.copy`, name);
}
