import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framesOf } from '../../../src/observability/observations.js';
import { run } from '../../support/programs.js';

// The stack is from Node, running the output of the build's bundler.
const source = `interface Unused { readonly text: string }

export function fail(text: Unused['text']): never {
  throw new Error(text);
}
`;
const entry = `import { fail } from './failing.js';

export const start = (): never => fail('at dist/x.js:1:1');
`;

describe('the stack frames of built code', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'source-lines-'));
    writeFileSync(path.join(folder, 'failing.ts'), source);
    writeFileSync(path.join(folder, 'entry.ts'), entry);
    const bundle = await rolldown({ input: path.join(folder, 'entry.ts'), cwd: folder });
    await bundle.write({ dir: path.join(folder, 'dist'), sourcemap: true, entryFileNames: 'built.mjs' });
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** In a separate process: the loader of the tests would add other frames. */
  async function framesOfFailure(file: string): Promise<string> {
    const script = `import { start } from ${JSON.stringify(pathToFileURL(file).href)};
      try { start(); } catch ({ stack, message }) { console.log(JSON.stringify({ stack, message })); }`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    return framesOf(JSON.parse(stdout) as Error);
  }

  it('name the files and lines of the source', async () => {
    const [first, second] = (await framesOfFailure(path.join(folder, 'dist/built.mjs'))).split('\n');
    expect(first).toBe(`    at fail (${pathToFileURL(folder).href}/failing.ts:4:9)`);
    expect(second).toMatch(new RegExp(`^    at start \\(${pathToFileURL(folder).href}/entry\\.ts:3:\\d+\\)$`));
  });

  it('are unchanged if there is no map, or an unreadable one', async () => {
    for (const [name, map] of [
      ['none.mjs', undefined],
      ['broken.mjs', '{'],
    ] as const) {
      const file = path.join(folder, name);
      writeFileSync(file, 'export const start = () => { throw new Error("x"); };\n');
      if (map !== undefined) writeFileSync(`${file}.map`, map);
      expect(await framesOfFailure(file)).toContain(`at start (${pathToFileURL(file).href}:1:36)`);
    }
  });

  it('of Node itself and of lines without a place are unchanged', () => {
    const stack =
      'Error: x\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n    at <anonymous>';
    expect(framesOf(Object.assign(new Error('x'), { stack }))).toBe(stack.slice('Error: x\n'.length));
  });
});
