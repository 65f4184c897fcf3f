import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lacks, run } from '../support/programs.js';
import { root } from '../support/project.js';

const file = readFileSync(`${root}deploy/compose/compose.yaml`, 'utf8');

/** @returns the arguments of each call that podman-compose makes to podman, which is replaced here */
async function callsOfPodman(): Promise<string[][]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'composed-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  cpSync(`${root}deploy/compose`, folder, { recursive: true });
  mkdirSync(path.join(folder, 'secrets'), { recursive: true });
  const calls = path.join(folder, 'calls');
  const podman = path.join(folder, 'podman');
  // As in Debian 12, for its questions. Networks exist, except the database's.
  const script = `
    for word; do printf '%s\\t' "$word"; done >> '${calls}'
    echo >> '${calls}'
    case "$*" in
      --version*) echo 'podman version 4.3.1';;
      'network exists '*_alone) grep -q -P 'network\\tcreate\\t.*_alone' '${calls}';;
    esac`;
  writeFileSync(podman, `#!/bin/sh${script}\n`);
  chmodSync(podman, 0o755);
  const { code, output } = await run('podman-compose', ['--podman-path', podman, 'up', '--detach'], '', folder);
  expect(code, output).toBe(0);
  const lines = readFileSync(calls, 'utf8').trim().split('\n');
  return lines.map((line) => line.split('\t').slice(0, -1));
}

/** @returns the values of these options */
const after = (words: readonly string[], ...options: readonly string[]): string[] =>
  words.flatMap((word, place) => (options.includes(word) ? (words[place + 1] ?? '') : []));

it.skipIf(lacks('podman-compose'))('podman-compose gives each container of compose.yaml one network', async () => {
  const calls = await callsOfPodman();
  const started = calls.filter(([call]) => call === 'run' || call === 'create');
  const networks = started.map((words) => [after(words, '--network-alias').join(), after(words, '--net', '--network')]);
  const alone = expect.stringMatching(/_alone$/) as unknown;
  expect(Object.fromEntries(networks)).toEqual({
    one: ['axl-phone-proxy'],
    two: ['axl-phone-proxy'],
    haproxy: ['axl-phone-proxy'],
    postgres: [alone],
  });
  const made = calls.filter(([what, how]) => what === 'network' && how === 'create');
  // The database's leads nowhere. The network of the instances exists: made by hand, as the file says, with their
  // subnet.
  for (const words of made) expect(words).toEqual(expect.arrayContaining(['--internal', alone]));
  for (const words of started) {
    const trusted = words.filter((word) => word.startsWith('TRUSTED_PROXIES='));
    if (trusted.length > 0) expect(trusted).toEqual([`TRUSTED_PROXIES=${subnet}`]);
  }
});

const page = readFileSync(`${root}docs/keep-data.md`, 'utf8');
const [, subnet = ''] = /^podman network create --subnet (\S+) axl-phone-proxy$/m.exec(page) ?? [];

it('compose.yaml trusts the network that it tells the user to create', () => {
  expect(file).toContain(`TRUSTED_PROXIES: ${subnet}\n`);
});
