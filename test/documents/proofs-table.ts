import { readFileSync } from 'node:fs';
import { root } from '../support/project.js';

/** What `npm run prove` keeps of a part. */
interface Kept {
  readonly proves: string;
  readonly result: {
    readonly tree: string;
    readonly passed: boolean;
    readonly date: string;
    readonly minutes: number;
    readonly command: string;
    /** The lines of its output that say most. */
    readonly said: readonly string[];
  } | null;
}

/** @returns the table of docs/proof.md, made of what `npm run prove` keeps */
export function proofsTable(): string {
  const kept = JSON.parse(readFileSync(`${root}test/proofs/results.json`, 'utf8')) as Record<string, Kept>;
  const rows = Object.entries(kept).map(([part, { proves, result }]) => {
    const cells =
      result === null
        ? ['never run', '', '', '']
        : [
            `${result.passed ? 'passed' : '**failed**'}: ${result.said.join('; ')}`,
            result.date,
            String(result.minutes),
            `\`${result.tree.slice(0, 12)}\``,
          ];
    return [`\`${part}\``, proves, ...cells].map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ');
  });
  const head = ['Part', 'What it proves', 'Result', 'Date', 'Minutes', 'Tree of src'];
  return [head.join(' | '), head.map(() => '-').join(' | '), ...rows].map((row) => `| ${row} |`).join('\n');
}
