import type { Verdict } from '../assumption.js';
import { harmProbes } from '../probes/harm.js';
import type { Report, ReportedResult } from './report.js';

/** The important results come last, because a terminal shows the end of a long text. */
const sections: readonly (readonly [verdict: Verdict, title: string])[] = [
  ['as-assumed', 'As assumed'],
  ['no-occasion', 'Nothing to try it on'],
  ['failed', 'Could not be tried'],
  ['differs', 'DIFFERS'],
];

/** @param width the longest line, in columns */
export function reportText(report: Report, width: number): string {
  const named = Math.max(...report.results.map(({ name }) => name.length), 0);
  const isHarm = ({ name, verdict }: ReportedResult) => verdict === 'differs' && harmful.has(name);
  const section = (title: string, results: readonly ReportedResult[]) =>
    results.length === 0
      ? []
      : [
          `${title} (${results.length})\n${grouped(results)
            .map((group) => linesOf(group, named, width))
            .join('\n')}`,
        ];
  const rest = report.results.filter((result) => !isHarm(result));
  const parts = sections.flatMap(([verdict, title]) =>
    section(
      title,
      rest.filter((result) => result.verdict === verdict),
    ),
  );
  const top = report.cause?.words ?? report.ended?.words;
  return [
    ...(top === undefined ? [] : [hung(top, 0, width)]),
    ...section('HARM', report.results.filter(isHarm)),
    ...parts,
    ...endOf(report, width),
  ].join('\n\n');
}

const harmful: ReadonlySet<string> = new Set(harmProbes.map(({ name }) => name));

/** Puts together what could not be tried for one reason. Other results stand alone. */
function grouped(results: readonly ReportedResult[]): (readonly ReportedResult[])[] {
  const groups = new Map<string, ReportedResult[]>();
  for (const result of results) {
    const reason = result.verdict === 'failed' ? result.seen : result.name;
    groups.set(reason, [...(groups.get(reason) ?? []), result]);
  }
  return [...groups.values()];
}

function linesOf(group: readonly ReportedResult[], named: number, width: number): string {
  const [first] = group;
  if (!first) return '';
  if (group.length === 1) return lineOf(first, named, width);
  const names = group.map(({ name }) => name).join(', ');
  return `  ${hung(names, 2, width)}\n      ${hung(first.seen, 6, width)}`;
}

function lineOf(result: ReportedResult, named: number, width: number): string {
  const { name, verdict, seen, assumed, backs, follows } = result;
  const seenLine = `  ${name.padEnd(named)}  ${hung(seen, named + 4, width)}`;
  if (verdict !== 'differs') return seenLine;
  const rows = [
    ['assumed', assumed],
    ['backs', `“${backs.sentence}” (${backs.page})`],
    ['do', follows],
  ] as const;
  const below = rows.map(([word, text]) => `      ${word.padEnd(8)}${hung(text, 14, width)}`);
  return [seenLine, ...below].join('\n');
}

function endOf({ ended, cause, counts, results }: Report, width: number): string[] {
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const summary =
    counts.differs > 0
      ? `${counts.differs} of ${results.length} differ. What to do is above.`
      : counts.failed > 0 || ended !== null
        ? 'Some could not be tried. The likeliest cause is on top.'
        : `All assumptions that could be tried hold.`;
  return [
    // The cause is on top.
    ...(ended === null || cause === null || ended.why === cause.name ? [] : [hung(ended.words, 0, width)]),
    hung(`${summary} ${requests} requests were sent.`, 0, width),
  ];
}

/** Wraps a text at spaces; lines after the first start at a column. */
export function hung(text: string, column: number, width: number): string {
  const room = Math.max(20, width - column);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(column)}`);
}
