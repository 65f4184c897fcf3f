import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawn, keepResult, parts, sourceTree } from './proofs.js';
import { mutationParts } from '../tools/mutation-parts.js';

/**
 * `npm run prove`: runs the long proofs, all of them or `--only=PART,PART`, stores the result of each part in
 * test/proofs/results.json, and writes it into docs/contributing/proof.md. It takes hours. Exits with 1 if a part failed.
 */
const root = fileURLToPath(new URL('../', import.meta.url));

const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });
const asked = values.only?.split(',') ?? Object.keys(parts);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0 || values.list) {
  for (const [name, { proves }] of Object.entries(parts)) console.log(`${name}: ${proves}`);
  if (unknown.length > 0) fail(`there is no part ${unknown.join(', ')}`);
  process.exit(0);
}
const isChanged = () => execFileSync('git', ['status', '--porcelain', '--', 'src'], { cwd: root }).length > 0;
if (isChanged()) fail('there are changes in src that are not committed');

for (const part of asked) {
  const tree = sourceTree();
  const { commands, environment = {}, says, lot } = parts[part];
  const lots = lot === undefined ? [] : drawn(Object.keys(mutationParts), lot, tree);
  const date = new Date();
  let [passed, output] = [true, ''];
  for (const [command, ...args] of commands) {
    const ended = await run(command, [...args, ...lots], environment);
    passed &&= ended.code === 0;
    output += ended.output;
  }
  // If src changes during a run, it is not known what was proved.
  if (sourceTree() !== tree || isChanged()) fail(`src changed while ${part} ran: run it again`);
  keepResult(part, {
    tree,
    passed,
    date: date.toISOString().slice(0, 10),
    minutes: Math.ceil((Date.now() - date.getTime()) / 60_000),
    command: [...Object.entries(environment).map((pair) => pair.join('=')), ...(commands[0] ?? []), ...lots].join(' '),
    said: [...lots, ...(output.match(says) ?? []).slice(-commands.length * Math.max(1, lots.length))].map(inALine),
  });
  // A test compares the two, and `coverage` runs it.
  await run('npm', ['run', 'docs'], {});
  if (!passed) process.exitCode = 1;
}
console.log('Kept in test/proofs/results.json and docs/contributing/proof.md.');

/** Runs a command, shows its output, and returns it. */
function run(command, args, environment) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, REQUIRE_TOOLS: '1', NO_COLOR: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        process.stdout.write(text);
        output = (output + text).slice(-1_000_000);
      });
    }
    child.on('error', ({ code }) => resolve({ code: 1, output: `${command} cannot be started (${code})` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function inALine(text) {
  return text.trim().replace(/\s+/g, ' ');
}

function fail(why) {
  console.error(`prove: ${why}`);
  process.exit(1);
}
