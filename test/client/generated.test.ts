import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorization } from '../support/one-phone-service.js';
import { type SeededService, startSeededService } from '../support/seeded-service.js';
import { lacksTool, toolFile } from '../support/tools.js';

/**
 * A client that openapi-typescript generates from the document of the running service. It is used as docs/calling.md
 * shows, compiled with tsc and run by node.
 */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const generator = toolFile('openapi-typescript', 'bin/cli.js');
let folder: string;
let service: SeededService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'axl-phone-proxy-generated-'));
  service = await startSeededService();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** What the types of the generated client allow and forbid; only compiled, not run. */
const typesProgram = `
import type { components, paths } from './phone-proxy.js';

export const withoutLabel: components['schemas']['SpeedDialToSet'] = { index: '1', dirn: '0199' };
// @ts-expect-error: a speed dial has an index
export const withoutIndex: components['schemas']['SpeedDialToSet'] = { dirn: '0199' };
export const answer: paths['/speeddials']['post']['responses'][200]['content']['plain/text'] = 'a uuid';
export const label: string = ({} as components['schemas']['SpeedDial']).label;
`;

const config = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  },
  files: ['documented.ts', 'types.ts', 'phone-proxy.d.ts'],
};

it.skipIf(lacksTool('openapi-typescript', 'openapi-fetch'))(
  'is made, compiled and used: a lookup, and a POST',
  { timeout: 120_000 },
  async () => {
    const { versions, program } = await documented();
    expect(versions).toEqual(await installedVersions());
    const document = await fetch(`${service.url}/openapi.json`, { headers: { authorization } });
    await writeFile(join(folder, 'openapi.json'), await document.text());
    await run(process.execPath, [generator, 'openapi.json', '--output', 'phone-proxy.d.ts'], { cwd: folder });

    await mkdir(join(folder, 'node_modules'));
    await symlink(toolFile('openapi-fetch'), join(folder, 'node_modules/openapi-fetch'));
    await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'documented.ts'), program);
    await writeFile(join(folder, 'types.ts'), typesProgram);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    // The compiler writes its errors to standard output.
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((thrown: unknown) => thrown);
    expect((compiled as { stdout: string }).stdout).toBe('');

    const env = service.callerEnvironment;
    const { stdout } = await run(process.execPath, ['documented.js'], { cwd: folder, env });
    const { name, uuid, speedDials } = service.phone('SEP00A1B2C30011') ?? {};
    expect(stdout).toContain(name);
    expect(stdout.trimEnd().endsWith(`${uuid}`)).toBe(true);
    expect(speedDials?.map(({ dirn, label }) => [dirn, label])).toEqual([
      ['0199', 'Reception'],
      ['+14085554019', ''],
    ]);
  },
);

/** The program of docs/calling.md, and the releases with which it was tried. */
async function documented(): Promise<{ versions: string[]; program: string }> {
  const text = await readFile(join(root, 'docs/calling.md'), 'utf8');
  const [, section = ''] = text.split('\n## A generated client\n');
  const [, generatorVersion = ''] = /npx openapi-typescript@(\S+)/.exec(section) ?? [];
  const [, clientVersion = ''] = /openapi-fetch (\d+\.\d+)/.exec(section) ?? [];
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(section) ?? [];
  return { versions: [generatorVersion, clientVersion], program };
}

async function installedVersions(): Promise<string[]> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'tools/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const client = dependencies['openapi-fetch'] ?? '';
  return [dependencies['openapi-typescript'] ?? '', client.split('.').slice(0, 2).join('.')];
}
