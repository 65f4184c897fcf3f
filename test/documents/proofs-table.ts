import { readFileSync } from 'node:fs';
import { root } from '../support/project.js';

/** The result of a part that `npm run prove` stores. */
interface Kept {
  readonly proves: string;
  readonly result: {
    readonly tree: string;
    readonly passed: boolean;
    readonly date: string;
    readonly minutes: number;
    readonly command: string;
    /** The most informative lines of its output. */
    readonly said: readonly string[];
  } | null;
}

/** A run of the judge: what it did, and what was wrong, if anything. */
interface JudgeRun {
  readonly seed: number;
  readonly store: string;
  readonly writes: number;
  readonly answered2xx: number | null;
  readonly fault: string | null;
}

/** The output of `npm run mutate` for a part. */
interface Mutated {
  readonly mutants: number;
  readonly killedPercent: number;
  readonly minutes: number;
  /** What no test of this part notices, and which test does. */
  readonly survives: string;
}

/** The parts of `npm run mutate`. */
const { mutationParts } = (await import(`${root}tools/mutation-parts.js`)) as {
  mutationParts: Readonly<Record<string, unknown>>;
};

const proofs = (file: string): unknown => JSON.parse(readFileSync(`${root}test/proofs/${file}`, 'utf8'));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    head,
    head.map(() => '-'),
    ...rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const grouped = (count: number): string => count.toLocaleString('en-US');

/** @returns the table in docs/contributing/proof.md, from the results that `npm run prove` stores */
export function proofsTable(): string {
  const rows = Object.entries(proofs('results.json') as Record<string, Kept>).map(([part, { proves, result }]) => [
    `\`${part}\``,
    proves,
    ...(result === null
      ? ['never run', '', '', '']
      : [
          `${result.passed ? 'passed' : '**failed**'}: ${result.said.join('; ')}`,
          result.date,
          String(result.minutes),
          `\`${result.tree.slice(0, 12)}\``,
        ]),
  ]);
  return table(['Part', 'What it proves', 'Result', 'Date', 'Minutes', 'Tree of src'], rows);
}

/** @returns the runs of the judge, with the writes of all of them */
export function judgeTable(): string {
  const runs = proofs('judge-runs.json') as readonly JudgeRun[];
  const rows = runs.map(({ seed, store, writes, answered2xx, fault }) => [
    String(seed),
    store,
    grouped(writes),
    answered2xx === null ? 'not written down' : grouped(answered2xx),
    fault ?? 'none',
  ]);
  const all = runs.reduce((sum, { writes }) => sum + writes, 0);
  return `${table(['Seed', 'Store', 'Writes', 'Answered 2xx', 'Faults'], rows)}\n\nAll ${runs.length} runs made ${grouped(all)} writes.`;
}

/** @returns a row for each part of `npm run mutate` */
export function mutantsTable(): string {
  const results = proofs('mutants.json') as Record<string, Mutated>;
  const rows = Object.keys(mutationParts).map((part) => {
    const result = results[part];
    if (!result) return [`\`${part}\``, 'never run', '', '', ''];
    const { mutants, killedPercent, minutes, survives } = result;
    return [`\`${part}\``, grouped(mutants), String(killedPercent), String(minutes), survives];
  });
  return table(['Part', 'Mutants', 'Killed, %', 'Minutes', 'What else survives'], rows);
}
