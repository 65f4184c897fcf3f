import type { Finding } from '../../client/index.js';
import { rulesOf } from '../../domain/button-kinds.js';
import { findingKinds, findingTexts } from '../../client/index.js';
import { deviceName } from './list-text.js';
import { quoted, shown } from './shown.js';
import { cut } from './table.js';
import type { Terminal } from './terminal.js';

/**
 * @returns findings by kind: the button and how to fix it, and below it the evidence. Lines are at most as wide as the
 * terminal, unless the output is wide
 */
export function findingsText(
  findings: readonly Finding[],
  { colours, width }: Terminal,
  { isWide }: { readonly isWide: boolean },
): string {
  const fitted = (line: string): string => (isWide || width === undefined ? line : cut(line, width));
  const parts = findingKinds.flatMap((kind) => {
    const found = findings.filter((finding) => finding.kind === kind);
    if (found.length === 0) return [];
    const lines = found.flatMap((finding) => [buttonText(finding), `    ${shown(finding.evidence)}`]);
    return [
      [colours.bold(`${kind}: ${findingTexts[kind].meaning} (${found.length})`), ...lines.map(fitted)].join('\n'),
    ];
  });
  return parts.join('\n\n');
}

/** `  SEP00A1B2C30011, busy lamp field 7: 6107 in PT-Internal "Carlos" → "Ana"` */
function buttonText(finding: Finding): string {
  const { device, deviceKind, list, index, dirn, partition, label, proposal } = finding;
  const button = `${deviceName({ device, deviceKind })}, ${rulesOf(list).singular} ${shown(index)}`;
  return `  ${button}: ${targetText(dirn, partition)} ${quoted(label)} → ${fixText({ partition, label, proposal })}`;
}

function fixText({ partition, label, proposal }: Pick<Finding, 'partition' | 'label' | 'proposal'>): string {
  if (proposal === null) return 'no certain fix';
  if ('remove' in proposal) return 'remove it';
  const { dirn = '', partition: other = '', label: name } = proposal.set;
  const parts = [...(other === partition ? [] : [targetText(dirn, other)]), ...(name === label ? [] : [quoted(name)])];
  return parts.join(' ');
}

function targetText(number: string, partition: string): string {
  return `${shown(number)}${partition === '' ? '' : ` in ${shown(partition)}`}`;
}
