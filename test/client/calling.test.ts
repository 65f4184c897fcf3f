import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SeededService, startSeededService } from '../support/seeded-service.js';

/**
 * Runs what the documents tell callers to run: every fenced block that follows a line `<!-- run -->`. Those of one
 * language in one document belong together, and make both calls, to a phone that the demo has. A JSON block that
 * follows a line `<!-- answer -->` is what the first of them is answered.
 */

const documents = ['README.md', 'docs/calling.md'];

const interpreters = {
  sh: (script: string) => ['sh', ['-euc', script]] as const,
  python: (script: string) => ['python3', ['-c', script]] as const,
};
type Language = keyof typeof interpreters;

interface Example {
  readonly document: string;
  readonly language: Language;
  readonly script: string;
  /** What the document says that the first call is answered, as JSON without spaces. */
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

const examples = (await Promise.all(documents.map(examplesIn))).flat();

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const needed: Readonly<Record<Language, string>> = { sh: 'curl', python: 'python3' };

describe('the lines for callers', () => {
  let service: SeededService;

  beforeAll(async () => {
    service = await startSeededService();
  });
  beforeEach(() => {
    service.reset();
  });
  afterAll(() => service.close());

  it('are there, for curl at least', () => {
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
