import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';
import { pack, packedOnce } from '../support/packed.js';

/** Files that the docs tell people to create in a clone: where, and for what. */
const made = [
  ...['axl-password', 'history-password', 'htpasswd', 'cucm.pem', 'history-ca.pem', 'service.pem', 'service.key'],
  ...['.env', 'service.env', '.pgpass', 'environment', 'axl-phone-proxy.pem', 'tls.crt', 'tls.key', 'cucm-ca.pem'],
  ...['history.db', 'history.db-wal', 'history.db-shm', 'history.db-inventory', 'history.db-inventory-wal'],
  ...['history.sql', 'audit.log', 'audit.log.1', 'audit.jsonl', 'one.csv', 'gone.csv', 'astrid.json', 'fixes.json'],
  ...['buttons-2026-11-24T05-00-00-0a1b2c.journal', 'data/history.db', 'data/other'],
];
/** The folders of secrets for the container and for compose. */
const secrets = ['secrets', 'deploy/compose/secrets'];
const secretNames = ['axl-password', 'cucm.pem', 'htpasswd', 'history-password', 'history-ca.pem', 'service.key'];

/** People who follow a document beside its files put them there. */
const shippedFolders = ['deploy', 'deploy/compose', 'deploy/haproxy', 'deploy/monitoring', 'deploy/systemd'].concat(
  ...['docs', 'docs/images', 'bin', 'wsdl', 'fixtures'],
);

/** The name of a file with secrets, in a text. */
const secretName =
  /(?<![\w*])(?:[\w-]+\.(?:pem|key|crt|p12|db(?:-\w+)?|jsonl|csv|journal|sql)|[\w-]*\.env|htpasswd|[a-z]+-password|\.pgpass)(?![\w.-])/g;

/** Names in the docs that are not files: a command, and a word in an example. */
const noFiles = new Set(['hash-password', 'the-password']);

describe('files that the docs tell people to create in a clone', () => {
  let clone: string;
  const planted: string[] = [];
  const git = async (...args: readonly string[]): Promise<string> => {
    const { code, output, stdout } = await run('git', args, '', clone);
    expect(code, output).toBe(0);
    return stdout;
  };
  const plant = (file: string): void => {
    mkdirSync(path.join(clone, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(clone, file), 'secret\n');
    planted.push(file);
  };

  beforeAll(async () => {
    clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
    const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
    for (const file of listed.stdout.split('\0').filter((name) => name !== '')) {
      cpSync(`${root}${file}`, path.join(clone, file), { recursive: true });
    }
    await git('init', '--quiet');
    await git('add', '.');
    for (const folder of secrets) for (const name of secretNames) plant(path.join(folder, name));
    for (const name of made) plant(name);
    for (const folder of shippedFolders) {
      for (const name of made.filter((each) => !/^(environment|astrid\.json|fixes\.json)$/.test(each))) {
        plant(path.join(folder, name));
      }
    }
  });

  afterAll(() => {
    rmSync(clone, { recursive: true });
  });

  it('are never committed', async () => {
    expect(await git('add', '--dry-run', '.')).toBe('');
  });

  it('are in no package', async () => {
    const packed = (await pack('--dry-run', clone)).files.map(({ path: file }) => file);
    expect(packed).toContain('deploy/compose/compose.yaml');
    expect(packed.filter((file) => planted.includes(file))).toEqual([]);
    const { stdout } = await run('git', ['ls-files', '--cached'], '', clone);
    const known = stdout.split('\n');
    expect(packed.filter((file) => !known.includes(file))).toEqual([]);
  });

  it('cover each such name in the docs', async () => {
    const documents = ['README.md', '.env.example', 'docs', 'deploy'];
    const { stdout } = await run('git', ['ls-files', '--', ...documents], '', clone);
    const texts = stdout
      .trim()
      .split('\n')
      .filter((file) => !file.endsWith('.png'));
    const names = new Set(
      texts.flatMap((file) => readFileSync(path.join(clone, file), 'utf8').match(secretName) ?? []),
    );
    for (const name of noFiles) names.delete(name);
    expect([...names]).toEqual(expect.arrayContaining(['cucm.pem', 'htpasswd', 'axl-password', 'history.db']));
    const { stdout: ignored } = await run('git', ['check-ignore', '--no-index', ...names], '', clone);
    expect([...names].filter((name) => !ignored.split('\n').includes(name))).toEqual([]);
  });
});

describe('the package', () => {
  it('names each file of the docs, of deploy/ and of the schemas, so that none is missing', async () => {
    const { stdout } = await run('git', ['ls-files', '--', 'bin', 'docs', ':!docs/contributing', 'deploy', 'wsdl']);
    const { files } = await packedOnce();
    expect(files.map(({ path: file }) => file)).toEqual(expect.arrayContaining(stdout.trim().split('\n')));
  });
});
