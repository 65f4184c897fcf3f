import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

/** The test files of a project, relative to the repository's root. */
async function filesOf(project: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [
    ...['node_modules/vitest/vitest.mjs', 'list', '--project', project, '--filesOnly', '--json'],
  ]);
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => path.relative(root, file));
}

it('each test file is run by npm test or left to the check, and none by both', async () => {
  const [quick, others] = await Promise.all([filesOf('node'), filesOf('check')]);
  const all = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join('test', file));
  expect([...quick, ...others].sort()).toEqual(all.sort());
  // npm test skips nothing if a program or a package is missing.
  const choosy =
    /\b(lacks|lacksTool|representative|provesEverything|areSchemasMissing)\b|support\/(browser|haproxy)\.js/;
  const imports = /^import [^;]* from '[^']*';$/gm;
  const choosing = quick.filter((file) =>
    (readFileSync(root + file, 'utf8').match(imports) ?? []).some((line) => choosy.test(line)),
  );
  expect(choosing).toEqual([]);
});
