import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { outcomes } from './outcomes.js';
import { provoke } from './provoker.js';

/**
 * Records the answers of the calls again into fixtures/interface. A difference is a change of the interface, which
 * belongs in the changelog.
 */
const root = new URL('../../fixtures/interface/', import.meta.url);
const exchanges = new Map<string, string>();
for (const outcome of outcomes) exchanges.set(outcome.name, await provoke(outcome));

rmSync(root, { recursive: true, force: true });
for (const [name, text] of exchanges) {
  const file = new URL(`${name}.http`, root);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
process.stdout.write(`${exchanges.size} exchanges recorded\n`);
