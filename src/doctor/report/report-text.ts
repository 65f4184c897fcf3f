import type { Verdict } from '../assumption.js';
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
  const parts = sections.flatMap(([verdict, title]) => {
    const results = report.results.filter((result) => result.verdict === verdict);
    if (results.length === 0) return [];
    const lines = results.map((result) => lineOf(result, named, width));
    return [`${title} (${results.length})\n${lines.join('\n')}`];
  });
  return [...parts, ...endOf(report, width)].join('\n\n');
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

function endOf({ ended, counts, results }: Report, width: number): string[] {
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const summary =
    counts.differs > 0
      ? `${counts.differs} of ${results.length} differ. What to do is above.`
      : counts.failed > 0 || ended !== null
        ? 'Some could not be tried.'
        : `All assumptions that could be tried hold.`;
  return [
    ...(ended === null ? [] : [hung(ended.words, 0, width)]),
    hung(`${summary} ${requests} requests were sent.`, 0, width),
  ];
}

/** Wraps a text at spaces; lines after the first start at a column. */
function hung(text: string, column: number, width: number): string {
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
