import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dial } from '../support/changes.js';
import { keptChanges, replace } from '../support/kept-changes.js';
import { type Ended, emptyFolder, RunningProcess, start, tidy } from '../support/processes.js';
import { bin } from '../support/project.js';
import { listening, startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

const phone = 'SEP00A1B2C30003';
const waysOut =
  'set DATA_DIR to another folder, or set DATABASE_URL to another database (sqlite:PATH, postgres://…) or to off';
let simulator: SimulatorProcess;
let cwd: string;
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
  simulator = await spawnSimulator();
  cwd = emptyFolder();
  env = { ...serviceSettings(simulator.url), DATABASE_URL: '' };
});
afterEach(async () => {
  await tidy();
  await simulator.stop();
});

function linkToNowhere(folder: string): string {
  symlinkSync('/nowhere', path.join(folder, 'link'));
  return path.join(folder, 'link');
}

/** @returns how a start ends that is refused, without a stack */
async function refused(starting: RunningProcess): Promise<Ended> {
  const ended = await starting.ended;
  expect([ended.code, /^ +at /m.test(ended.output)], ended.output).toEqual([1, false]);
  expect(ended.stderr).toContain(waysOut);
  return ended;
}

describe('the folder of the database, without a variable that names it', () => {
  it('is made, is told, is for its owner only, and has a change after the process was killed', async () => {
    const first = await startServiceProcess(env, { cwd });
    const file = path.join(cwd, 'data/history.db');
    expect(await first.process.untilLogged('started')).toMatchObject({ database: file });
    await replace(first.url, phone, [dial(1, '0100')], 'before-the-kill');
    first.process.kill('SIGKILL');
    await first.process.ended;
    const mode = (name: string): number => statSync(path.join(cwd, name)).mode & 0o777;
    expect([mode('data'), ...readdirSync(path.join(cwd, 'data')).map((name) => mode(`data/${name}`))]).toEqual([
      ...[0o700, 0o600, 0o600],
    ]);
    const second = await startServiceProcess({ ...env, INVENTORY: 'on' }, { cwd });
    expect(await keptChanges(second.url, phone)).toMatchObject([{ requestId: 'before-the-kill', state: 'changed' }]);
    await expect.poll(() => existsSync(`${file}-inventory`)).toBe(true);
  });

  it('is refused to a second process, and free for it when the first one has ended', async () => {
    const first = await startServiceProcess(env, { cwd });
    const { stderr } = await refused(start(['serve'], { env, cwd }));
    expect(stderr).toContain(`The database ${cwd}/data/history.db is open in another process`);
    first.process.kill('SIGTERM');
    await first.process.ended;
    await startServiceProcess(env, { cwd });
  });

  it.each([
    ['in /proc', () => '/proc/none/data', 'ENOENT'],
    ['behind a link to nowhere', linkToNowhere, 'EEXIST'],
  ])('is refused %s, where it cannot be made', async (_, make, code) => {
    const DATA_DIR = make(cwd);
    const { stderr } = await refused(start(['serve'], { env: { ...env, DATA_DIR }, cwd }));
    expect(stderr).toContain(`The database ${DATA_DIR}/history.db cannot be written (${code})`);
  });

  it('is not made if the database is off: lookups and writes go on', async () => {
    const { url } = await startServiceProcess({ ...env, DATABASE_URL: 'off' }, { cwd });
    expect(await replace(url, phone, [dial(1, '0100')], 'not-kept')).toMatchObject({ answer: 200 });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

/** The command that runs a program with a file system of its own in a folder, and without rights over other users' files. */
const inside = (mount: string): readonly string[] => [
  ...['--user', '--map-root-user', '--mount', 'sh', '-c', `${mount} && exec "$0" "$@"`],
];
const cannotMount = spawnSync('unshare', [...inside('mount -t tmpfs none /mnt'), 'true']).status !== 0;

describe.skipIf(cannotMount)('a folder of the database that cannot be used (skipped if this user cannot mount)', () => {
  let folder: string;
  beforeEach(() => {
    folder = path.join(cwd, 'data');
    mkdirSync(folder);
  });

  const startAfter = (command: string, more: Readonly<Record<string, string>> = {}): RunningProcess =>
    new RunningProcess('unshare', [...inside(command), process.execPath, bin, 'serve'], {
      env: { ...env, ...more },
      cwd,
    });
  const tmpfs = (options: string): string => `mount -t tmpfs -o ${options} none data`;

  it.each([
    ['is read-only', tmpfs('ro'), 'cannot be written (EROFS)'],
    ['has no room', tmpfs('size=4k'), 'has no room, because its disk is full (SQLITE_FULL)'],
    ['has no room for the file', tmpfs('nr_inodes=1'), 'has no room, because its disk is full (ENOSPC)'],
  ])('refuses the start if it %s', async (_, command, problem) => {
    const { stderr } = await refused(startAfter(command));
    expect(stderr).toContain(`The database ${folder}/history.db ${problem}`);
  });

  it('refuses the start if it belongs to another user', async () => {
    // In its own namespace, a process of root has no rights over the files of a user who is not there.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(folder, 4019, 4019);
    const DATA_DIR = isRoot ? folder : '/usr/lib/axl-phone-proxy-data';
    const { stderr } = await refused(startAfter('true', { DATA_DIR }));
    expect(stderr).toContain(`The database ${DATA_DIR}/history.db cannot be written (EACCES)`);
  });

  it('refuses writes while its disk is full, and takes them when there is room', async () => {
    const service = await listening(startAfter(`${tmpfs('size=800k')} && head -c 100k /dev/zero > data/other`));
    const answers: unknown[] = [];
    while (!answers.includes('history-unavailable')) {
      const { answer } = await replace(service.url, phone, [dial(1, '0100', 'x'.repeat(30))], `${answers.length}`);
      answers.push(answer);
    }
    expect(answers.length).toBeGreaterThan(3);
    const { cause } = await service.process.untilLogged('history');
    expect(cause).toContain(`The database ${folder}/history.db has no room, because its disk is full (SQLITE_FULL)`);
    expect(cause).toContain(waysOut);
    rmSync(`/proc/${service.process.pid}/cwd/data/other`);
    expect(await replace(service.url, phone, [dial(1, '0100')], 'again')).toMatchObject({ answer: 200 });
  });
});
