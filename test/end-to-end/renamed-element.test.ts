import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { afterEach, expect, it } from 'vitest';
import { newestRelease, renamesIn } from '../../src/axl/soap/releases.js';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';
import { authorization } from '../support/caller.js';
import { root } from '../support/project.js';
import { listening } from '../support/service-process.js';
import { environmentFor } from '../support/test-service.js';

afterEach(tidy);

/** A release after all others with other names for two elements, as one row in each of the two tables. */
const renames = "{ 'busyLampField/label': 'caption', 'speeddial/label': 'caption' }";
const rows = {
  service: {
    file: 'src/axl/soap/releases.ts',
    row: `  '29.0': { ...since11, renames: ${renames} },\n`,
  },
  simulator: {
    file: 'src/simulator/schema/releases.ts',
    row: `  '29.0': { accepts: '14.0', renames: ${renames} },\n`,
  },
} as const;
const withoutRenames = "  '29.0': since11,\n";
/** The end of both tables: a new row comes after the existing ones. */
const end = '} as const satisfies Readonly<Record<string, Release';

const phone = 'SEP00A1B2C30001';
const lists = ['speeddials', 'busylampfields'] as const;

it.each(['the built-in requests', 'those of a WSDL file'])(
  'is read, written and read back with %s',
  async (requests) => {
    const settings: Record<string, string> =
      // The file has another name for the labels of lines too, which the simulator has not.
      requests === 'the built-in requests' ? {} : { AXL_WSDL: wsdlOfTheRelease(), AXL_VERIFY_WRITES: 'off' };
    const { url, inCallManager } = await startOf(await built(rows.service.row), settings);
    const before = await Promise.all(lists.map((list) => read(url, list)));
    expect(before.map((entries) => entries.some(({ label }) => label !== ''))).toEqual([true, true]);

    for (const [index, list] of lists.entries()) {
      const changed = before[index]?.map((entry) => ({ ...entry, label: `${entry.label} & more` })) ?? [];
      expect(await write(url, list, changed)).toBe(200);
      expect(await read(url, list)).toEqual(changed);
    }
    const { speedDials, busyLampFields } = await inCallManager();
    for (const { label } of [...speedDials, ...busyLampFields]) expect(label).toContain(' & more');
  },
);

it('is lost in reads, and refused in writes, if the service does not know about it', async () => {
  const { url } = await startOf(await built(withoutRenames));
  const dials = await read(url, 'speeddials');
  expect(dials.map(({ label }) => label)).toEqual(dials.map(() => ''));
  expect(await write(url, 'speeddials', dials)).toBe(422);
});

type Entry = Readonly<Record<string, unknown>> & { readonly index: string; readonly label: string };

async function read(url: string, list: (typeof lists)[number]): Promise<Entry[]> {
  const answer = await fetch(`${url}/${list}?phone=${phone}`, { headers: { authorization: authorization() } });
  return (await answer.json()) as Entry[];
}

async function write(url: string, list: (typeof lists)[number], entries: readonly Entry[]): Promise<number> {
  const headers = { authorization: authorization(), 'content-type': 'application/json' };
  const answer = await fetch(`${url}/${list}?phone=${phone}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(entries),
  });
  await answer.text();
  return answer.status;
}

/** Builds the project with another release in both tables of releases. @returns its main file */
async function built(serviceRow: string): Promise<string> {
  const planted = new Map(
    [{ ...rows.service, row: serviceRow }, rows.simulator].map(({ file, row }) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      expect(text.split(end)).toHaveLength(2);
      return [path.join(root, file), text.replace(end, () => row + end)];
    }),
  );
  const bundle = await rolldown({
    input: path.join(root, 'src/main.ts'),
    cwd: root,
    platform: 'node',
    external: [/^node:/, /^#/, 'bcrypt', 'libsql', 'pg', 'soap'],
    checks: { eval: false },
    plugins: [{ name: 'planted-release', load: (id) => planted.get(id) }],
  });
  const folder = emptyFolder();
  for (const shared of ['package.json', 'node_modules', 'wsdl', 'fixtures']) {
    symlinkSync(path.join(root, shared), path.join(folder, shared));
  }
  mkdirSync(path.join(folder, 'dist'));
  symlinkSync(path.join(root, 'dist/third-party'), path.join(folder, 'dist/third-party'));
  await bundle.write({ dir: path.join(folder, 'dist'), format: 'esm' });
  await bundle.close();
  return path.join(folder, 'dist/main.js');
}

/** The new rename, and those of earlier releases. */
const renamed = [['busyLampField/label', 'caption'] as const, ...Object.entries(renamesIn(newestRelease))];

/** @returns a schema in which an element has another name */
function called(schema: string, [element, name]: readonly [string, string]): string {
  const ours = element.slice(element.indexOf('/') + 1);
  return schema.replaceAll(`<xsd:element name="${ours}"`, `<xsd:element name="${name}"`);
}

/** @returns the file as downloaded from a call manager of that release */
function wsdlOfTheRelease(): string {
  const folder = emptyFolder();
  for (const name of ['AXLAPI.wsdl', 'AXLSoap.xsd']) {
    const text = readFileSync(path.join(root, 'wsdl', name), 'utf8').replaceAll('@RELEASE@', '29.0');
    writeFileSync(path.join(folder, name), renamed.reduce(called, text));
  }
  return path.join(folder, 'AXLAPI.wsdl');
}

interface InCallManager {
  readonly name: string;
  readonly speedDials: readonly { readonly label: string }[];
  readonly busyLampFields: readonly { readonly label: string }[];
}

/** Starts the simulator of the new release, and the service in front of it, which must find the release. */
async function startOf(main: string, settings: Readonly<Record<string, string>> = {}) {
  const simulator = new RunningProcess(process.execPath, [main, 'simulator'], {
    env: {
      ...{ SIMULATOR_PORT: '0', SIMULATOR_CONTROL_PORT: '0', SIMULATOR_TLS: 'false' },
      SIMULATOR_RELEASE: '29.0',
    },
  });
  const controlUrl = await simulator.shown(/(http:\/\/\S+\/control\/)/);
  const axlUrl = await simulator.shown(/(http:\/\/\S+?\/axl\/)/);
  const env = { ...environmentFor({ url: axlUrl }), CONSOLE: 'off', ...settings };
  const { url } = await listening(new RunningProcess(process.execPath, [main, 'serve'], { env }));
  const inCallManager = async (): Promise<InCallManager> => {
    const phones = (await (await fetch(`${controlUrl}state`)).json()) as InCallManager[];
    const found = phones.find(({ name }) => name === phone);
    if (!found) throw new Error(`there is no ${phone}`);
    return found;
  };
  return { url, inCallManager };
}
