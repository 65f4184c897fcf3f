import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Builds dist/ from src/ and the packages that it uses. A start that reads a few files instead of a thousand takes a
 * third of the time. Dynamic imports stay separate files. No name is shortened, so that stack traces have the names of
 * the source; the maps beside the files give the lines (src/observability/observations.ts).
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const dist = path.join(root, 'dist');

/** Packages with binaries, optional packages, and packages only for users with their own WSDL. */
const installed = ['bcrypt', 'libsql', 'pg', 'soap'];

/** What is read together: by every process, by every process with a configuration, and by the service. */
const groups = [
  {
    name: 'shared',
    test: inSource(
      'domain|files|version|commands/(terminal|signals)|observability/observations|use-cases/t|changes/change\\.|changes/store/change-filter|store/(conditions|dialect|postgres/advisory-lock|problems|sql\\.|thread/calls)|inventory/(store/finding-filter|swept-tables)',
    ),
  },
  { name: 'pool', test: /undici\/lib\/dispatcher\/pool\.js$/ },
  {
    name: 'configuration',
    test: inSource(
      'config|axl/(?!soap/wsdl)|use-cases/room|authentication|observability/tracing|commands/configuration',
    ),
  },
  { name: 'service', test: inSource('service|commands/serve') },
];

/** The extensions of the served files; other types need not be known. */
const served = new Set(['css', 'html', 'js', 'json', 'png', 'svg', 'txt', 'woff2']);

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    main: path.join(root, 'src/main.ts'),
    'store-thread': path.join(root, 'src/store/sqlite/store-worker.ts'),
    'inventory-thread': path.join(root, 'src/inventory/store/sqlite/inventory-worker.ts'),
  },
  cwd: root,
  platform: 'node',
  external: [/^node:/, /^#/, ...installed],
  // Warnings about other packages are not useful in this build.
  checks: { eval: false },
  plugins: [{ name: 'unused', load: unusedLeftOut }],
});
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  // Each file takes another millisecond, so everything that the service's start needs is in few files.
  codeSplitting: { groups },
  sourcemap: true,
  sourcemapExcludeSources: true,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});
await bundle.close();
copyLicences(new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds.flatMap(packageFolder) : []))));

/** @returns a pattern for the files of src/ whose paths begin with these texts */
function inSource(beginnings) {
  return new RegExp(`/src/(${beginnings})`);
}

/** Leaves out parts of packages that this service does not use: a sixth of what a start would read. */
function unusedLeftOut(module) {
  // The API copy that the metrics use for exemplars, and HTTP/2: both are off.
  const isUnused = /\/node_modules\/(@opentelemetry\/api\/build\/src\/|undici\/lib\/dispatcher\/client-h2\.js$)/.test(
    module,
  );
  if (isUnused) return { code: '', moduleType: 'js' };
  // It checks a host's answer to a form; nothing here asks a host to fill in a form.
  if (module.endsWith('/sdk/dist/esm/validation/ajv-provider.js')) return 'export class AjvJsonSchemaValidator {}';
  if (!module.endsWith('/node_modules/mime-db/db.json')) return undefined;
  const types = Object.entries(JSON.parse(readFileSync(module, 'utf8')));
  const kept = types.filter(([, { extensions = [] }]) => extensions.some((ending) => served.has(ending)));
  return JSON.stringify(Object.fromEntries(kept));
}

/** @returns the folder of a module's package; undefined for a module of src/ */
function packageFolder(module) {
  const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module);
  return found ? [found[0]] : [];
}

/** Copies into dist/third-party/ what each bundled package requires to be kept with it, and its release. */
function copyLicences(folders) {
  for (const folder of [...folders].sort((one, other) => one.length - other.length)) {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const first = path.join(dist, 'third-party', name);
    // Some packages are there in two releases.
    const target = existsSync(first) ? `${first}@${version}` : first;
    const kept = readdirSync(folder).filter((file) => /^(package\.json|licen[cs]e.*|notice.*|authors)$/i.test(file));
    for (const file of kept) cpSync(path.join(folder, file), path.join(target, file));
    if (!kept.some((file) => /^licen[cs]e/i.test(file))) writeFileSync(path.join(target, 'LICENSE'), licenceOf(folder));
  }
}

/** @returns a text for a package whose authors name its license without including its text */
function licenceOf(folder) {
  const { name, license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const text = readFileSync(path.join(root, `scripts/licences/${license}.txt`), 'utf8');
  const holder = typeof author === 'string' ? author : `the authors of ${name}`;
  return `The package ${name} says that its licence is ${license}. This is the text of that licence.\n\nCopyright (c) ${holder}\n\n${text}`;
}
