import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { connect, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { type JournalLock, lockJournal } from '../../../../src/buttons-cli/run/journal-lock.js';

/** macOS and the BSDs lock a file on opening with this flag; other systems do not know it. */
const exclusively = 0x20;

let folder: string;
let file: string;
let id: string;
const held: JournalLock[] = [];
const real = process.platform;

function on(platform: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: platform });
}

async function take(of = id): Promise<JournalLock> {
  const lock = await lockJournal(file, of);
  held.push(lock);
  return lock;
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'lock-'));
  file = path.join(folder, 'buttons.journal');
  fs.writeFileSync(file, '');
  id = randomUUID();
});
afterEach(async () => {
  for (const lock of held.splice(0)) await lock.release().catch(() => undefined);
  on(real);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  fs.rmSync(folder, { recursive: true });
});

describe.runIf(real === 'linux')('a journal on Linux', () => {
  it.each(['linux', 'android'] as const)('belongs to one process at a time, by its name: %s', async (platform) => {
    on(platform);
    const first = await take();
    await expect(take()).rejects.toThrow(`${file} is in use: another process carries out its run or a rollback of it`);
    await take(randomUUID());
    await first.release();
    held.splice(held.indexOf(first), 1);
    await take();
  });

  it('is released even if another process has connected to its name', async () => {
    const lock = await take();
    const somebody = connect(`\0axl-phone-proxy-${id}`).resume();
    await once(somebody, 'close');
    await lock.release();
    await take();
  });
});

/** An error of the system. */
const failure = (code?: string): Error => Object.assign(new Error('it failed'), code !== undefined && { code });

describe('a journal on Windows', () => {
  it('belongs to one process at a time, by a pipe with its name', async () => {
    on('win32');
    const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
      queueMicrotask(given[1] as () => void);
      return this;
    });
    await take();
    expect(listen.mock.calls[0]?.[0]).toBe(`\\\\.\\pipe\\axl-phone-proxy-${id}`);
  });

  it.each([
    ['EADDRINUSE', /is in use/],
    ['EACCES', /^the journal cannot be locked \(EACCES\)$/],
  ])('is not taken after %s', async (code, said) => {
    on('win32');
    vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      this.emit('error', failure(code));
      return this;
    });
    await expect(take()).rejects.toThrow(said);
  });
});

describe.each(['darwin', 'freebsd'] as const)('a journal on %s', (platform) => {
  let openFile: MockInstance<typeof fs.openSync>;

  beforeEach(() => {
    on(platform);
    openFile = vi.spyOn(fs, 'openSync');
    syncBuiltinESMExports();
  });

  it('is locked as a file while it is open', async () => {
    const lock = await take();
    expect(openFile).toHaveBeenCalledWith(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | exclusively);
    const opened = openFile.mock.results[0]?.value as number;
    expect(fs.fstatSync(opened).isFile()).toBe(true);
    await lock.release();
    expect(() => fs.fstatSync(opened)).toThrow('EBADF');
    held.pop();
  });

  it.each([
    ['EAGAIN', /buttons\.journal is in use/],
    ['EPERM', /^the journal cannot be locked \(EPERM\)$/],
    [undefined, /^the journal cannot be locked \(unknown\)$/],
  ])('is not taken after %s', async (code, said) => {
    openFile.mockImplementationOnce(() => {
      throw failure(code);
    });
    await expect(take()).rejects.toThrow(said);
  });
});
