import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/files.js';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

/** The import rules between the folders of src and of web: those that lint checks, and those checked here. */

/** Of a plugin of oxlint: what is called for a file and for its imports. */
interface Rule {
  create(context: { readonly filename: string; report(fault: { readonly message: string }): void }): {
    Program?(node: object): void;
    ImportDeclaration?(node: object): void;
  };
}

const walls = (await import(`${root}scripts/walls.js`)) as {
  default: { rules: Record<'src' | 'web' | 'tests', Rule> };
};
const { src, web, tests } = walls.default.rules;
const ruleOf: Readonly<Record<string, Rule>> = { src, web, test: tests };

/** Lint's messages for an import. @param from the file with the import, which need not exist */
function saidTo(from: string, ...specifiers: readonly string[]): string[] {
  const said: string[] = [];
  const looking = ruleOf[from.split('/')[0] ?? '']?.create({
    filename: path.join(root, from),
    report: ({ message }) => said.push(message),
  });
  looking?.Program?.({});
  for (const value of specifiers) looking?.ImportDeclaration?.({ source: { value } });
  return said;
}

/** What lint says to files with these texts, in a project with its settings but without types. */
async function linted(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  cpSync(path.join(root, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  const settings = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')) as object;
  writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify({ ...settings, options: {} }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const { output } = await run(path.join(root, 'node_modules/.bin/oxlint'), ['--format=unix'], '', folder);
  return output;
}

/** The specifier with which one file imports another. */
function between(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return `${relative.startsWith('.') ? '' : './'}${relative}.js`;
}

/** The source files of a folder, `src/domain/phone.ts`. */
function codeIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, ...file.split(path.sep)));
}

const sources = { src: codeIn('src'), web: codeIn('web') };
const everySource = [...sources.src, ...sources.web];

describe('a wall stands', () => {
  it.each([
    ['domain', 'use-cases/x'],
    ['domain', 'config/x'],
    ['domain', 'observability/observations'],
    ['use-cases', 'axl/x'],
    ['use-cases', 'http/x'],
    ['use-cases', 'config/x'],
    ['use-cases', 'observability/metrics'],
    ['http', 'axl/x'],
    ['http', 'authentication/x'],
    ['http', 'config/x'],
    ['http/routes', 'axl/client/x'],
    ['http/openapi', 'http/routes/x'],
    ['http/middleware', 'http/routes/x'],
    ['http/middleware', 'http/openapi/x'],
    ['axl', 'config/x'],
    ['authentication', 'config/x'],
    ['authentication', 'http/x'],
    ['http/openapi', 'simulator/x'],
    ['axl', 'http/x'],
    ['axl', 'use-cases/find-phones'],
    ['axl/adapter', 'http/routes/x'],
    ['axl/adapter', 'use-cases/replace-speed-dials'],
    ['axl/adapter', 'axl/x'],
    ['axl/client', 'axl/adapter/x'],
    ['axl/nodes', 'axl/client/x'],
    ['axl/admission', 'axl/nodes/x'],
    ['axl/admission', 'axl/soap/x'],
    ['axl/soap', 'axl/nodes/x'],
    ['axl/soap', 'config/x'],
    ['axl/transport', 'axl/admission/x'],
    ['axl/transport', 'axl/soap/x'],
    ['authentication', 'axl/x'],
    ['observability', 'use-cases/x'],
    ['files', 'domain/x'],
    ['tls', 'config/x'],
    ['config', 'simulator/x'],
    ['config', 'http/x'],
    ['admin', 'axl/soap/x'],
    ['admin', 'authentication/x'],
    ['changes', 'use-cases/x'],
    ['changes', 'config/x'],
    ['changes', 'client/x'],
    ['changes/store', 'changes/x'],
    ['inventory/store', 'changes/store/x'],
    ['store', 'changes/x'],
    ['store/sqlite', 'store/postgres/x'],
    ['store/sqlite', 'changes/store/x'],
    ['store/postgres', 'store/sqlite/x'],
    ['store/postgres', 'config/x'],
    ['http/routes', 'changes/store/x'],
    ['http/routes/changes', 'http/routes/inventory/x'],
    ['config', 'changes/open-changes'],
    ['client', 'domain/x'],
    ['simulator', 'domain/x'],
    ['simulator/schema', 'axl/soap/x'],
    ['commands', 'client/x'],
    ['commands', 'buttons-cli/x'],
    ['service', 'buttons-cli/x'],
    ['buttons-cli', 'config/x'],
    ['buttons-cli', 'use-cases/x'],
    ['buttons-cli', 'http/x'],
    ['client', 'buttons-cli/x'],
  ])('between %s and %s', (room, target) => {
    const from = `src/${room}/x.ts`;
    expect(saidTo(from, between(from, `src/${target}`))).toEqual([expect.stringContaining('may not import')]);
  });

  it.each([
    ['src/service.ts', 'src/simulator/x'],
    ['src/main.ts', 'src/service'],
    ['src/version.ts', 'src/domain/x'],
    ['src/simulator/x.ts', 'test/support/x'],
    ['test/contract/x.ts', 'test/chaos/x'],
    ['test/unit/axl/x.test.ts', 'test/contract/x'],
    ['test/support/x.ts', 'test/unit/x'],
    ['web/texts/x.ts', 'web/state/x'],
    ['web/changes/x.ts', 'web/state/x'],
    ['web/editing/x.ts', 'web/state/x'],
    ['web/changes/x.ts', 'web/state/session'],
    ['web/state/x.ts', 'web/components/x'],
    ['web/components/x.tsx', 'web/screens/x'],
    ['web/screens/home.tsx', 'web/app'],
    ['web/app.tsx', 'src/client/index'],
    ['web/main.tsx', 'web/screens/x'],
    ['web/screens/number/x.tsx', 'src/config/x'],
    ['web/components/x.tsx', 'src/client/types'],
    ['web/editing/x.ts', 'src/domain/errors'],
    ['web/state/x.ts', 'src/http/x'],
    ['src/http/console/x.ts', 'src/http/routes/x'],
    ['src/http/console/x.ts', 'src/config/x'],
    ['src/client/x.ts', 'web/state/x'],
  ])('between %s and %s', (from, target) => {
    expect(saidTo(from, between(from, target))).toEqual([expect.stringContaining('may not import')]);
  });

  it.each([
    ['soap', 'src/axl/soap/xml.ts'],
    ['p-retry', 'src/axl/nodes/cluster.ts'],
    ['undici', 'src/axl/client/axl-client.ts'],
    ['libsql', 'src/store/sqlite/sqlite-file.ts'],
    ['pg', 'src/store/postgres/migrate.ts'],
    ['undici/types', 'src/simulator/simulator.ts'],
    ['commander', 'src/main.ts'],
  ])('around the package %s', (name, from) => {
    expect(saidTo(from, name)).toEqual([expect.stringMatching(/is imported by \S+ alone$/)]);
  });

  it.each([
    ['zod', 'web/state/x.ts'],
    ['@preact/preset-vite', 'web/main.tsx'],
    ['preact/hooks', 'web/texts/x.ts'],
    ['@preact/signals', 'web/editing/x.ts'],
    ['node:fs', 'web/screens/x.tsx'],
  ])('between the page and the package %s in %s', (name, from) => {
    expect(saidTo(from, name)).toEqual([expect.stringContaining(`may not import ${name}`)]);
  });

  it.each(['node:fs', 'zod', '@koa/router'])('between the domain or the client and the package %s', (name) => {
    for (const room of ['domain', 'client']) expect(saidTo(`src/${room}/x.ts`, name)).toHaveLength(1);
  });

  it('for every form of import, in each folder', async () => {
    const forms = {
      'src/domain/a.ts': "export { x } from '../http/x.js';",
      'src/domain/b.ts': "export * from '../http/x.js';",
      'src/domain/c.ts': "export const x = import('../http/x.js');",
      'src/domain/d.ts': "export type X = import('../http/x.js').X;",
      'src/domain/e.ts': "import type { X } from '../domain/../http/x.js'; export type { X };",
      'web/texts/f.ts': "import '../state/x.js';",
      'web/components/g.tsx': "import '../screens/x.js';",
      'test/contract/h.ts': "import '../chaos/x.js';",
    };
    const said = await linted({ ...forms, 'src/domain/right.ts': "import './phone.js';" });
    const files = Array.from(said.matchAll(/^(\S+?):\d+:\d+: .*may not import/gm), ([, file]) => file);
    expect(files.sort()).toEqual(Object.keys(forms).sort());
  });
});

describe('no wall stands', () => {
  it('on the path of a request', () => {
    const way = ['http/x', 'http/routes/x', 'use-cases/x', 'domain/x'];
    const axl = ['axl/x', 'axl/adapter/x', 'axl/client/x', 'axl/nodes/x', 'axl/transport/x'];
    for (const steps of [way, axl]) {
      for (const [place, step] of steps.slice(1).entries()) {
        const from = `src/${steps[place] ?? ''}.ts`;
        expect(saidTo(from, between(from, `src/${step}`))).toEqual([]);
      }
    }
  });

  it('from the page down to its parts', () => {
    const from = 'web/screens/number/x.tsx';
    const below = ['web/components/x', 'web/state/x', 'web/editing/x', 'web/texts/x', 'src/client/index'];
    const specifiers = [...below, 'src/domain/difference'].map((target) => between(from, target));
    expect(saidTo(from, ...specifiers, 'preact', 'preact/hooks', '@preact/signals')).toEqual([]);
    expect(saidTo('web/main.tsx', './style/tokens.css', './app.js')).toEqual([]);
  });
});

describe.each(['src', 'web'] as const)('the rooms of %s', (part) => {
  it('have a wall each, and so must a new one', () => {
    for (const file of sources[part]) expect(saidTo(file), file).toEqual([]);
    expect(saidTo(`${part}/new-room/x.ts`)).toEqual([expect.stringContaining('no wall covers new-room/x')]);
    expect(saidTo(`${part}/new-file.ts`)).toEqual([expect.stringContaining('no wall covers new-file')]);
  });

  it('hold no file of more than 400 lines', () => {
    const long = sources[part].flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      // All texts of a language are one file, so that another language is one more. No one reads a written table.
      const isExempt = file.startsWith('web/texts/') || text.startsWith('/** Written by `npm run docs`');
      const lines = text.split('\n').length - 1;
      return lines > 400 && !isExempt ? [[file, lines]] : [];
    });
    expect(long).toEqual([]);
  });
});

describe('the files', () => {
  it('have no import cycle, of types neither', () => {
    expect(cyclesIn(new Map(everySource.map((file) => [file, importsOf(file)])))).toEqual([]);
  });

  it('would show a cycle if there were one', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(cyclesIn(imports)).toEqual(['a → b → c → a']);
  });
});

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']*)\.js'/g)].map(([, specifier = '']) => {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return [`${target}.ts`, `${target}.tsx`].find((each) => everySource.includes(each)) ?? target;
  });
}

/** @returns each import cycle, as it is first found */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) {
      cycles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return cycles;
}
