import { readdirSync, statSync } from 'node:fs';
import { root } from './project.js';

/**
 * Tests that start the service, or its threads, use what is built. It warns if that is older than the source: then they
 * would show what the code did before.
 */
export default function warnIfBuiltBefore(): void {
  const builtAt = statSync(`${root}dist/main.js`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newer = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).find(
    (name) => name.endsWith('.ts') && statSync(`${root}src/${name}`).mtimeMs > builtAt,
  );
  if (newer === undefined) return;
  process.stderr.write(
    `dist/ is older than src/${newer}: run \`npm run build\`, or tests of the built service see old code\n`,
  );
}
