import type { Assumption, Occasion } from '../../src/doctor/assumption.js';
import { assumptions } from '../../src/doctor/assumptions.js';

const titles: Readonly<Record<Occasion, string>> = {
  reading: 'Tried by reading',
  heavy: 'Tried with --heavy',
  writing: 'Tried with --write-to',
};

/** @returns the assumptions for the docs, in the order of their tests */
export function assumptionsTable(): string {
  return (Object.keys(titles) as Occasion[])
    .map((occasion) => {
      const rows = assumptions.filter((one) => one.occasion === occasion);
      return [`### ${titles[occasion]}`, '', head, ...rows.map(rowOf), ''].join('\n');
    })
    .join('\n');
}

/** @returns what each answer to an open question would make possible */
export function questionsTable(): string {
  const rows = assumptions.flatMap(({ name, wouldAllow }) =>
    wouldAllow === undefined ? [] : [`| \`${name}\` | ${cell(wouldAllow)} |`],
  );
  return ['| Probe | What the answer would make possible |', '| --- | --- |', ...rows, ''].join('\n');
}

const head =
  '| Probe | What is assumed | What the docs say | Requests | Where it differs |\n| --- | --- | --- | --- | --- |';

function rowOf({ name, assumed, backs: { page, sentence }, requests, follows }: Assumption): string {
  const link = page.startsWith('docs/') ? page.slice('docs/'.length) : `../${page}`;
  const said = sentence.replaceAll('`', '').replace(/^\| ?|\*\*/g, '');
  const cells = [`\`${name}\``, assumed, `“${said}” ([${page}](${link}))`, requests.join(', '), follows];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\\\+/g, '\\\\+');
}
