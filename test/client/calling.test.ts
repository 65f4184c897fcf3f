import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { ButtonKind, PointingButton } from '../../src/domain/button-kinds.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { History } from '../../src/changes/journal.js';
import { fakePort, uuid } from '../support/fake-port.js';
import { MemoryStore } from '../support/memory-store.js';
import { password, startFakeService, username } from '../support/one-phone-service.js';
import { rememberedButtons } from '../support/remembered-buttons.js';
import { type SeededService, startSeededService } from '../support/seeded-service.js';
import { foundDevices } from '../support/found-devices.js';
import { emptyFolder, start, tidy } from '../support/processes.js';
import { aDevice } from '../support/made.js';

/**
 * Runs the examples of the documents: every fenced block after a line `<!-- run -->`.
 * Blocks of one language in one document belong together, and make both calls to a phone of the demo.
 * A JSON block after a line `<!-- answer -->` is the answer to the first call.
 * A block after a line `<!-- run: buttons -->` is independent, and changes the buttons of that phone with care.
 * A block after a line `<!-- run: changes -->` clears a list and undoes that.
 * A block after a line `<!-- run: relabel -->` relabels all buttons to a number in one change.
 * A block after a line `<!-- run: lists -->` sets both lists of that phone in one change and undoes that.
 */

const documents = ['README.md', 'docs/calling.md'];

const client = new URL('../../src/client/index.ts', import.meta.url).href;

const interpreters = {
  sh: (script: string) => ['sh', ['-euc', script]] as const,
  python: (script: string) => ['python3', ['-c', script]] as const,
  ts: (script: string) => {
    const ofSource = script.replace("'axl-phone-proxy/client'", `'${client}'`);
    const target = ts.ScriptTarget.ES2022;
    const { outputText } = ts.transpileModule(ofSource, { compilerOptions: { module: ts.ModuleKind.ESNext, target } });
    const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', outputText];
    return [process.execPath, args] as const;
  },
};
type Language = keyof typeof interpreters;

interface Example {
  readonly document: string;
  readonly language: Language;
  readonly script: string;
  /** The documented answer to the first call, as JSON without spaces. */
  readonly answer: string;
}

async function examplesIn(document: string): Promise<Example[]> {
  const text = await readFile(new URL(`../../${document}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^<!-- run -->\s*^```(\w+)\n(.*?)^```$/gms)];
  expect(blocks).toHaveLength(text.split('<!-- run -->').length - 1);
  const scripts = new Map<string, string>();
  for (const [, language = '', script = ''] of blocks) {
    scripts.set(language, `${scripts.get(language) ?? ''}${script}\n`);
  }
  const [, shown] = /^<!-- answer -->\s*^```json\n(.*?)^```$/ms.exec(text) ?? [];
  const answer = shown === undefined ? '' : JSON.stringify(JSON.parse(shown));
  return [...scripts].map(([language, script]) => ({ document, language: language as Language, script, answer }));
}

afterAll(tidy);

const examples = (await Promise.all(documents.map(examplesIn))).flat();

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const needed: Readonly<Record<Language, string>> = { sh: 'curl', python: 'python3', ts: process.execPath };

describe('the lines for callers', () => {
  let service: SeededService;

  beforeAll(async () => {
    service = await startSeededService();
  });
  beforeEach(() => {
    service.reset();
  });
  afterAll(() => service.close());

  it('exist, at least for curl', () => {
    expect(examples.some(({ language }) => language === 'sh')).toBe(true);
  });

  for (const { document, language, script, answer } of examples) {
    it.skipIf(!isInstalled(needed[language]))(`of ${document} make both calls with ${needed[language]}`, async () => {
      const [command, args] = interpreters[language](script);
      const { stdout } = await promisify(execFile)(command, args, { env: service.callerEnvironment });
      const { uuid, description, speedDials } = service.phone('SEP00A1B2C30011') ?? {};
      expect(stdout).toContain(description);
      expect(stdout).toContain(answer);
      expect(stdout.trimEnd().endsWith(`${uuid}`)).toBe(true);
      expect(speedDials).toEqual([
        expect.objectContaining({ index: 1, dirn: '0199', label: 'Reception' }),
        expect.objectContaining({ index: 2, dirn: '+14085554019', label: '' }),
      ]);
    });
  }
});

/** The phone of the examples, with a busy lamp field for each of its speed dials; it keeps what is set. */
function phoneOfTheExamples() {
  const name = 'SEP00A1B2C30011';
  const dials: readonly SpeedDial[] = [
    { index: '1', dirn: '+14085554020', label: 'María' },
    { index: '2', dirn: '+4989123456', label: 'München' },
  ];
  const lamps: readonly BusyLampField[] = [
    { index: '1', dirn: '+14085554020', partition: 'PT-E164', label: 'María', pickup: true },
    { index: '2', destination: '+4989123456', label: 'München', pickup: false },
  ];
  const description = 'Carlos Peña, San José';
  const pointing = (kind: ButtonKind): PointingButton => {
    const common = { device: name, deviceKind: 'phone', uuid, description, index: '1', partition: '' } as const;
    return { ...common, kind, dirn: '+14085554020', label: 'María' };
  };
  return fakePort({
    speedDials: rememberedButtons({ [name]: dials }),
    busyLampFields: rememberedButtons({ [name]: lamps }),
    findButtons: (number) =>
      Promise.resolve(number === '+14085554020' ? [pointing('speeddial'), pointing('busylampfield')] : []),
    searchDevices: foundDevices([aDevice({ name, description, product: 'Cisco 8841', model: 'Cisco 8841', uuid })]),
  });
}

const calling = await readFile(new URL('../../docs/calling.md', import.meta.url), 'utf8');
const withCare = [...calling.matchAll(/^<!-- run: buttons -->\s*^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language = '', script = '']) => ({ language: language as Language, script }),
);

describe('the lines that change buttons with care', () => {
  it('exist for curl, Python and the typed client', () => {
    expect(withCare.map(({ language }) => language)).toEqual(['sh', 'python', 'ts']);
    expect(calling.split('<!-- run: buttons -->')).toHaveLength(4);
  });

  for (const { language, script } of withCare) {
    it.skipIf(!isInstalled(needed[language]))(`change the label and nothing else with ${language}`, async () => {
      const callManager = phoneOfTheExamples();
      const service = await startFakeService(callManager);
      const folder = await mkdtemp(join(tmpdir(), 'axl-phone-proxy-calling-'));
      const { PATH = '' } = process.env;
      const env = {
        PATH,
        PHONE_PROXY_URL: service.url,
        PHONE_PROXY_USERNAME: username,
        PHONE_PROXY_PASSWORD: password,
      };
      const [command, args] = interpreters[language](script);
      onTestFinished(async () => {
        await service.close();
        await rm(folder, { recursive: true });
      });
      const { stdout } = await promisify(execFile)(command, args, { env, cwd: folder });
      expect(stdout).toContain('SEP00A1B2C30011');
      expect(stdout).toContain('+14085554020');
      const [dials, removed] = callManager.buttons.speeddial.replace.mock.calls;
      expect(dials?.[1]).toEqual([
        { index: '1', dirn: '+14085554020', label: 'Lucía' },
        { index: '2', dirn: '+4989123456', label: 'München' },
      ]);
      expect(dials?.[2], 'what the change was based on').toBeDefined();
      const lamps = callManager.buttons.busylampfield.replace.mock.calls.map(([, fields]) => fields);
      const lamp = { index: '1', dirn: '+14085554020', partition: 'PT-E164', label: 'María', pickup: true };
      const other = { index: '2', destination: '+4989123456', label: 'München', pickup: false };
      expect(removed?.[1]).toEqual({ sh: [expect.objectContaining({ index: '1' })] }[language as string]);
      expect(lamps).toEqual({ sh: [], python: [[{ ...lamp, label: 'Lucía' }, other]], ts: [] }[language]);
    });
  }
});

describe('the line that relabels the buttons to a number', () => {
  const [script = ''] = /(?<=^<!-- run: relabel -->\s*^```sh\n).*?(?=^```$)/ms.exec(calling) ?? [];

  it.skipIf(!isInstalled('curl'))('does so in one change', async () => {
    const callManager = phoneOfTheExamples();
    const store = new MemoryStore();
    const history = new History(store, () => undefined);
    const service = await startFakeService(callManager, { history, changeStore: store });
    onTestFinished(() => service.close());
    const { PATH = '' } = process.env;
    const login = { PHONE_PROXY_URL: service.url, PHONE_PROXY_USERNAME: username, PHONE_PROXY_PASSWORD: password };
    const [command, args] = interpreters.sh(script);
    const { stdout } = await promisify(execFile)(command, args, { env: { PATH, ...login } });
    expect(stdout).toContain('"counts":{"total":2');
    const { speeddial, busylampfield } = callManager.buttons;
    await expect
      .poll(() => speeddial.replace.mock.lastCall?.[1])
      .toMatchObject([{ label: 'Petra' }, { label: 'München' }]);
    await expect.poll(() => busylampfield.replace.mock.lastCall?.[1]).toMatchObject([{ label: 'Petra' }, {}]);
  });
});

/** Each use of a change in the examples, with what the sent lists of the phone are before and after. */
const withChanges = [
  {
    use: 'changes',
    says: 'María',
    what: 'look at changes and undo one',
    sizes: [
      [2, 0],
      [0, 2],
    ],
  },
  {
    use: 'lists',
    says: 'busylampfield',
    what: 'set many lists at once and undo that',
    sizes: [
      [2, 1],
      [2, 0],
      [1, 2],
      [0, 2],
    ],
  },
] as const;

describe.each(withChanges)('the lines that $what', ({ use, says, sizes }) => {
  const scripts = [
    ...calling.matchAll(new RegExp(`^<!-- run: ${use} -->\\s*^\`\`\`(\\w+)\\n(.*?)^\`\`\`$`, 'gms')),
  ].map(([, language = '', script = '']) => ({ language: language as Language, script }));

  it('exist for curl and the typed client', () => {
    expect(scripts.map(({ language }) => language)).toEqual(['sh', 'ts']);
    expect(calling.split(`<!-- run: ${use} -->`)).toHaveLength(3);
  });

  for (const { language, script } of scripts) {
    it.skipIf(!isInstalled(needed[language]))(`give the list back with ${language}`, async () => {
      const callManager = phoneOfTheExamples();
      const store = new MemoryStore();
      const history = new History(store, () => undefined);
      const service = await startFakeService(callManager, { history, changeStore: store });
      onTestFinished(() => service.close());
      const { PATH = '' } = process.env;
      const env = {
        PATH,
        PHONE_PROXY_URL: service.url,
        PHONE_PROXY_USERNAME: username,
        PHONE_PROXY_PASSWORD: password,
      };
      const [command, args] = interpreters[language](script);
      const { stdout } = await promisify(execFile)(command, args, { env });
      expect(stdout).toContain(says);
      // With curl, the undo of many lists goes on after the last line.
      await expect.poll(() => sizesIn(store)).toEqual(sizes.map((pair) => [...pair, 'changed']).sort());
      const { replace } = callManager.buttons.speeddial;
      expect(replace.mock.lastCall?.[1]).toMatchObject([{ label: 'María' }, { label: 'München' }]);
    });
  }
});

/** @returns how many entries each sent list had before and after, and its state, in a fixed order */
function sizesIn(store: MemoryStore) {
  return store.sentLists.map(({ before, after, state }) => [before?.length, after?.length, state]).sort();
}

const inPageOrder = [...calling.matchAll(/^<!-- run(?:: \w+)? -->\s*^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language = '', script = '']) => ({ language: language as Language, script }),
);

describe('all examples of docs/calling.md', () => {
  it('work one after another, unchanged, on a fresh demo', async () => {
    const demo = start(['demo'], { env: { PORT: '0' } });
    const exported = await demo.shown(/^export (PHONE_PROXY_URL=.*)$/m);
    const { PATH = '' } = process.env;
    const env = { PATH, ...Object.fromEntries(exported.split(' ').map((pair) => pair.split('='))) } as Record<
      string,
      string
    >;
    const cwd = emptyFolder();
    expect(inPageOrder).toHaveLength(calling.split('<!-- run').length - 1);
    for (const { language, script } of inPageOrder) {
      if (!isInstalled(needed[language])) continue;
      const [command, args] = interpreters[language](script);
      const { stdout } = await promisify(execFile)(command, args, { env, cwd });
      expect(stdout, script).not.toBe('');
      // A program would print an error answer and continue.
      expect(stdout, script).not.toMatch(/"code":|changed-meanwhile/);
    }
    demo.kill('SIGTERM');
    expect((await demo.ended).code).toBe(0);
  });
});
