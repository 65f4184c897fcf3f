import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import type { Finding, FindingKind, Proposal } from '../../domain/finding.js';
import { grouped } from '../../domain/grouped.js';
import { foldedName } from './kept-former-labels.js';

/** When a button is probably wrong: the rules of docs/interface.md, on what a sweep has read. */

/** A number of the cluster, as the rules know it. */
export interface KnownNumber {
  /** The call manager's. */
  readonly key: string;
  readonly dirn: string;
  readonly partition: string;
  /** Whether it is a directory number. */
  readonly isDirectory: boolean;
  /** Whether a device of any class has it as a line. */
  readonly isCarried: boolean;
  /** In the order of their sources; none is empty or only spaces. */
  readonly names: readonly KnownName[];
}

/** A name of a number. */
export interface KnownName {
  /** Those that speak for it first come first: the alerting name, the description, and the displays of its lines. */
  readonly source: 'alerting name' | 'description' | 'display';
  readonly name: string;
  /** Without what does not count in it. */
  readonly folded: string;
}

/** A button, with what it points at. */
export interface JudgedButton {
  readonly list: ButtonKind;
  readonly position: number;
  readonly label: string;
  readonly dirn: string;
  /** The number that it points at: the one that a lamp watches, or the only directory number of these digits. */
  readonly number: KnownNumber | undefined;
  /** That of the number that a busy lamp field watches; empty if it names none. */
  readonly partition: string;
  /** Whether it watches a number: a speed dial and a free-form lamp have digits alone. */
  readonly isWatching: boolean;
  readonly pickup: boolean | undefined;
}

/** What the rules ask of the cluster. */
export interface KnownCluster {
  /** Whether digits were a directory number earlier and are none now, nor may lead anywhere else. */
  isFormerNumber(dirn: string): boolean;
  /** @returns the only number that has a name, which is folded */
  namedAlone(name: string): KnownNumber | undefined;
  /** Whether buttons to the number had the label before, and none was given it since. */
  isFormerLabel(button: JudgedButton): boolean;
}

export type Judgement = Pick<Finding, 'evidence' | 'proposal'>;

/**
 * @param device all buttons of the device, those of a list in the order of their positions
 * @returns undefined if the rule is silent
 */
type DeviceRule = (
  button: JudgedButton,
  device: readonly JudgedButton[],
  cluster: KnownCluster,
) => Judgement | undefined;

/** What can be told of a button by its device and by its number. */
export const deviceRules: Readonly<Record<Exclude<FindingKind, 'unlike-others'>, DeviceRule>> = {
  'nobody-there': (button, _, cluster) => {
    const evidence = whyNobody[button.list](button, cluster);
    return evidence === undefined ? undefined : remove(evidence);
  },
  'old-name': (button, _, cluster) => {
    const { label, dirn, number } = button;
    if (!number || !isOtherName(button)) return undefined;
    const other = cluster.namedAlone(foldedName(label));
    const whose = other && nameText(other, label);
    if (whose === undefined && !cluster.isFormerLabel(button)) return undefined;
    const source = number.names[0]?.source ?? 'display';
    const speaking = number.names.filter((one) => one.source === source);
    const names = speaking.map(({ name }) => name).sort();
    const [name = ''] = names;
    const isKnown = names.length === 1 && name.length <= longestLabel;
    return {
      evidence: `“${label}” is ${whose ?? 'a label that its buttons had before'}; the ${source} of ${dirn} is “${name}”.`,
      proposal: isKnown ? relabelled(button, name) : null,
    };
  },
  twice: (button, device) => {
    const target = targetOf(button);
    if (target === '') return undefined;
    const first = device.find((other) => other.list === button.list && targetOf(other) === target);
    if (!first || first.position >= button.position) return undefined;
    return remove(`The device has such a button to ${targetText(button)} at index ${first.position} already.`);
  },
  ambiguous: (button, device) => {
    const { dirn, number, partition } = button;
    if (!button.isWatching) return undefined;
    const same = device.filter((other) => other.isWatching && other.dirn === dirn);
    const others = same.filter((other) => other.number !== number).map((other) => other.partition);
    if (others.length === 0 || same.length - others.length > 1) return undefined;
    const [other = ''] = others.sort();
    return {
      evidence:
        `${dirn} stands in several route partitions: this one watches ${partitionText(partition)}, ` +
        `others of the device ${partitionText(other)}.`,
      proposal: null,
    };
  },
};

/** By what it is known that no one is where a button of each kind leads; undefined if it is not. */
const whyNobody: Readonly<Record<ButtonKind, (button: JudgedButton, cluster: KnownCluster) => string | undefined>> = {
  speeddial: ({ dirn }, cluster) =>
    cluster.isFormerNumber(dirn) ? `${dirn} was a directory number of this cluster, and is none any more.` : undefined,
  busylampfield: (button) =>
    button.isWatching && button.number?.isDirectory === true && !button.number.isCarried
      ? `${targetText(button)} is a directory number that no device carries.`
      : undefined,
};

/** Most buttons bear one label where these many do, and so many of a hundred. */
export const [fewestAlike, percentAlike] = [5, 80];

/**
 * Tells of the buttons to one target whose labels are unlike most.
 * @param buttons all that point there; @returns those that it tells of
 */
export function unlikeOthers<Button extends JudgedButton>(buttons: readonly Button[]): [Button, Judgement][] {
  const alike = grouped(buttons, ({ label }) => foldedName(label));
  const [common, most] = [...alike].reduce<readonly [string, readonly Button[]]>(
    (a, b) => (b[1].length > a[1].length ? b : a),
    ['', []],
  );
  if (common === '' || most.length < fewestAlike || most.length * 100 < buttons.length * percentAlike) return [];
  const label = mostFrequent(most.map((button) => button.label));
  // An empty label is none.
  const unlike = buttons.filter((button) => ![common, ''].includes(foldedName(button.label)));
  return unlike.map((button) => [
    button,
    {
      evidence: `Most buttons to ${targetText(button)} bear “${label}”.`,
      // Where this one bears the number's own name, it may be that all others are wrong.
      proposal: button.number && nameText(button.number, button.label) ? null : relabelled(button, label),
    },
  ]);
}

/** What a button points at, for comparing: the number, or the digits where no number or several have them. */
export function targetOf({ number, dirn }: Pick<JudgedButton, 'number' | 'dirn'>): KnownNumber | string {
  return number ?? dirn;
}

/** Whether the number of a button is a directory number that has names, and neither the label nor any of them contains the other. */
export function isOtherName({ label, number }: Pick<JudgedButton, 'label' | 'number'>): boolean {
  const name = foldedName(label);
  if (name === '' || number?.isDirectory !== true || number.names.length === 0) return false;
  return !number.names.some(({ folded: own }) => own.includes(name) || name.includes(own));
}

/** Labels of at most so many characters were seen to be taken by every release. */
const longestLabel = 30;

/** @returns which name of a number a label is; undefined if it is none */
function nameText({ names, dirn }: KnownNumber, label: string): string | undefined {
  const known = names.find(({ folded }) => folded === foldedName(label));
  return known && `the ${known.source} of ${dirn}`;
}

/** @returns the one that comes most often; of several the first by their characters */
function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [[text] = ['']] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return text;
}

function targetText(button: JudgedButton): string {
  return button.isWatching ? `${button.dirn} in ${partitionText(button.partition)}` : button.dirn;
}

function partitionText(partition: string): string {
  return partition === '' ? 'no partition' : partition;
}

function remove(evidence: string): Judgement {
  return { evidence, proposal: { remove: true } };
}

/** Whether a lamp picks up is left out if it is not known: the list that is read live says it. */
function relabelled({ list, position, dirn, partition, isWatching, pickup }: JudgedButton, label: string): Proposal {
  const index = String(position);
  const target = isWatching ? { dirn, partition } : { destination: dirn };
  const entries: Readonly<Record<ButtonKind, object>> = {
    speeddial: { index, dirn, label },
    busylampfield: { index, ...target, label, ...(pickup !== undefined && { pickup }) },
  };
  return { set: entries[list] as Entry };
}
