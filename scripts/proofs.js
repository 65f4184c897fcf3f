import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The proofs that take too long for each commit. `npm run prove` runs them and stores the results, `npm run release`
 * refuses a part that is missing, failed, or was run on another src, and docs/contributing/proof.md shows them.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
const file = `${root}test/proofs/results.json`;

const vitest = (...args) => ['npx', 'vitest', 'run', ...args];

/**
 * For each part: what it proves, its commands in order, their environment, and the most informative line of their
 * output. `lot` is how many parts of `npm run mutate` are chosen at random and added to the command.
 */
export const parts = {
  'node-lines': {
    proves: 'The tests that depend on Node pass on every line of Node that the package supports',
    commands: [
      ['.ci/on-node', '22'],
      ['.ci/on-node', '24'],
      ['.ci/on-node', '26'],
      ['.ci/on-node', 'this'],
    ],
    says: /^\s*Tests .*$/gm,
  },
  coverage: {
    proves: 'The tests run nearly all of the code that can be counted',
    commands: [vitest('--coverage')],
    says: /^Statements .*$/gm,
  },
  'compared-cluster': {
    proves:
      'The inventory has 20,000 phones exactly as the call manager has them, regardless of what happens during a sweep',
    commands: [vitest('test/inventory/compared-cluster.test.ts')],
    environment: { INVENTORY_PHONES: '20000' },
    says: /^\s*Tests .*$/gm,
  },
  'moving-names': {
    proves:
      'The inventory finds a device by its key, and in the right order, regardless of what is renamed at any moment',
    commands: [vitest('test/inventory/by-key.test.ts', 'test/inventory/order.test.ts')],
    environment: { INVENTORY_PLAYS: 'all' },
    says: /^\s*Tests .*$/gm,
  },
  'killed-history': {
    proves: 'A history whose writer is killed 200 times loses nothing',
    commands: [vitest('test/changes/crash.test.ts')],
    environment: { HISTORY_KILLS: '200' },
    says: /^\s*Tests .*$/gm,
  },
  'killed-changes': {
    proves: 'A change of 500 lists is set once, although its instances are killed 30 times, and 50 changes go over two',
    commands: [vitest('test/changes/change-kills.test.ts', 'test/changes/change-instances.test.ts')],
    environment: { CHANGE_LISTS: '500', CHANGE_KILLS: '30', CHANGES: '50' },
    says: /^\s*Tests .*$/gm,
  },
  'killed-command': {
    proves: 'A change of 1,000 phones goes on, although the command line that asked for it is killed',
    commands: [['npm', 'run', 'chaos:buttons']],
    says: /^\s*Tests .*$/gm,
  },
  'larger-sizes': {
    proves: "9,000 random requests, 1,000 bodies that never come, and the publisher's whole schemas show nothing more",
    commands: [
      vitest(
        ...['test/contract/requests.test.ts', 'test/contract/schema-alterations.test.ts'],
        ...['test/simulator/published-schema.test.ts', 'test/fuzz/requests.test.ts', 'test/http/late-bodies.test.ts'],
        ...[
          'test/doctor/contraries.test.ts',
          'test/changes/connections.test.ts',
          'test/operations/login-flood.test.ts',
        ],
        ...['test/inventory/bounded.test.ts', 'test/inventory/counted.test.ts', 'test/inventory/kept-answers.test.ts'],
      ),
    ],
    environment: {
      ...{ PUBLISHED_FILES: 'whole', FUZZ_ROUNDS: '900', FILES_LIMIT: '1024', DOCTOR_SAMPLE: '5' },
      ...{ CONNECTION_ROUNDS: '12', COUNTED_PHONES: '300', STORE_BYTES: '12000000', ANSWER_ROUNDS: '20' },
      ...{ WRONG_LOGINS: '40000', REQUIRE_TOOLS: '1' },
    },
    says: /^\s*Tests .*$/gm,
  },
  judge: {
    proves: 'Answers, history, audit file and call manager agree for 30 minutes',
    commands: [
      ['npm', 'run', 'judge', '--', '--minutes', '30', '--store', 'postgres'],
      ['npm', 'run', 'judge', '--', '--minutes', '10', '--store', 'postgres', '--alters'],
    ],
    says: /^.*\bwrites\b[^:\n]*/gm,
  },
  oracle: {
    proves: 'Changes of many lists are set once, as approved, and their states are true, whatever happens meanwhile',
    commands: [
      ['npm', 'run', 'oracle', '--', '--changes', '400', '--actors', '16', '--store', 'postgres'],
      ['npm', 'run', 'oracle', '--', '--changes', '400', '--actors', '16', '--store', 'sqlite'],
    ],
    says: /^\d+ changes, \d+ lists.*$/gm,
  },
  chaos: {
    proves: 'One fault never makes an answer untrue',
    commands: [['npm', 'run', 'chaos']],
    says: /^\d+ rows as they should be, \d+ not$/gm,
  },
  soak: {
    proves: 'The service runs under load and trouble for 30 minutes',
    commands: [['npm', 'run', 'soak', '--', '--minutes', '30']],
    says: /^heap grows by .*$/gm,
  },
  mutation: {
    proves: 'The tests notice code that is changed bit by bit, in two parts that the tree chooses',
    commands: [['npm', 'run', 'mutate', '--']],
    lot: 2,
    says: /^All files *\| *[\d.]+/gm,
  },
};

/** @returns git's id of the committed content of src */
export function sourceTree() {
  return execFileSync('git', ['rev-parse', 'HEAD:src'], { cwd: root, encoding: 'utf8' }).trim();
}

/** @returns for each part what it proves, and the result of its last run; null if it has never run */
export function readResults() {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = Object.entries(parts).map(([part, { proves }]) => [part, { proves, result: kept[part]?.result ?? null }]);
  return Object.fromEntries(all);
}

/** Stores the result of a part. */
export function keepResult(part, result) {
  const all = readResults();
  all[part].result = result;
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
}

/** @returns for each part that does not prove this tree, why not */
export function lackingIn(results, tree) {
  return Object.keys(parts).flatMap((part) => {
    const result = results[part]?.result;
    if (!result) return [`${part} was never run`];
    if (!result.passed) return [`${part} failed`];
    return result.tree === tree ? [] : [`${part} was run on another src (${result.tree.slice(0, 12)})`];
  });
}

/**
 * @returns this many of the names, chosen by the tree: no one can choose them, and the same tree gives the same names
 */
export function drawn(names, count, tree) {
  const rank = (name) => createHash('sha256').update(`${tree} ${name}`).digest('hex');
  return [...names].sort((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count);
}
