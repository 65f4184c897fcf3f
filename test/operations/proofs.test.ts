import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

/** The long proofs: their results are shown, and no release is made without them. */

type Results = Record<string, { proves: string; result: { tree: string; passed: boolean } | null }>;

const kept = JSON.parse(readFileSync(`${root}test/proofs/results.json`, 'utf8')) as Results;

/** A repository with the files that `npm run release` reads before it makes anything. */
function repository() {
  const folder = mkdtempSync(path.join(tmpdir(), 'proofs-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const name of ['scripts', 'src', 'test/proofs']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of ['proofs.js', 'release.js']) cpSync(`${root}scripts/${name}`, path.join(folder, 'scripts', name));
  const write = (name: string, text: string): void => {
    writeFileSync(path.join(folder, name), text);
  };
  write('package.json', JSON.stringify({ version: '9.9.9', type: 'module' }));
  write('CHANGELOG.md', '# Changes\n\n## 9.9.9 - 2026-01-01\n');
  write('src/main.ts', 'one');
  const git = (...args: readonly string[]) => {
    const who = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.com'];
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  };
  git('init', '--quiet');
  /** Commits these results. @returns what a release prints about them */
  const released = async (results: Results): Promise<string> => {
    write('test/proofs/results.json', JSON.stringify(results));
    git('add', '.');
    git('commit', '--quiet', '--allow-empty', '--message', 'Something');
    const { code, output } = await run(process.execPath, ['scripts/release.js'], '', folder);
    expect(code).not.toBe(0);
    return output;
  };
  const tree = (): string => git('rev-parse', 'HEAD:src');
  return { released, tree, write };
}

it('has a result for each part, or says that there is none', async () => {
  const { stdout } = await run(process.execPath, ['scripts/prove.js', '--list']);
  const told = stdout.trim().split('\n');
  expect(told).toEqual(Object.entries(kept).map(([part, { proves }]) => `${part}: ${proves}`));
  const { code, output } = await run(process.execPath, ['scripts/prove.js', '--only=nothing']);
  expect([code, output]).toEqual([1, expect.stringContaining('there is no part nothing')]);
});

it('stops a release if a part was never run, failed, or was run on another src', async () => {
  const { released, tree, write } = repository();
  const none: Results = Object.fromEntries(
    Object.entries(kept).map(([part, { proves }]) => [part, { proves, result: null }]),
  );
  const [first = '', second = ''] = Object.keys(none);
  expect(await released({})).toContain(`  ${first} was never run\n  ${second} was never run\n`);
  const all = (result: Results[string]['result']): Results =>
    Object.fromEntries(Object.entries(none).map(([part, { proves }]) => [part, { proves, result }]));
  const good = all({ tree: tree(), passed: true });
  const failed = await released({ ...good, [second]: { proves: '', result: { tree: tree(), passed: false } } });
  expect(failed).toBe(`release: npm run prove has not proved this src:\n  ${second} failed\n`);
  // It continues to the next check, which fails in this repository.
  expect(await released(good)).not.toContain('npm run prove');
  write('src/main.ts', 'two');
  expect(await released(good)).toContain(`  ${first} was run on another src (`);
});
