import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openConsole, readConsoleFiles } from '../../../../src/http/console/console-files.js';
import { observing } from '../../../support/app.js';
import { emptyFolder, tidy } from '../../../support/processes.js';

const page = '<meta charset="utf-8" />\n<meta name="idle-minutes" content="15" />\n<p>15</p>\n';

afterEach(tidy);

/** A folder with files in it. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

describe('the files of the console', () => {
  it('are those of the folder, with the compressed form of each', () => {
    const folder = folderWith({
      'index.html': page,
      'assets/a.js': 'a',
      'assets/a.js.br': 'br of a',
      'assets/a.js.gz': 'gz of a',
      'assets/b.svg': 'b',
      'assets/b.svg.gz': 'gz of b',
      'assets/deeper/c.css': 'c',
    });
    const files = readConsoleFiles(folder, 15);
    expect([...(files?.keys() ?? [])].sort()).toEqual([
      'assets/a.js',
      'assets/b.svg',
      'assets/deeper/c.css',
      'index.html',
    ]);
    const kept = Array.from(files?.get('assets/a.js')?.compressed ?? [], ([coding, { bytes }]) => [
      coding,
      bytes.toString(),
    ]);
    expect(kept).toEqual([
      ['br', 'br of a'],
      ['gzip', 'gz of a'],
    ]);
    expect([...(files?.get('assets/b.svg')?.compressed.keys() ?? [])]).toEqual(['gzip']);
  });

  it('have a tag for each content, and the same tag for the same content', () => {
    const tagsOf = (text: string): string[] => {
      const files = readConsoleFiles(folderWith({ 'index.html': page, 'a.js': text, 'a.js.br': 'compressed' }), 15);
      const { plain, compressed } = files?.get('a.js') ?? {};
      return [plain?.etag ?? '', compressed?.get('br')?.etag ?? ''];
    };
    const [one, other] = [tagsOf('a'), tagsOf('b')];
    expect(one[0]).toMatch(/^"[\w-]{43}"$/);
    expect(new Set([...one, ...other]).size).toBe(3);
    expect(tagsOf('a')).toEqual(one);
  });

  it.each([1, 1440])('give the limit of %d minutes only in the page', (minutes) => {
    const files = readConsoleFiles(folderWith({ 'index.html': page, 'a.js': page }), minutes);
    expect(files?.get('index.html')?.plain.bytes.toString()).toBe(page.replace('content="15"', `content="${minutes}"`));
    expect(files?.get('a.js')?.plain.bytes.toString()).toBe(page);
  });

  it('are no links to other places', () => {
    const folder = folderWith({ 'index.html': page });
    symlinkSync('/etc/passwd', path.join(folder, 'link.js'));
    expect([...(readConsoleFiles(folder, 15)?.keys() ?? [])]).toEqual(['index.html']);
  });

  it.each([
    ['no folder', () => path.join(emptyFolder(), 'nothing')],
    ['no page', () => folderWith({ 'assets/a.js': 'a' })],
  ])('are not there where there is %s, and the log says so', (_what, make) => {
    const { observe, seen } = observing();
    const folder = make();
    expect(openConsole(15, observe, folder)).toBeUndefined();
    expect(seen).toEqual([{ kind: 'warning', text: expect.stringContaining('the console is off') as string }]);
    expect(seen[0]).toMatchObject({ text: expect.stringContaining(folder) as string });
  });

  it('cause no warning if they exist', () => {
    const { observe, seen } = observing();
    expect(openConsole(15, observe, folderWith({ 'index.html': page }))?.size).toBe(1);
    expect(seen).toEqual([]);
  });
});
