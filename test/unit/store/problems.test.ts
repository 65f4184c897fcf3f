import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileProblem, StoreUnavailable, StoreUnusable, optionsToInstallAt } from '../../../src/store/problems.js';
import { root } from '../../support/project.js';

describe('an error of the store', () => {
  it('has a short cause, or what to fix', () => {
    const unavailable = new StoreUnavailable('disk full');
    expect([unavailable.cause, unavailable.message]).toEqual(['disk full', 'the store is not available (disk full)']);
    expect(new StoreUnusable('It is read-only')).toMatchObject({
      problem: 'It is read-only',
      message: 'It is read-only',
    });
  });

  it.each([
    ['SQLITE_BUSY', 'is open in another process, and only one can use it (SQLITE_BUSY): stop that process'],
    ['SQLITE_FULL', 'has no room, because its disk is full (SQLITE_FULL): free some space'],
    ['ENOSPC', 'has no room, because its disk is full (ENOSPC): free some space'],
    ['EROFS', 'cannot be written (EROFS): let this user write the file and its folder'],
  ])('%s of a file names the file and the ways out', (code, problem) => {
    expect(fileProblem('/data/history.db', code)).toBe(
      `The database /data/history.db ${problem}, set DATA_DIR to another folder, or set DATABASE_URL to another ` +
        'database (sqlite:PATH, postgres://…) or to off, which keeps no history',
    );
  });
});

describe('another package is installed', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'installed-')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('without options if the clone is the working directory', () => {
    expect(optionsToInstallAt(path.resolve(root))).toEqual([]);
  });

  it.each([
    ['in a clone elsewhere', ''],
    ['in the project that has this one', 'node_modules/axl-phone-proxy'],
  ])('%s, by its folder', (_, itself) => {
    writeFileSync(path.join(folder, 'package.json'), '{}');
    expect(optionsToInstallAt(path.join(folder, itself))).toEqual(['--prefix', folder]);
  });

  it.each([
    ['of the system', 'lib/node_modules/axl-phone-proxy'],
    ['on Windows', 'node_modules/axl-phone-proxy'],
  ])('among the global packages %s, by their prefix', (_, itself) => {
    expect(optionsToInstallAt(path.join(folder, itself))).toEqual(['--global', '--prefix', folder]);
  });

  it('in quotation marks if a folder has a space', () => {
    const spaced = path.join(folder, 'Program Files');
    mkdirSync(spaced);
    writeFileSync(path.join(spaced, 'package.json'), '{}');
    expect(optionsToInstallAt(spaced)).toEqual(['--prefix', `"${spaced}"`]);
  });
});
