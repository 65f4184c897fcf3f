import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mostSendsOfAWrite } from '../../src/domain/resend-policy.js';
import { kindNames, points } from '../../src/simulator/misbehaviour/kinds.js';
import { packedOnce } from '../support/packed.js';
import { root } from '../support/project.js';

/** The contents of the docs, compared with what they describe. */

/** A goal of the bench and its result, as stored. */
interface Goal {
  readonly figure: string;
  readonly unit: string;
  readonly most: number;
  readonly met: boolean;
  readonly value: { readonly median: number };
}

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

/** @returns the targets of a document's links and pictures on this host */
function relativeLinks(document: string): string[] {
  const text = read(document).replaceAll(/^ *```.*?^ *```$/gms, '');
  const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** @returns the anchors of the headings */
function anchorsOf(document: string): string[] {
  const headings = [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

describe('the documents of the package', () => {
  let files: string[];

  beforeAll(async () => {
    files = (await packedOnce()).files.map((file) => file.path);
  });

  it('link to files in the package, or to another host', () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/start.md']));
    const has = (target: string): boolean => files.some((file) => file === target || file.startsWith(`${target}/`));
    expect(documents.flatMap((document) => deadLinks(document, has))).toEqual([]);
    expect(documents.flatMap(relativeLinks).length).toBeGreaterThan(3);
  });

  it('are those for users: no page for contributors', () => {
    expect(files.filter((file) => /contributing/i.test(file))).toEqual([]);
  });
});

/** @returns the links of a document that lead to no file, or to no heading */
function deadLinks(document: string, has: (target: string) => boolean): string[] {
  const isDead = (link: string): boolean => {
    const [place = '', anchor] = link.split('#');
    const target = place === '' ? document : path.posix.join(path.posix.dirname(document), place).replace(/\/$/, '');
    return !has(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  };
  return relativeLinks(document)
    .filter(isDead)
    .map((link) => `${document}: ${link}`);
}

it('the pages for contributors link to files of the repository', () => {
  const pages = readdirSync(`${root}docs/contributing`).map((name) => `docs/contributing/${name}`);
  const has = (target: string): boolean => existsSync(`${root}${target}`);
  expect([...pages, 'CONTRIBUTING.md'].flatMap((page) => deadLinks(page, has))).toEqual([]);
});

describe('a page of docs/', () => {
  const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));

  it.each(pages)('%s begins with its readers, and ends with the next page', (page) => {
    const lines = read(`docs/${page}`).trim().split('\n');
    expect([lines[0], lines[2]]).toEqual([expect.stringMatching(/^# \S/), expect.stringMatching(/^(For|How) \S/)]);
    expect(lines.at(-1)).toMatch(/^Next: \[[\w-]+\.md\]\(/);
  });

  it.each(pages.filter((page) => page !== 'interface.md'))('%s has at most 2,500 words', (page) => {
    expect(wordsOf(`docs/${page}`)).toBeLessThanOrEqual(2_500);
  });

  it.each(pages)('%s can be found: another page links to it', (page) => {
    const others = ['README.md', ...pages.filter((other) => other !== page).map((other) => `docs/${other}`)];
    expect(others.flatMap(relativeLinks).some((link) => path.posix.basename(link.split('#')[0] ?? '') === page)).toBe(
      true,
    );
  });
});

/** @returns how many words are written by hand: table rules and generated parts do not count */
function wordsOf(document: string): number {
  return read(document)
    .replaceAll(/<!-- \w+: written by npm run docs -->.*?<!-- end of \w+ -->/gs, '')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;
}

describe('the README', () => {
  it('is short: at most 500 words', () => {
    expect(wordsOf('README.md')).toBeLessThanOrEqual(500);
  });
});

describe('docs/contributing/speed.md', () => {
  it('names every goal that the last whole run of the bench missed, and by how much', () => {
    const { goals } = JSON.parse(read('test/bench/results/bench.json')) as { goals: readonly Goal[] };
    const rounded = ({ unit, value }: Goal): string => value.median.toFixed(unit === '×' ? 2 : 0);
    const missed = goals.filter(({ met }) => !met);
    const [, told = ''] = read('docs/contributing/speed.md').split(`Of its ${goals.length} goals these were missed`);
    const rows = [...(told.split('\n##')[0] ?? '').matchAll(/^\| (.+?) +\| ([\d.]+ (?:×|MB|ms|s)) +\| (.+?) +\|$/gm)];
    expect(rows.map(([, ...cells]) => cells)).toEqual(
      missed.map((goal) => [
        goal.figure,
        `${Number(goal.most.toFixed(2))} ${goal.unit}`,
        `${rounded(goal)} ${goal.unit}`,
      ]),
    );
  });
});

describe('docs/contributing/simulator.md', () => {
  it('names every kind of misbehavior, and every point at which one acts', () => {
    const named = new Set(
      Array.from(read('docs/contributing/simulator.md').matchAll(/`([\w-]+)`/g), ([, name]) => name),
    );
    expect([...kindNames, ...points].filter((name) => !named.has(name))).toEqual([]);
  });
});

it('the docs say how often one write is sent at most', () => {
  const words = ['none', 'once', 'twice', 'three times', 'four times', 'five times'];
  for (const document of ['docs/interface.md', 'docs/contributing/architecture.md']) {
    expect(read(document)).toContain(`at most ${words[mostSendsOfAWrite] ?? ''}`);
  }
});

describe('docs/contributing/architecture.md', () => {
  const page = read('docs/contributing/architecture.md');

  it('has a row for each folder of src, and for no other', () => {
    const folders = readdirSync(`${root}src`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${path.relative(root, path.join(entry.parentPath, entry.name))}/`);
    const rows = Array.from(page.matchAll(/^\| `(src\/[\w/-]*)` +\| \S/gm), ([, folder]) => folder);
    expect(rows.sort()).toEqual(['src/', ...folders].sort());
  });

  it('has a row for each folder of web, and for no other', () => {
    const folders = readdirSync(`${root}web`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `web/${name}/`);
    const rows = Array.from(page.matchAll(/^\| `(web\/[\w/-]*)` +\| \S/gm), ([, folder]) => folder);
    expect(rows.sort()).toEqual(['web/', ...folders].sort());
  });

  it('names only files and folders that exist', () => {
    const named = Array.from(
      page.matchAll(/`((?:deploy|docs|fixtures|scripts|src|test|tools|web|wsdl)\/[\w./-]*)`/g),
      ([, place = '']) => place,
    );
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((place) => !existsSync(`${root}${place}`))).toEqual([]);
  });
});
