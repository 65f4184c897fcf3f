import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import zopfli from '@gfx/zopfli';

/**
 * Puts beside each file of text in dist/console/assets/ what it is compressed, where that is smaller: the service sends
 * it as it is. The page itself is small, and the service writes into it. Zopfli takes seconds for a gzip that is smaller
 * by a thirtieth.
 */
const folder = fileURLToPath(new URL('../dist/console/assets/', import.meta.url));

for (const name of readdirSync(folder).filter((each) => /\.(css|js|svg)$/.test(each))) {
  const bytes = readFileSync(folder + name);
  const compressed = {
    '.br': brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    '.gz': await zopfli.gzipAsync(bytes, { numiterations: 15 }),
  };
  for (const [ending, made] of Object.entries(compressed)) {
    if (made.length < bytes.length) writeFileSync(folder + name + ending, made);
  }
}
