import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Compresses each text file in dist/console/assets/, if that makes it smaller; the service sends the compressed file
 * unchanged. The page itself is small, and the service writes into it.
 */
const folder = fileURLToPath(new URL('../dist/console/assets/', import.meta.url));

for (const name of readdirSync(folder).filter((each) => /\.(css|js|svg)$/.test(each))) {
  const bytes = readFileSync(folder + name);
  const compressed = {
    '.br': brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    '.gz': gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, made] of Object.entries(compressed)) {
    if (made.length < bytes.length) writeFileSync(folder + name + ending, made);
  }
}
