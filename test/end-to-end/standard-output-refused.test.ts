import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyFolder, tidy } from '../support/processes.js';
import { bin } from '../support/project.js';
import { serviceSettings } from '../support/test-service.js';

const settings = serviceSettings('http://127.0.0.1:1/axl/');

afterEach(tidy);

/** Runs a command of the project with the given standard output. */
function runWith(output: number, commandArguments: readonly string[], env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [bin, ...commandArguments], {
    cwd: emptyFolder(),
    env: { PATH: process.env['PATH'], ...env },
    input: 'secret\n',
    stdio: ['pipe', output, 'pipe'],
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stderr };
}

/** The writing end of a pipe without a reader. */
function withoutReader(): number {
  const pipe = join(emptyFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY);
  closeSync(reader);
  return writer;
}

describe.each([
  ['is full', 'ENOSPC', () => openSync('/dev/full', 'w')],
  ['nobody reads any more', 'EPIPE', withoutReader],
])('a standard output that %s', (_what, code, open) => {
  const free = { SIMULATOR_PORT: '0', SIMULATOR_CONTROL_PORT: '0', PORT: '0' };
  it.each([
    ['--help', ['--help'], {}],
    ['--version', ['--version'], {}],
    ['check-config', ['check-config'], settings],
    ['hash-password', ['hash-password', 'me'], {}],
    ['demo', ['demo'], free],
    ['simulator', ['simulator'], free],
  ])('ends %s with 1 and a sentence', (_command, commandArguments, env) => {
    const output = open();
    const stderr = `axl-phone-proxy: standard output cannot be written (${code})\n`;
    expect(runWith(output, commandArguments, env)).toEqual({ status: 1, stderr });
    closeSync(output);
  });
});
