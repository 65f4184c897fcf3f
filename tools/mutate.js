import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mutationParts } from './mutation-parts.js';

/**
 * `npm run mutate -- PART…`: changes one part of the code step by step, and checks whether its tests notice. Without a
 * part it lists them. Each takes less than ten minutes on two cores. The tests are the ones nearest to the code; a
 * change that only others notice counts as not noticed. Run `npm ci --prefix tools` first.
 */
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in mutationParts));
if (asked.length === 0 || unknown.length > 0) {
  console.log(`npm run mutate -- PART…, of ${Object.keys(mutationParts).join(', ')}`);
  process.exit(asked.length === 0 ? 0 : 1);
}
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url));
for (const name of asked) {
  const { code, tests } = mutationParts[name];
  const report = ['--incrementalFile', `.stryker/${name.replaceAll('/', '-')}.json`];
  const args = [stryker, 'run', 'tools/stryker.config.js', '--mutate', code, '--testFiles', tests, ...report];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
