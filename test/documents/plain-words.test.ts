import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/files.js';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

const guide = `# Style

## Words that go

| Do not write  | Write      |
| ------------- | ---------- |
| mend, mended  | fix        |
| nobody        | no one     |
`;

/** A project without old words. */
const plain = {
  'docs/contributing/style.md': guide,
  'docs/page.md': '# Page\n\nFix the button. Run `mend` or\n\n```sh\nmend nobody\n```\n',
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- Fix buttons.\n\n## 1.0.0\n\n- Mended buttons.\n',
  'src/name.ts': "// Nobody reads this.\nexport const name = 'mend';\n",
  'src/inventory/store/finding-rules.ts': "export const evidence = 'nobody is there';\n",
  'web/screen.tsx': 'export const screen = <p>Fix it</p>;\n',
  'deploy/proxy/proxy.conf': '# Fix the address.\nlisten 8080\n',
};

const { wordsThatGo } = (await import(`${root}scripts/plain-words.js`)) as {
  readonly wordsThatGo: (project: string) => readonly string[];
};

function projectOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const place = path.join(folder, name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return folder;
}

/** @returns what the check finds in a project with these files: nothing if it passes */
const checked = (files: Readonly<Record<string, string>>) => wordsThatGo(projectOf(files));

describe('the check of words', () => {
  it('passes for plain words, and for old words in code, names, comments and earlier releases', () => {
    expect(checked(plain)).toEqual([]);
  });

  it.each([
    ['a page', 'docs/page.md', '# Page\n\nTo mend it, wait.\n', 'docs/page.md:3 "mend": write fix'],
    [
      'the changelog',
      'CHANGELOG.md',
      '# Changelog\n\n## Unreleased\n\n- Mended buttons.\n',
      'CHANGELOG.md, Unreleased:3 "Mended": write fix',
    ],
    ['a string', 'src/name.ts', "export const text = 'nobody calls';\n", 'src/name.ts:1 "nobody": write no one'],
    [
      'a template',
      'src/name.ts',
      'export const text = (who) => `${who} mended it`;\n',
      'src/name.ts:1 "mended": write fix',
    ],
    ['an example', 'deploy/proxy/proxy.conf', '# Mend it.\n', 'deploy/proxy/proxy.conf:1 "Mend": write fix'],
    ['a screen', 'web/screen.tsx', 'export const it = <p>Mend it</p>;\n', 'web/screen.tsx:1 "Mend": write fix'],
  ])('fails for an old word in %s, and says what to write', (_, file, text, said) => {
    expect(checked({ ...plain, [file]: text })).toEqual([said]);
  });

  it('fails without a table of words', () => {
    expect(() => checked({ ...plain, 'docs/contributing/style.md': '# Style\n' })).toThrow('has no table of words');
  });

  it('prints what it finds, and ends with 1', async () => {
    const project = projectOf({ ...plain, 'docs/page.md': '# Page\n\nTo mend it, wait.\n' });
    const { code, output } = await run(process.execPath, [`${root}scripts/plain-words.js`], '', project);
    expect([code, output]).toEqual([1, 'docs/page.md:3 "mend": write fix\n']);
  });
});
