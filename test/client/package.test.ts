import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  onePhoneCallManager,
  type FakeService,
  password,
  phone,
  startFakeService,
  username,
} from '../support/one-phone-service.js';
import { packedOnce } from '../support/packed.js';
import { startSeededService } from '../support/seeded-service.js';

/** The client as another project installs it: from the packed package, compiled with tsc, run by node. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
let folder: string;
let service: FakeService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'axl-phone-proxy-client-'));
  service = await startFakeService(onePhoneCallManager());
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const program = `
import { createClient, ConnectionError, type Phone, ProblemError, type ProblemCode } from 'axl-phone-proxy/client';

const [baseUrl = '', username = '', password = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, username, password });

const phones: Phone[] = await client.findPhones('0100');
const [{ name }] = phones as [Phone];
const { uuid } = await client.replaceSpeedDials(name, [{ index: '1', dirn: '0199' }]);
try {
  await client.replaceSpeedDials('SEP0', []);
} catch (error) {
  if (error instanceof ConnectionError) throw error;
  if (!(error instanceof ProblemError)) throw error;
  const code: ProblemCode = error.code;
  // @ts-expect-error: the codes are a closed list
  if (error.code === 'no-such-code') throw error;
  // @ts-expect-error: a speed dial has an index
  const wrong = () => client.replaceSpeedDials(name, [{ dirn: '1' }]);
  console.log(JSON.stringify({ name, uuid, code, wrong: typeof wrong }));
}
`;

/** Only the types of Node that the program itself needs: the client's types use only those of the web. */
const globals = 'declare const process: { argv: string[]; env: Record<string, string | undefined> };\n';

const config = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  },
  files: ['program.ts', 'documented.ts', 'buttons.ts', 'changes.ts', 'lists.ts', 'globals.d.ts'],
};

it('works in a project that has only the package', { timeout: 120_000 }, async () => {
  expect(existsSync(join(root, 'dist/client/index.js')), 'npm run build comes first').toBe(true);
  const { tarball } = await packedOnce();
  // Installed as npm does, but without its dependencies: the client must need none of them.
  const installed = join(folder, 'node_modules/axl-phone-proxy');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], { cwd: folder });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'program.ts'), program);
  const [documentedProgram, buttonsProgram, changesProgram, listsProgram] = await documentedPrograms();
  await writeFile(join(folder, 'documented.ts'), documentedProgram);
  // Only compiled here; calling.test.ts runs them.
  await writeFile(join(folder, 'buttons.ts'), buttonsProgram);
  await writeFile(join(folder, 'changes.ts'), changesProgram);
  await writeFile(join(folder, 'lists.ts'), listsProgram);
  await writeFile(join(folder, 'globals.d.ts'), globals);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [tsc, '-p', folder]);
  const { stdout } = await run(process.execPath, ['program.js', service.url, username, password], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    name: phone.name,
    uuid: phone.uuid,
    code: 'phone-not-found',
    wrong: 'function',
  });
  const seeded = await startSeededService();
  const env = seeded.callerEnvironment;
  onTestFinished(() => seeded.close());
  const documented = await run(process.execPath, ['documented.js'], { cwd: folder, env });
  const { name, uuid, speedDials } = seeded.phone('SEP00A1B2C30011') ?? {};
  expect(documented.stdout).toContain(name);
  expect(documented.stdout.trimEnd().endsWith(`${uuid}`)).toBe(true);
  expect(speedDials?.map(({ dirn }) => dirn)).toEqual(['0199', '+14085554019']);
});

/** The programs of docs/calling.md: the two calls, buttons with care, changes, and many lists at once. */
async function documentedPrograms(): Promise<[string, string, string, string]> {
  const text = await readFile(join(root, 'docs/calling.md'), 'utf8');
  const [first, second, third, fourth] = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block);
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error('docs/calling.md shows too little TypeScript');
  return [first, second, third, fourth];
}
