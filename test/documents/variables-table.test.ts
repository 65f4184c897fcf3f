import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { type Variable, variableNames, variables } from '../../src/config/variables.js';
import { certificateFor } from '../support/certificates.js';
import { root } from '../support/project.js';

const configurationDocument = 'docs/configuration.md';

/** A row in the page. */
interface Row {
  readonly name: string;
  readonly takes: string;
  readonly example: string;
}

const rows: readonly Row[] = Array.from(
  readFileSync(`${root}${configurationDocument}`, 'utf8').matchAll(
    /^\| ([A-Z_]+) +\| (.*?) +\| .*? *\| `(.*?)` +\| \S/gm,
  ),
  ([, name = '', takes = '', example = '']) => ({ name, takes, example }),
);

const isTaken = (name: string, value: string): boolean => {
  const { read }: Variable = variables[name as keyof typeof variables];
  return read.safeParse(value).success;
};

it(`${configurationDocument} has a row for each variable`, () => {
  expect(rows.map(({ name }) => name)).toEqual(variableNames);
});

describe(`the values of a variable in ${configurationDocument}`, () => {
  const ranges = rows.flatMap(({ name, takes }) => {
    const [, least, most] = /^(\d+) to (\d+)/.exec(takes) ?? [];
    return least === undefined ? [] : [{ name, least: Number(least), most: Number(most) }];
  });
  it.each(ranges)('$name: $least to $most, and nothing just outside', ({ name, least, most }) => {
    const tried = [least - 1, least, most, most + 1].map((value) => isTaken(name, String(value)));
    expect(tried).toEqual([false, true, true, false]);
  });

  const lists = rows.filter(({ name }) => /^(on|auto|lines|none|each|other|true|trace)\b/.test(takesOf(name)));
  it.each(lists)('$name: $takes, and no other word', ({ name, takes }) => {
    const words = takes.split(', ');
    expect(words.filter((word) => !isTaken(name, word))).toEqual([]);
    expect([...words.map((word) => `${word}x`), words.join(', ')].filter((word) => isTaken(name, word))).toEqual([]);
  });

  const wrong: Readonly<Record<string, string>> = {
    'a file': '/nowhere/file',
    'a file, PEM': `${root}package.json`,
    'a file, UTF-8': '/nowhere/file',
    'addresses, networks': '10.0.0.0/33',
    origins: 'https://phones.example.com/app',
    'text, at most 72 bytes': 'ä'.repeat(37),
    'URLs, https': 'http://cucm.example.com:8443/axl/',
    '`sqlite:`, `postgres:`, off': 'mysql://127.0.0.1/',
  };
  const others = rows.filter(({ takes }) => takes in wrong);
  it.each(others)('$name: $takes', ({ name, takes }) => {
    expect(isTaken(name, wrong[takes] ?? '')).toBe(false);
  });

  it('are checked for each variable with a checkable description', () => {
    const checked = new Set([...ranges, ...lists, ...others].map(({ name }) => name));
    const plain = rows.filter(({ name }) => !checked.has(name)).map(({ takes }) => takes);
    const free = ['a file to write', 'a folder', 'an address or a name', 'names', 'text'];
    expect([...new Set(plain)].sort()).toEqual(free);
  });

  function takesOf(name: string): string {
    return rows.find((row) => row.name === name)?.takes ?? '';
  }
});

describe(`the examples of ${configurationDocument}`, () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
    const { cert, key } = await certificateFor(['127.0.0.1']);
    const files = { 'service.pem': cert, 'service.key': key, 'cucm.pem': cert, htpasswd: '' };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    for (const name of ['axl-password', 'history-password']) writeFileSync(path.join(folder, name), 'secret\n');
    mkdirSync(path.join(folder, 'schema'));
    for (const name of ['AXLAPI.wsdl', 'AXLSoap.xsd']) cpSync(`${root}wsdl/${name}`, path.join(folder, 'schema', name));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** @returns the examples as an environment; files are in the folder */
  function environment(leftOut: readonly string[]): Record<string, string> {
    const isFile = (takes: string): boolean => takes.startsWith('a file');
    const set = rows.filter(({ name }) => !leftOut.includes(name));
    return Object.fromEntries(
      set.map(({ name, takes, example }) => [name, isFile(takes) ? path.join(folder, example) : example]),
    );
  }

  // If two variables exclude each other, one at a time.
  it.each([
    [['AUTH_HTPASSWD_FILE', 'AXL_PASSWORD', 'DATABASE_PASSWORD_FILE']],
    [['AUTH_USERNAME', 'AUTH_PASSWORD', 'AXL_PASSWORD_FILE', 'DATABASE_PASSWORD_FILE']],
  ])('are valid together, without %j', (leftOut) => {
    expect(readConfig(environment(leftOut), 'no.env').port).toBe(8443);
  });

  it('all differ from the default', () => {
    const same = rows.filter(({ name, example }) => {
      const { default: otherwise }: Variable = variables[name as keyof typeof variables];
      return String(otherwise ?? '') === example;
    });
    expect(same).toEqual([]);
  });
});
