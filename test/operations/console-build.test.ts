import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { root } from '../support/project.js';
import { packedOnce } from '../support/packed.js';

/** The console as built from web/. */

const folder = `${root}dist/console`;
const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
const plain = names.filter((name) => !/\.(br|gz)$/.test(name));
const page = readFileSync(`${folder}/index.html`, 'utf8');
/** The files that the page names. */
const inPage = Array.from(page.matchAll(/(?:src|href)="([^"]*)"/g), ([, address = '']) => path.normalize(address));
const read = (name: string): Buffer => readFileSync(path.join(folder, name));

describe('the built console', () => {
  it('has at most 97.4 kB, compressed with gzip as it is sent, 65.2 of them the JavaScript of the first pages', () => {
    const best = { level: constants.Z_BEST_COMPRESSION };
    const bytesOf = (some: readonly string[]): number =>
      some.reduce((sum, name) => sum + gzipSync(read(name), best).length, 0);
    const first = bytesOf(plain.filter((name) => name.endsWith('.js') && inPage.includes(name)));
    expect(first).toBeGreaterThan(10_000);
    expect(first).toBeLessThanOrEqual(65_200);
    expect(bytesOf(plain)).toBeLessThanOrEqual(97_400);
  });

  it('has each text file compressed beside it', () => {
    const texts = plain.filter((name) => /\.(css|js)$/.test(name));
    expect(texts.length).toBeGreaterThanOrEqual(2);
    for (const name of texts) {
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
      expect(read(`${name}.br`).length).toBeLessThan(read(`${name}.gz`).length);
    }
  });

  it('has nothing in its page that the policy forbids, and one place for the minutes', () => {
    expect(page.match(/<meta name="idle-minutes" content="15" \/>/g)).toHaveLength(1);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<base/i);
    for (const [script] of page.matchAll(/<script[^]*?<\/script>/g)) {
      expect(script).toMatch(/^<script type="module" crossorigin src="\.\/assets\/[\w.-]+"><\/script>$/);
    }
    // A script loads the files that the page does not name.
    const later = plain.filter((name) => name !== 'index.html' && !inPage.includes(name));
    expect(later).toEqual([expect.stringMatching(/^assets\/seldom-[\w-]+\.js$/)]);
    const scripts = inPage.filter((name) => name.endsWith('.js')).map((name) => read(name).toString());
    for (const name of later) expect(scripts.join('')).toContain(path.basename(name));
  });

  it('names no address of another host', () => {
    const urls = plain.flatMap(
      (name) =>
        read(name)
          .toString()
          .match(/\bhttps?:\/\/[\w.-]+/g) ?? [],
    );
    expect([...new Set(urls)].filter((url) => url !== 'http://www.w3.org')).toEqual([]);
  });

  it('is in the package, complete', async () => {
    const packed = (await packedOnce()).files.map((file) => file.path);
    expect(packed).toEqual(expect.arrayContaining(names.map((name) => `dist/console/${name}`)));
    expect(packed.filter((file) => file.startsWith('web/'))).toEqual([]);
  });
});
