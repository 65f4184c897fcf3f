import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Copies into dist/third-party/ what the service serves or runs of packages that are mostly something else: with
 * their licences, and with the package.json that says which release it is. The whole packages would be 44 MB more at
 * every install. Of what is in the console's script, it copies the licences.
 */
const filesOf = {
  '@preact/signals': ['package.json', 'LICENSE'],
  '@preact/signals-core': ['package.json', 'LICENSE'],
  'csv-parse': ['package.json', 'LICENSE', 'dist/cjs/sync.cjs'],
  'csv-stringify': ['package.json', 'LICENSE', 'dist/cjs/sync.cjs'],
  preact: ['package.json', 'LICENSE'],
  'sql.js': ['package.json', 'LICENSE', 'AUTHORS', 'dist/sql-wasm.js', 'dist/sql-wasm.wasm'],
  'swagger-ui-dist': [
    'package.json',
    'LICENSE',
    'NOTICE',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    'favicon-32x32.png',
  ],
};

const root = fileURLToPath(new URL('../', import.meta.url));

for (const [name, files] of Object.entries(filesOf)) {
  for (const file of files) cpSync(`${root}node_modules/${name}/${file}`, `${root}dist/third-party/${name}/${file}`);
}
