import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { authorization, caller } from '../support/caller.js';
import { RunningProcess } from '../support/processes.js';
import { packedOnce } from '../support/packed.js';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';
import { environmentFor } from '../support/test-service.js';

const { version, dependencies, optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** @returns the packages in a node_modules folder, including nested ones */
function packagesIn(nodeModules: string): Manifest[] {
  const manifests = readdirSync(nodeModules, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(file),
  );
  return manifests.map((file) => JSON.parse(readFileSync(path.join(nodeModules, file), 'utf8')) as Manifest);
}

describe('the package', () => {
  let files: readonly string[];

  beforeAll(async () => {
    files = (await packedOnce()).files.map((file) => file.path);
  });

  it('contains what is needed to run, and nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining(['bin/axl-phone-proxy.js', 'dist/main.js', 'dist/client/index.d.ts', 'package.json']),
    );
    expect(files).toEqual(expect.arrayContaining(['wsdl/AXLAPI.wsdl', 'wsdl/AXLSoap.xsd', 'fixtures/company.json']));
    const others = files.filter(
      (file) =>
        !/^(bin|dist|docs|deploy|wsdl)\/|^fixtures\/company\.json$|^test\/bench\/results\/bench\.svg$|^(package\.json|LICENSE|[A-Z]+\.md)$/.test(
          file,
        ),
    );
    expect(others).toEqual([]);
  });

  it('is never run by a name that anyone could register: in the docs, npx only uses a file', () => {
    const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
    for (const document of ['README.md', ...pages.map((name) => `docs/${name}`)]) {
      expect(readFileSync(`${root}${document}`, 'utf8')).not.toMatch(
        /\b(npx|npm (exec|x))\b[^\n]*(?<!\.\/)axl-phone-proxy/,
      );
    }
  });

  it('contains only the client’s types, and no map of a file that it does not contain', () => {
    expect(files.filter((file) => file.endsWith('.d.ts') && !file.startsWith('dist/client/'))).toEqual([]);
    const maps = files.filter((file) => file.endsWith('.map'));
    expect(maps).toContain('dist/service.js.map');
    expect(files).toEqual(expect.arrayContaining(maps.map((map) => map.slice(0, -'.map'.length))));
  });

  it('contains the text of the license of each package that it uses', () => {
    const folders = new Set(files.flatMap((file) => /^dist\/third-party\/(?:@[^/]+\/)?[^/]+\//.exec(file) ?? []));
    const names = [...folders].map((folder) => folder.slice('dist/third-party/'.length, -1));
    // Copied, in the service, in the console.
    expect(names).toEqual(expect.arrayContaining(['sql.js', 'swagger-ui-dist', 'koa', 'zod', 'preact']));
    const texts = [...folders].map((folder) => {
      const file = files.find((each) => each.startsWith(folder) && /\/licen[cs]e[^/]*$/i.test(each));
      return [folder, file === undefined ? '' : readFileSync(`${root}${file}`, 'utf8')] as const;
    });
    expect(texts.filter(([, text]) => !/permi(ssion|tted)|licensed? under|Apache License/i.test(text))).toEqual([]);
    // Their authors put no text into the package: the text of the license that they name is added.
    const named = texts.filter(([, text]) => text.startsWith('The package '));
    expect(named.map(([folder]) => folder.slice('dist/third-party/'.length, -1)).sort()).toEqual([
      ...['@nodable/entities', 'copy-to', 'koa-compose', 'saxes'],
    ]);
  });
});

interface Bill {
  readonly components: readonly { readonly name: string; readonly version: string; readonly licenses: unknown }[];
}

describe('the bill of materials', () => {
  const text = readFileSync(`${root}dist/sbom.cdx.json`, 'utf8');
  const { components } = JSON.parse(text) as Bill;
  const listed = components.map((component) => `${component.name}@${component.version}`);

  it('names what is in the package and what it installs, each with its license', () => {
    const bundled = packagesIn(`${root}dist/third-party`).map(({ name, version }) => `${name}@${version}`);
    expect(bundled.length).toBeGreaterThan(50);
    expect(listed).toEqual(expect.arrayContaining(bundled));
    const installed = Object.entries({ ...dependencies, ...optionalDependencies });
    expect(listed).toEqual(expect.arrayContaining(installed.map(([name, release]) => `${name}@${release}`)));
    expect(components.filter(({ licenses }) => !Array.isArray(licenses))).toEqual([]);
  });

  it('names no development dependencies, and is the same for the same source', () => {
    expect(components.filter(({ name }) => /^(vitest|typescript|oxlint|playwright-core)$/.test(name))).toEqual([]);
    expect(text).not.toMatch(/serialNumber|timestamp|npm:package:/);
  });
});

describe('an install of the repository', () => {
  it('runs only those scripts of other packages that choose their binaries', () => {
    const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
      packages: Record<string, { readonly hasInstallScript?: boolean; readonly optional?: boolean }>;
    };
    const scripted = Object.entries(packages).filter(([place, entry]) => place !== '' && entry.hasInstallScript);
    const names = scripted.map(([place]) => place.replace(/^.*node_modules\//, ''));
    expect(new Set(names)).toEqual(new Set(['bcrypt', 'esbuild']));
  });
});

// Its dependencies come from the registry.
describe.skipIf(process.env['REQUIRE_TOOLS'] !== '1')('the package, installed without optional packages', () => {
  let folder: string;
  let command: string;
  let simulator: RunningSimulator;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
    const { tarball } = await packedOnce();
    const { code, output } = await run(
      'npm',
      ['install', '--omit=dev', '--omit=optional', tarball, '--no-audit', '--no-fund'],
      '',
      folder,
    );
    if (code !== 0) throw new Error(output);
    command = path.join(folder, 'node_modules/.bin/axl-phone-proxy');
    simulator = await startSimulator();
  }, 600_000);

  afterAll(async () => {
    await simulator.close();
    rmSync(folder, { recursive: true });
  });

  const runIt = async (args: readonly string[], env: Record<string, string> = {}, input = '') => {
    const { code, output } = await new RunningProcess(command, args, { env, input, cwd: folder }).ended;
    return { code, output };
  };
  const startIt = (args: readonly string[], env: Record<string, string> = {}): RunningProcess =>
    new RunningProcess(command, args, { env, cwd: folder });

  it('has no driver for PostgreSQL, and no binary for SQLite', () => {
    const installed = readdirSync(path.join(folder, 'node_modules'));
    expect([...Object.keys(optionalDependencies), '@libsql'].filter((name) => installed.includes(name))).toEqual([]);
  });

  it('has only production dependencies', () => {
    const installed = readdirSync(path.join(folder, 'node_modules'));
    const direct = Object.keys(dependencies).map((name) => name.split('/')[0] ?? '');
    expect(installed).toEqual(expect.arrayContaining(direct));
    expect(['vitest', 'typescript', 'oxlint', 'oxfmt', '@types'].filter((name) => installed.includes(name))).toEqual(
      [],
    );
  });

  it('takes at most 50 MiB', async () => {
    const { stdout } = await run('du', ['-sm', 'node_modules'], '', folder);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(50);
  });

  it('ran no install script of a package except the one that finds the binary of bcrypt', () => {
    const scripts = packagesIn(path.join(folder, 'node_modules')).flatMap(({ name, scripts = {} }) =>
      ['preinstall', 'install', 'postinstall'].flatMap((step) => (scripts[step] ? [`${name}: ${scripts[step]}`] : [])),
    );
    expect(scripts).toEqual(['bcrypt: node-gyp-build']);
  });

  it('prints its version and its usage', async () => {
    expect(await runIt(['--version'])).toEqual({ code: 0, output: `${version}\n` });
    expect((await runIt(['--help'])).output).toMatch(/^Usage: axl-phone-proxy/);
  });

  it('checks a configuration', async () => {
    expect(await runIt(['check-config'], environmentFor(simulator))).toEqual({
      code: 0,
      output: 'The configuration is valid.\n',
    });
    const { code, output } = await runIt(['check-config'], { ...environmentFor(simulator), PORT: 'eighty' });
    expect([code, output]).toEqual([1, expect.stringContaining('PORT must be a whole number')]);
  });

  it('serves with an htpasswd file that it made itself, and stops with code 0', async () => {
    const { output: entry } = await runIt(['hash-password', caller.name], {}, `${caller.password}\n`);
    const htpasswd = path.join(folder, 'htpasswd');
    writeFileSync(htpasswd, entry);
    const service = startIt(['serve'], {
      ...environmentFor(simulator),
      // An empty variable counts as not set.
      AUTH_USERNAME: '',
      AUTH_PASSWORD: '',
      AUTH_HTPASSWD_FILE: htpasswd,
    });
    const url = await service.shown(/listening on (http:\/\/\S+)/);
    const answer = await fetch(`${url}/phone/?dirn=2001`, { headers: { authorization: authorization() } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual([expect.objectContaining({ name: 'SEP00A1B2C30001' })]);
    service.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });

  it('serves every file of the console and of the documentation with its type', async () => {
    const service = startIt(['serve'], environmentFor(simulator));
    const url = await service.shown(/listening on (http:\/\/\S+)/);
    const built = path.join(folder, 'node_modules/axl-phone-proxy/dist/console');
    const ofConsole = readdirSync(built, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?!br$|gz$)\w+$/.test(name))
      .map((name) => `console/${name}`);
    const ofDocs = ['docs', 'docs/utf-8.js', 'docs/swagger-ui.css', 'docs/favicon-32x32.png', 'openapi.json'];
    const paths = [...ofConsole, ...ofDocs];
    expect(ofConsole.length).toBeGreaterThan(3);
    const types = await Promise.all(
      paths.map(async (asked) => {
        const answer = await fetch(`${url}/${asked}`, { headers: { authorization: authorization() } });
        return [answer.status, answer.headers.get('content-type')] as const;
      }),
    );
    const typeOf: Readonly<Record<string, string>> = {
      html: 'text/html; charset=utf-8',
      docs: 'text/html; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
      png: 'image/png',
      json: 'application/json; charset=utf-8',
    };
    expect(types).toEqual(paths.map((asked) => [200, typeOf[/\w+$/.exec(asked)?.[0] ?? '']]));
    service.kill('SIGTERM');
    await service.ended;
  });

  it('serves the console, and says if its files are missing', async () => {
    const built = path.join(folder, 'node_modules/axl-phone-proxy/dist/console');
    const answered = async (): Promise<unknown[]> => {
      const service = startIt(['serve'], environmentFor(simulator));
      const url = await service.shown(/listening on (http:\/\/\S+)/);
      const page = await fetch(`${url}/console/`);
      const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? [];
      const { status, headers } = await fetch(new URL(script, page.url), { headers: { 'accept-encoding': 'br' } });
      service.kill('SIGTERM');
      await service.ended;
      const warnings = service.logged('warning').map(({ msg }) => msg);
      return [page.status, status, headers.get('content-encoding'), warnings];
    };
    expect(await answered()).toEqual([200, 200, 'br', []]);
    renameSync(built, `${built}-gone`);
    const warning = expect.stringContaining('the console is off, because its files are not in') as string;
    expect(await answered()).toEqual([401, 401, null, [warning]]);
    renameSync(`${built}-gone`, built);
  });

  it('runs the simulator, and the service in front of it by SQL', async () => {
    const certificate = path.join(folder, 'simulator.pem');
    const running = startIt(['simulator'], {
      SIMULATOR_PORT: '0',
      SIMULATOR_CONTROL_PORT: '0',
      SIMULATOR_CERT_FILE_OUT: certificate,
    });
    const url = await running.shown(/(https:\/\/127\.0\.0\.1:\d+\/axl\/)/);
    const service = startIt(['serve'], {
      ...environmentFor({ url }),
      AXL_CA_FILE: certificate,
      AXL_LOOKUP: 'sql',
    });
    const serviceUrl = await service.shown(/listening on (http:\/\/\S+)/);
    const answer = await fetch(`${serviceUrl}/phone/?dirn=2001`, { headers: { authorization: authorization() } });
    expect([answer.status, await answer.json()]).toEqual([200, [expect.objectContaining({ name: 'SEP00A1B2C30001' })]]);
    for (const program of [service, running]) {
      program.kill('SIGTERM');
      expect((await program.ended).code).toBe(0);
    }
  });

  it('runs the demo, whose curl lines work', async () => {
    const running = startIt(['demo'], { PORT: '0' });
    const login = await running.shown(/^(export PHONE_PROXY_URL=.*)$/m);
    const line = await running.shown(/^\s*(curl .*\/phone\/\?dirn=.*)$/m);
    const { code, output } = await run('sh', ['-c', `${login}\n${line}`]);
    expect(code).toBe(0);
    expect(output).toContain('"name":"SEP');
    const [, url = '', password = ''] = /URL=(\S+) .*PASSWORD=(\S+)/.exec(login) ?? [];
    const page = await fetch(`${url}/docs/swagger-ui-bundle.js`, {
      headers: { authorization: `Basic ${Buffer.from(`demo:${password}`).toString('base64')}` },
    });
    expect([page.status, (await page.text()).includes('SwaggerUIBundle')]).toEqual([200, true]);
    const address = await running.shown(/^The console: (\S+) \(user demo, password \w+\)$/m);
    expect([address, (await fetch(address)).status]).toEqual([`${url}/console/`, 200]);
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  // The last one, because after it the package is larger.
  it('keeps a history after the driver is installed by the printed line', async () => {
    const env = { ...environmentFor(simulator), DATABASE_URL: '' };
    const { output } = await runIt(['serve'], env);
    const [, ...words] = /install it with: (npm .*)/.exec(output)?.[1]?.split(' ') ?? [];
    expect(words).toEqual(['install', `libsql@${dependencies['libsql'] ?? ''}`]);
    expect((await run('npm', [...words, '--omit=dev', '--no-audit', '--no-fund'], '', folder)).code).toBe(0);
    const service = startIt(['serve'], env);
    const url = await service.shown(/listening on (http:\/\/\S+)/);
    const answer = await fetch(`${url}/changes`, { headers: { authorization: authorization() } });
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    service.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  }, 600_000);
});
