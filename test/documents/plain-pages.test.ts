import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root } from '../support/project.js';

/** The limits that keep the docs short: docs/contributing/style.md says how to write. */

const most = { explanation: 2_000, cell: 40 };

const read = (page: string): string => readFileSync(`${root}${page}`, 'utf8');

const below = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
const pages = ['README.md', ...below].filter((page) => page.endsWith('.md'));

/** Pages that explain reasons. */
const explanations = ['contributing/architecture', 'inventory', 'contributing/proof', 'contributing/speed'].map(
  (name) => `docs/${name}.md`,
);

/** @returns a page without the parts that `npm run docs` writes */
function writtenByHand(page: string): string {
  return read(page).replaceAll(/<!-- \w+: written by npm run docs -->.*?<!-- end of \w+ -->/gs, '');
}

const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$/gms, '');

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** @returns the cells of a page's tables that have too many words */
function longCells(text: string): string[] {
  const rows = withoutCode(text).match(/^\|.*\|$/gm) ?? [];
  return rows.flatMap((row) => row.split(/(?<!\\)\|/)).filter((cell) => wordsOf(cell) > most.cell);
}

/** @returns the sentences of a page, in text, lists and cells, without markup, if they have at least five words */
function sentencesOf(text: string): Set<string> {
  const sentences = withoutCode(text)
    .split(/\n|(?<!\\)\||(?<=[.!?:]) /)
    .map((sentence) =>
      sentence
        .replaceAll(/\]\(.*?\)/g, '')
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
        .toLowerCase(),
    )
    .filter((sentence) => wordsOf(sentence) >= 5);
  return new Set(sentences);
}

/** @returns each sentence that is in more than one page, with these pages */
function repeated(texts: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string[]>();
  for (const [page, text] of texts) {
    for (const sentence of sentencesOf(text)) places.set(sentence, [...(places.get(sentence) ?? []), page]);
  }
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([sentence, found]) => `${sentence} (${found.join(', ')})`);
}

describe('the docs and the README', () => {
  it('have no sentence in two pages', () => {
    const doubled = repeated(new Map(pages.map((page) => [page, writtenByHand(page)])));
    expect(doubled).toEqual([]);
  });

  it.each(pages)('%s has no long cell in a table', (page) => {
    expect(longCells(writtenByHand(page))).toEqual([]);
  });

  it.each(explanations)('%s, which explains, is short', (page) => {
    expect(wordsOf(writtenByHand(page))).toBeLessThanOrEqual(most.explanation);
  });
});

describe('the checks themselves', () => {
  const long = Array.from({ length: 41 }, () => 'word').join(' ');

  it('find a long cell, and ignore a long line of code', () => {
    expect(longCells(`| short | ${long} |\n\n\`\`\`sh\n| ${long} |\n\`\`\`\n`)).toEqual([` ${long} `]);
  });

  it('find a sentence that is in two pages, once with a link and once in a cell', () => {
    const one = 'Send SIGHUP. Then the [old password](a.md#b) stays in use.';
    const other = '| a | Then the old password stays in use |';
    expect(
      repeated(
        new Map([
          ['one', one],
          ['other', other],
          ['third', 'Nothing of that.'],
        ]),
      ),
    ).toEqual(['then the old password stays in use (one, other)']);
  });
});
