import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FakeCallManager, password, phone, startFakeService, username } from '../openapi/fake-service.js';

/**
 * Runs what the documents tell callers to run: every fenced block that follows a line `<!-- run -->`. Those of one
 * language in one document belong together, and make both calls.
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
}

async function examplesIn(document: string): Promise<Example[]> {
  const text = await readFile(new URL(`../../${document}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^<!-- run -->\s*^```(\w+)\n(.*?)^```$/gms)];
  expect(blocks).toHaveLength(text.split('<!-- run -->').length - 1);
  const scripts = new Map<string, string>();
  for (const [, language = '', script = ''] of blocks) {
    scripts.set(language, `${scripts.get(language) ?? ''}${script}\n`);
  }
  return [...scripts].map(([language, script]) => ({ document, language: language as Language, script }));
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
  it('are there, for curl at least', () => {
    expect(examples.some(({ language }) => language === 'sh')).toBe(true);
  });

  for (const { document, language, script } of examples) {
    it.skipIf(!isInstalled(needed[language]))(`of ${document} make both calls with ${needed[language]}`, async () => {
      const calls: unknown[] = [];
      const callManager = new FakeCallManager();
      callManager.findPhones = (number) => {
        calls.push(number);
        return Promise.resolve([phone]);
      };
      callManager.replaceSpeedDials = (name, dials) => {
        calls.push([name, dials]);
        return Promise.resolve(phone.uuid as never);
      };
      const service = await startFakeService(callManager);
      const [command, args] = interpreters[language](script);
      // Nothing else of this environment: a proxy set there would be asked for loopback too.
      const { PATH } = process.env;
      const env = { PATH, PROXY_URL: service.url, PROXY_USER: username, PROXY_PASSWORD: password };
      const { stdout } = await promisify(execFile)(command, args, { env }).finally(() => service.close());
      const dials = [
        { index: '1', dirn: '0199', label: 'Reception' },
        { index: '2', dirn: '+14085554019', label: '' },
      ];
      expect(calls).toEqual(['+14085554019', [phone.name, dials]]);
      expect(stdout).toContain(phone.description.replaceAll('"', language === 'sh' ? '\\"' : '"'));
      expect(stdout.trimEnd().endsWith(phone.uuid)).toBe(true);
    });
  }
});
