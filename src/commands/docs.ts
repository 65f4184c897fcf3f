import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hung } from '../doctor/report/report-text.js';
import { Failure, type Print } from './terminal.js';

/** The package's own folder is beside this file's, in `dist/` as in `src/`. */
const packageFile = fileURLToPath(import.meta.resolve('#package.json'));
const folder = path.join(path.dirname(packageFile), 'docs');

/**
 * Prints a page of the docs, so that a machine without a browser has them.
 * @param topic the page's name, such as `trouble`; undefined lists all pages, each with its title
 * @param width of the terminal, in columns
 * @throws Failure if there is no such page
 */
export async function docs(topic: string | undefined, write: Print, width: number): Promise<void> {
  const topics = existsSync(folder) ? readdirSync(folder).flatMap((file) => /^(.+)\.md$/.exec(file)?.[1] ?? []) : [];
  const read = (name: string): string => readFileSync(path.join(folder, `${name}.md`), 'utf8');
  if (topic === undefined) {
    const room = Math.max(...topics.map((name) => name.length));
    const rows = topics.map((name) => `  ${name.padEnd(room)}  ${/^# (.*)/.exec(read(name))?.[1] ?? ''}`);
    await write(['axl-phone-proxy docs TOPIC shows a page:', ...rows].join('\n'));
    return;
  }
  const name = topic.replace(/^docs\/|\.md$/g, '');
  if (!topics.includes(name)) throw new Failure(`there is no page ${topic}; the pages are ${topics.join(', ')}`);
  await write(fitted(read(name), width));
}

/** @returns the page's Markdown without its comments, in lines that are not wider; code and links stay as they are */
export function fitted(page: string, width: number): string {
  const text = page.replaceAll(/^<!--.*?-->\n+|^\|[|: -]+\|\n/gms, '');
  const lines = (part: string): string => part.replaceAll(/^.+$/gm, (line) => shown(line, width));
  const parts = text.split(/^( *```.*?^ *```$)/gms);
  return parts
    .map((part, at) => (at % 2 === 1 ? part : lines(part)))
    .join('')
    .trim();
}

/** A row of a table becomes its cells, one below the other, because a terminal is too narrow for the whole row. */
function shown(line: string, width: number): string {
  const [start = ''] = /^ *(?:(?:[-*]|\d+\.) +)?/.exec(line) ?? [];
  if (!line.startsWith('|')) return start + hung(line.slice(start.length), start.length, width);
  const [first = '', ...others] = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
  const below = others.filter((cell) => cell !== '').map((cell) => `\n    ${hung(cell, 4, width)}`);
  return `${hung(first, 2, width)}${below.join('')}\n`;
}
