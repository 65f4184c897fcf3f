import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Writes dist/sbom.cdx.json: what is in this package and what it installs, as CycloneDX. npm knows everything in
 * package-lock.json; the shipped part of that is in dist/third-party, or installed with the package. The random number,
 * the time and npm's own version are left out, so the same source gives the same bytes.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const readJson = (file) => JSON.parse(readFileSync(root + file, 'utf8'));

const { name, version } = readJson('package.json');
const bundled = readdirSync(`${root}dist/third-party`, { recursive: true })
  .filter((file) => /(^|\/)package\.json$/.test(file))
  .map((file) => readJson(`dist/third-party/${file}`));
const installed = Object.entries(readJson('package-lock.json').packages)
  .filter(([path, entry]) => path !== '' && entry.dev !== true && entry.devOptional !== true)
  .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), version: entry.version }));
const shipped = new Set([...bundled, ...installed].map((one) => `${one.name}@${one.version}`));

// npm tells its scripts its own path.
const npm = [process.env['npm_execpath'], 'sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
const asked = [...npm, '--sbom-type', 'application', '--loglevel', 'error'];
const sbom = JSON.parse(execFileSync(process.execPath, asked, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
const itself = `${name}@${version}`;
const isShipped = (reference) => reference === itself || shipped.has(reference);

const components = sbom.components.filter((component) => isShipped(`${component.name}@${component.version}`));
// npm's development dependencies are in the bundle.
for (const component of components) {
  delete component.properties;
  delete component.scope;
}
const missing = [...shipped].filter((one) => !components.some((found) => `${found.name}@${found.version}` === one));
if (missing.length > 0) throw new Error(`not in package-lock.json, though shipped: ${missing.join(', ')}`);

const { lifecycles, component } = sbom.metadata;
const dependencies = sbom.dependencies
  .filter(({ ref }) => isShipped(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
const bill = { ...sbom, metadata: { lifecycles, component: { ...component, name } }, components, dependencies };
delete bill.serialNumber;
writeFileSync(`${root}dist/sbom.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
