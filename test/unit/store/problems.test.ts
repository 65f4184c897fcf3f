import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driverMissing, StoreUnavailable, StoreUnusable, optionsToInstallAt } from '../../../src/store/problems.js';
import { root } from '../../support/project.js';

const { optionalDependencies } = createRequire(import.meta.url)('#package.json') as {
  readonly optionalDependencies: Readonly<Record<'libsql' | 'pg', string>>;
};

describe('an error of the store', () => {
  it('has a short cause, or what to fix', () => {
    const unavailable = new StoreUnavailable('disk full');
    expect([unavailable.cause, unavailable.message]).toEqual(['disk full', 'the store is not available (disk full)']);
    expect(new StoreUnusable('is read-only')).toMatchObject({
      problem: 'is read-only',
      message: 'HISTORY_URL is read-only',
    });
  });

  it.each(['libsql', 'pg'] as const)('without the package %s names the line that installs it', (name) => {
    const line = `npm install ${name}@${optionalDependencies[name]}`;
    expect(driverMissing(name).message).toBe(
      `HISTORY_URL needs the optional package ${name}, which cannot be loaded here; install it with: ${line}`,
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
