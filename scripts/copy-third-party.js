import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Copies into dist/third-party/ what the service serves or runs from packages that are mostly something else, with
 * their licenses and their package.json, which names the release. The whole packages would add 44 MB to every install.
 * For packages in the console's script, it copies only the licenses.
 */
const filesOf = {
  '@preact/signals': ['package.json', 'LICENSE'],
  '@preact/signals-core': ['package.json', 'LICENSE'],
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
