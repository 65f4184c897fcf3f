import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lackingIn, readResults, sourceTree } from './proofs.js';

/**
 * `npm run release`: makes the package twice, each from a new clone of the committed files. It refuses if the two
 * differ in any byte, if the changelog has no section for the version, or if `npm run prove` has not proved all of this
 * src. It prints the package's path and its SHA-256. It publishes nothing and sets no tag: see CONTRIBUTING.md.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '') {
  fail('there are changes that are not committed');
}
if (!readFileSync(`${root}CHANGELOG.md`, 'utf8').includes(`\n## ${version} - `)) {
  fail(`CHANGELOG.md has no section "## ${version} - DATE"`);
}
const lacking = lackingIn(readResults(), sourceTree());
if (lacking.length > 0) fail(`npm run prove has not proved this src:\n${lacking.map((why) => `  ${why}`).join('\n')}`);

const [one, other] = [packed(), packed()];
if (one.sha256 !== other.sha256) fail(`two packages of the same commit differ: ${one.file}, ${other.file}`);
console.log(`${one.file}\nsha256 ${one.sha256}`);

/** Clones, installs, builds and packs. */
function packed() {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  const clone = path.join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', root, clone]);
  npm(clone, 'ci');
  npm(clone, 'pack', '--pack-destination', folder);
  const file = path.join(folder, `axl-phone-proxy-${version}.tgz`);
  return { file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

function npm(cwd, ...args) {
  execFileSync(process.execPath, [process.env['npm_execpath'], ...args, '--loglevel', 'error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function fail(why) {
  console.error(`release: ${why}`);
  process.exit(1);
}
