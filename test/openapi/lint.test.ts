import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { lacksTool, toolFile } from '../support/tools.js';

const redocly = toolFile('@redocly/cli', 'bin/cli.js');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'axl-phone-proxy-lint-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Totals {
  readonly errors: number;
  readonly warnings: number;
  readonly ignored: number;
}

/** Redocly's own recommended rules, without our own configuration, and without the network. */
async function lint(document: object): Promise<Totals & { problems: unknown[] }> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, [redocly, 'lint', file, '--format=json'], { cwd: folder, env });
  // It has an exit code if there are errors; the findings are in its output in any case.
  const { stdout } = await run.catch((thrown: unknown) => thrown as { stdout: string });
  const { totals, problems } = JSON.parse(stdout) as { totals: Totals; problems: unknown[] };
  return { ...totals, problems };
}

describe.skipIf(lacksTool('@redocly/cli'))('Redocly', () => {
  it('finds no fault in the document', async () => {
    expect(await lint(openApiDocument(routes))).toEqual({ errors: 0, warnings: 0, ignored: 0, problems: [] });
  });

  it('finds a fault that was added', async () => {
    const { errors } = await lint({ ...openApiDocument(routes), security: [{ nobody: [] }] });
    expect(errors).toBeGreaterThan(0);
  });
});
