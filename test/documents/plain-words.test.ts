import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../support/project.js';

const run = promisify(execFile);

const guide = `# Style

## Words that go

| Do not write  | Write      |
| ------------- | ---------- |
| mend, mended  | fix        |
| nobody        | no one     |
`;

/** A project without old words. */
const plain = {
  'docs/style.md': guide,
  'docs/page.md': '# Page\n\nFix the button. Run `mend` or\n\n```sh\nmend nobody\n```\n',
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- Fix buttons.\n\n## 1.0.0\n\n- Mended buttons.\n',
  'src/name.ts': "// Nobody reads this.\nexport const name = 'mend';\n",
  'src/inventory/store/finding-rules.ts': "export const evidence = 'nobody is there';\n",
  'web/screen.tsx': 'export const screen = <p>Fix it</p>;\n',
};

/** @returns what the check prints about a project with these files: nothing if it passes */
async function checked(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plain-words-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const place = path.join(folder, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  const check = run(process.execPath, [path.join(root, 'scripts/plain-words.js')], { cwd: folder });
  return check.then(
    () => '',
    (thrown: unknown) => (thrown as { stderr: string }).stderr,
  );
}

describe('the check of words', () => {
  it('passes for plain words, and for old words in code, names, comments and earlier releases', async () => {
    expect(await checked(plain)).toBe('');
  });

  it.each([
    ['a page', 'docs/page.md', '# Page\n\nTo mend it, wait.\n', 'docs/page.md:3 "mend": write fix\n'],
    [
      'the changelog',
      'CHANGELOG.md',
      '# Changelog\n\n## Unreleased\n\n- Mended buttons.\n',
      'CHANGELOG.md, Unreleased:3 "Mended": write fix\n',
    ],
    ['a string', 'src/name.ts', "export const text = 'nobody calls';\n", 'src/name.ts:1 "nobody": write no one\n'],
    [
      'a template',
      'src/name.ts',
      'export const text = (who) => `${who} mended it`;\n',
      'src/name.ts:1 "mended": write fix\n',
    ],
    ['a screen', 'web/screen.tsx', 'export const it = <p>Mend it</p>;\n', 'web/screen.tsx:1 "Mend": write fix\n'],
  ])('fails for an old word in %s, and says what to write', async (_, file, text, said) => {
    expect(await checked({ ...plain, [file]: text })).toBe(said);
  });

  it('fails without a table of words', async () => {
    expect(await checked({ ...plain, 'docs/style.md': '# Style\n' })).toContain('has no table of words');
  });
});
