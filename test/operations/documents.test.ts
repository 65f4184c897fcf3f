import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../src/domain/error-catalogue.js';
import { pack } from './pack.js';
import { root } from '../support/project.js';

/** What the documents say, held against what it is about. */

/** A goal of the bench and how it was met, as its results hold it. */
interface Goal {
  readonly figure: string;
  readonly unit: string;
  readonly most: number;
  readonly met: boolean;
  readonly value: { readonly median: number };
}

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

/** @returns the targets of a document's links and pictures that are not on another host */
function relativeLinks(document: string): string[] {
  const text = read(document).replaceAll(/^ *```.*?^ *```$/gms, '');
  const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** @returns how a heading is called in a link */
function anchorsOf(document: string): string[] {
  const headings = [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

describe('the documents of the package', () => {
  let files: string[];

  beforeAll(async () => {
    files = (await pack('--dry-run')).files.map((file) => file.path);
  });

  it('link to what the package holds, or to another host', () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/calling.md']));
    const dead = documents.flatMap((document) =>
      relativeLinks(document)
        .filter((link) => !leadsSomewhere(document, link))
        .map((link) => `${document}: ${link}`),
    );
    expect(dead).toEqual([]);
    expect(documents.flatMap(relativeLinks).length).toBeGreaterThan(3);
  });

  function leadsSomewhere(document: string, link: string): boolean {
    const [place = '', anchor] = link.split('#');
    const target = place === '' ? document : path.posix.join(path.posix.dirname(document), place);
    if (target.endsWith('/')) return files.some((file) => file.startsWith(target));
    return files.includes(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
  }
});

describe('the README', () => {
  it('names every goal that the last whole run of the bench missed, and how far', () => {
    const { goals } = JSON.parse(read('test/bench/results/bench.json')) as { goals: readonly Goal[] };
    const rounded = ({ unit, value }: Goal): string => value.median.toFixed(unit === '×' ? 1 : 0);
    const missed = goals.filter(({ met }) => !met);
    const rows = [...read('README.md').matchAll(/^\| (.+?) +\| ([\d.]+ (?:×|MB|ms|s)) +\| (.+?) +\|$/gm)];
    expect(rows.map(([, ...cells]) => cells)).toEqual(
      missed.map((goal) => [goal.figure, `${goal.most} ${goal.unit}`, `${rounded(goal)} ${goal.unit}`]),
    );
    expect(read('README.md')).toContain(`Of its ${goals.length} goals these were missed`);
  });

  it('has a row for each status and code that a caller can be answered with', () => {
    const rows = [...read('README.md').matchAll(/^\| (\d{3}) +\| `([a-z-]+)`/gm)].map(([, ...cells]) =>
      cells.join(' '),
    );
    const answers = Object.entries(errorCatalogue).map(([code, { status }]) => `${status} ${code}`);
    // What cannot be read as HTTP is answered before there is an app.
    expect(new Set(rows)).toEqual(new Set([...answers, '408 invalid-request', '431 invalid-request']));
  });
});
