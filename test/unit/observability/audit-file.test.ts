import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AuditFile } from '../../../src/observability/audit-file.js';
import type { Observation } from '../../../src/observability/observations.js';
import { dial } from '../../support/fake-port.js';
import { temporaryFolder } from '../../support/files.js';
import { observing } from '../../support/app.js';

function write(requestId: string): Observation {
  return {
    kind: 'write',
    requestId,
    user: 'Jürgen',
    phone: 'SEP1',
    buttons: 'speeddial',
    before: [dial('1', '0100', 'a "label"\u2028')],
    after: [],
    outcome: 'replaced',
  };
}

async function audited(name = path.join(temporaryFolder(), 'audit.log'), mostBytes?: number) {
  const { observe, seen } = observing();
  const audit = await AuditFile.open(name, observe, mostBytes);
  onTestFinished(() => audit.close());
  return { name, audit, seen };
}

function idsIn(name: string): string[] {
  const lines = readFileSync(name, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the audit file', () => {
  it('gets a line when the lists of a change begin to be set, and when that has ended', async () => {
    const { name, audit } = await audited();
    const change = { id: '7', user: 'agent', approver: 'boss', carrier: 'boss' };
    audit.observe({ kind: 'change-carried', ...change, state: 'running', lists: { open: 2 } });
    audit.observe({ kind: 'change-carried', ...change, state: 'done', lists: { changed: 2 } });
    await audit.close();
    const lines = readFileSync(name, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: 'change-carried', ...change, state: 'running', lists: { open: 2 } },
      { event: 'change-carried', ...change, state: 'done', lists: { changed: 2 } },
    ]);
  });

  it('gets a line of JSON for each write: who, which phone, before and after, outcome', async () => {
    const { name, audit } = await audited();
    const started = Date.now();
    audit.observe(write('r1'));
    audit.observe({ ...write('r2'), before: undefined, outcome: 'outcome-unknown' } as Observation);
    await audit.close();
    const lines = readFileSync(name, 'utf8').trimEnd().split('\n');
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toEqual({
      time: expect.any(String) as string,
      event: 'write',
      requestId: 'r1',
      user: 'Jürgen',
      phone: 'SEP1',
      buttons: 'speeddial',
      before: [dial('1', '0100', 'a "label"\u2028')],
      after: [],
      outcome: 'replaced',
    });
    expect(Date.parse(String(first?.['time']))).toBeGreaterThanOrEqual(started);
    expect(second).toMatchObject({ requestId: 'r2', outcome: 'outcome-unknown' });
    expect(second).not.toHaveProperty('before');
  });

  it('gets nothing else', async () => {
    const { name, audit } = await audited();
    audit.observe({ kind: 'queue-wait', waitMs: 1 });
    audit.observe({ kind: 'load-change', requestId: 'r', phone: 'SEP1', outcome: 'ok' });
    await audit.close();
    expect(readFileSync(name, 'utf8')).toBe('');
  });

  it('is appended to, and is not readable by everyone', async () => {
    const name = path.join(temporaryFolder(), 'audit.log');
    const first = await audited(name);
    first.audit.observe(write('r1'));
    await first.audit.close();
    const second = await audited(name);
    second.audit.observe(write('r2'));
    await second.audit.close();
    expect(idsIn(name)).toEqual(['r1', 'r2']);
    const handle = await open(name);
    expect((await handle.stat()).mode & 0o007).toBe(0);
    await handle.close();
  });

  it('keeps the order of a burst', async () => {
    const { name, audit } = await audited();
    const ids = Array.from({ length: 500 }, (_, place) => `r${place}`);
    for (const id of ids) {
      audit.observe(write(id));
      if (id.endsWith('7')) await new Promise((resolve) => setImmediate(resolve));
    }
    await audit.close();
    expect(idsIn(name)).toEqual(ids);
  });

  it('that cannot be opened makes the start fail', async () => {
    await expect(AuditFile.open(temporaryFolder(), () => undefined)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('opening it again', () => {
  it('continues in a new file if the old one was moved away', async () => {
    const { name, audit, seen } = await audited();
    audit.observe(write('r1'));
    await audit.reopen();
    renameSync(name, `${name}.1`);
    audit.observe(write('r2'));
    await audit.reopen();
    audit.observe(write('r3'));
    await audit.close();
    expect(idsIn(`${name}.1`)).toEqual(['r1', 'r2']);
    expect(idsIn(name)).toEqual(['r3']);
    expect(seen).toEqual([]);
  });

  it('keeps the old one, and reports that, if the new one cannot be opened', async () => {
    const { name, audit, seen } = await audited();
    const folder = path.dirname(name);
    renameSync(folder, `${folder}-moved`);
    onTestFinished(() => {
      rmSync(`${folder}-moved`, { recursive: true });
    });
    await audit.reopen();
    expect(seen).toEqual([{ kind: 'audit-file', state: 'failing', cause: 'ENOENT' }]);
    audit.observe(write('r1'));
    await audit.close();
    expect(idsIn(path.join(`${folder}-moved`, path.basename(name)))).toEqual(['r1']);
  });
});

describe('a folder that is missing when the file is opened again', () => {
  it('is tried again automatically', async () => {
    const { name, audit, seen } = await audited();
    const folder = path.dirname(name);
    renameSync(folder, `${folder}-moved`);
    onTestFinished(() => {
      rmSync(`${folder}-moved`, { recursive: true });
    });
    await audit.reopen();
    audit.observe(write('r1'));
    await audit.reopen();
    expect(seen).toEqual([{ kind: 'audit-file', state: 'failing', cause: 'ENOENT' }]);
    mkdirSync(folder);
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(2);
    expect(seen[1]).toMatchObject({ state: 'recovered' });
    audit.observe(write('r2'));
    await audit.close();
    expect(idsIn(name)).toEqual(['r2']);
  });
});

describe('a disk that is full', () => {
  /** Makes all or some writes to files fail. */
  async function spyOnWrites(name: string, take: (bytes: Uint8Array) => Uint8Array | string) {
    const handle = await open(name);
    const proto = Object.getPrototypeOf(handle) as Pick<FileHandle, 'write'>;
    await handle.close();
    const { write: writeAll } = proto;
    return vi.spyOn(proto, 'write').mockImplementation(function (this: FileHandle, bytes: Uint8Array) {
      const taken = take(bytes);
      if (typeof taken === 'string') return Promise.reject(Object.assign(new Error(taken), { code: taken }));
      return Reflect.apply(writeAll, this, [taken]) as never;
    } as never);
  }

  it('is tried again automatically, and nothing is lost while it fits in memory', async () => {
    const { name, audit, seen } = await audited();
    let full = true;
    await spyOnWrites(name, (bytes) => (full ? 'ENOSPC' : bytes));
    const ids = Array.from({ length: 500 }, (_, place) => `r${place}`);
    for (const id of ids) audit.observe(write(id));
    await expect.poll(() => seen).toEqual([{ kind: 'audit-file', state: 'failing', cause: 'ENOSPC' }]);
    full = false;
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(2);
    await expect.poll(() => idsIn(name)).toEqual(ids);
    expect(seen[1]).toEqual({ kind: 'audit-file', state: 'recovered', cause: undefined });
  });

  it('uses limited memory; each line that did not fit is reported', async () => {
    const { name, audit, seen } = await audited(undefined, 1_000);
    let full = true;
    await spyOnWrites(name, (bytes) => (full ? 'ENOSPC' : bytes));
    for (let place = 0; place < 20; place += 1) audit.observe(write(`r${place}`));
    const lost = () => seen.filter(({ kind }) => kind === 'audit-lines-lost');
    expect(lost().length).toBeGreaterThan(10);
    full = false;
    await expect.poll(() => seen.at(-1), { timeout: 10_000 }).toMatchObject({ state: 'recovered' });
    expect(idsIn(name)).toEqual(Array.from({ length: 20 - lost().length }, (_, place) => `r${place}`));
  });

  it('until the end: the lines that were never written are reported', async () => {
    const { name, audit, seen } = await audited();
    await spyOnWrites(name, () => 'ENOSPC');
    audit.observe(write('r1'));
    audit.observe(write('r2'));
    await audit.close();
    expect(seen.at(-1)).toEqual({ kind: 'audit-lines-lost', lines: 2 });
  });

  it('in the middle of a line: another file gets the whole line, the same file its rest', async () => {
    const { name, audit } = await audited();
    let room = 10;
    await spyOnWrites(name, (bytes) => {
      if (room === 0) return 'ENOSPC';
      const taken = bytes.subarray(0, room);
      room -= taken.length;
      return taken;
    });
    audit.observe(write('r1'));
    await expect.poll(() => readFileSync(name).length).toBe(10);
    room = 5;
    await audit.reopen();
    expect(readFileSync(name).length).toBe(15);
    renameSync(name, `${name}.1`);
    await audit.reopen();
    room = Infinity;
    audit.observe(write('r2'));
    await audit.close();
    expect(idsIn(name)).toEqual(['r1', 'r2']);
  });

  it('at the end of an earlier process leaves a partial line, to which nothing is appended', async () => {
    const name = path.join(temporaryFolder(), 'audit.log');
    writeFileSync(name, '{"time":"2026-');
    const { audit } = await audited(name);
    audit.observe(write('r1'));
    await audit.close();
    const [part, line = '', end] = readFileSync(name, 'utf8').split('\n');
    expect([part, end]).toEqual(['{"time":"2026-', '']);
    expect(JSON.parse(line)).toMatchObject({ requestId: 'r1' });
  });

  it.skipIf(!existsSync('/dev/full'))('stops nothing, is reported once, and loses no line', async () => {
    const folder = temporaryFolder();
    const name = path.join(folder, 'audit.log');
    symlinkSync('/dev/full', name);
    const { audit, seen } = await audited(name);
    audit.observe(write('r1'));
    await expect.poll(() => seen).toEqual([{ kind: 'audit-file', state: 'failing', cause: 'ENOSPC' }]);
    audit.observe(write('r2'));
    audit.observe(write('r3'));
    await audit.reopen();
    expect(seen).toHaveLength(1);
    rmSync(name);
    writeFileSync(name, '');
    await audit.reopen();
    await expect.poll(() => seen.at(-1)).toEqual({ kind: 'audit-file', state: 'recovered', cause: undefined });
    audit.observe(write('r4'));
    await audit.close();
    expect(idsIn(name)).toEqual(['r1', 'r2', 'r3', 'r4']);
    expect(seen).toHaveLength(2);
  });

  it('that accepts a part gets the rest later: no line is broken or doubled', async () => {
    const { name, audit, seen } = await audited();
    const handle = await open(name);
    const proto = Object.getPrototypeOf(handle) as Pick<FileHandle, 'write'>;
    await handle.close();
    const { write: writeAll } = proto;
    let calls = 0;
    vi.spyOn(proto, 'write').mockImplementation(function (this: FileHandle, bytes: Uint8Array) {
      calls += 1;
      if (calls === 2) return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
      return Reflect.apply(writeAll, this, [calls === 1 ? bytes.subarray(0, 10) : bytes]) as never;
    } as never);
    audit.observe(write('r1'));
    await expect.poll(() => seen).toMatchObject([{ state: 'failing', cause: 'ENOSPC' }]);
    audit.observe(write('r2'));
    await audit.close();
    expect(idsIn(name)).toEqual(['r1', 'r2']);
    expect(seen).toMatchObject([{ state: 'failing' }, { state: 'recovered' }]);
  });
});
