import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import type { Finding, FindingKind, Proposal } from '../../domain/finding.js';
import { grouped } from '../../domain/grouped.js';
import { dialledFirst } from '../../domain/identifiers.js';
import { foldedName } from './kept-former-labels.js';

/** The rules in docs/interface.md that say when a button is probably wrong, applied to what a sweep has read. */

/** A number of the cluster, as the rules see it. */
export interface KnownNumber {
  /** The call manager's key. */
  readonly key: string;
  readonly dirn: string;
  readonly partition: string;
  /** Whether it is a directory number. */
  readonly isDirectory: boolean;
  /** Whether a device of any class has it as a line. */
  readonly isCarried: boolean;
  /** Whether it is known to forward all its calls. */
  readonly isForwarded: boolean;
  /** In the order of their sources; no name is empty or only spaces. */
  readonly names: readonly KnownName[];
}

/** A name of a number. */
export interface KnownName {
  /** The better sources come first: the alerting name, the description, and the displays of its lines. */
  readonly source: 'alerting name' | 'description' | 'display';
  readonly name: string;
  /** The name without the differences that do not count. */
  readonly folded: string;
}

/** A button with its target. */
export interface JudgedButton {
  readonly list: ButtonKind;
  readonly position: number;
  readonly label: string;
  /** What it dials or watches, with the pauses and codes behind a number. */
  readonly dirn: string;
  /**
   * The number that the button leads to. For a lamp, this is the number that it watches. For digits, it is the only
   * directory number with these digits. Undefined if pauses and codes follow, because they may lead elsewhere.
   */
  readonly number: KnownNumber | undefined;
  /** The partition of the number that a busy lamp field watches; empty if there is none. */
  readonly partition: string;
  /** Whether it watches a number: a speed dial and a free-form lamp have only digits. */
  readonly isWatching: boolean;
  readonly pickup: boolean | undefined;
}

/** What the rules ask about the cluster. */
export interface KnownCluster {
  /** Whether digits were a directory number earlier, are none now, and can reach nothing else. */
  isFormerNumber(dirn: string): boolean;
  /** @returns the number with this (folded) name, if only one number has it */
  namedAlone(name: string): KnownNumber | undefined;
  /**
   * Whether buttons to the number had the label earlier, and no button to the number was given the label after that.
   */
  isFormerLabel(button: JudgedButton): boolean;
}

export type Judgement = Pick<Finding, 'evidence' | 'proposal'>;

/**
 * @param device all buttons of the device, each list in the order of its positions
 * @returns undefined if the rule does not apply
 */
type DeviceRule = (
  button: JudgedButton,
  device: readonly JudgedButton[],
  cluster: KnownCluster,
) => Judgement | undefined;

/** The findings that depend only on a button's device and number. */
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

/** For each kind of button, the evidence that it leads to no one; undefined if there is no evidence. */
const whyNobody: Readonly<Record<ButtonKind, (button: JudgedButton, cluster: KnownCluster) => string | undefined>> = {
  speeddial: ({ dirn }, cluster) => {
    const number = dialledFirst(dirn);
    return cluster.isFormerNumber(number)
      ? `${number} was a directory number of this cluster, and is none any more.`
      : undefined;
  },
  busylampfield: (button) =>
    button.isWatching && button.number?.isDirectory === true && !isAlive(button.number)
      ? `${targetText(button)} is a directory number that no device carries.`
      : undefined,
};

/** Whether calls to a directory number reach something. */
function isAlive({ isCarried, isForwarded }: KnownNumber): boolean {
  return isCarried || isForwarded;
}

/** A label counts as the label of most buttons if at least this many buttons have it, and at least this percentage. */
export const [fewestAlike, percentAlike] = [5, 80];

/**
 * Finds the buttons to one target whose labels differ from most.
 * @param buttons all buttons that point at the target;
 * @returns the buttons with a finding
 */
export function unlikeOthers<Button extends JudgedButton>(buttons: readonly Button[]): [Button, Judgement][] {
  const alike = grouped(buttons, ({ label }) => foldedName(label));
  const [common, most] = [...alike].reduce<readonly [string, readonly Button[]]>(
    (a, b) => (b[1].length > a[1].length ? b : a),
    ['', []],
  );
  if (common === '' || most.length < fewestAlike || most.length * 100 < buttons.length * percentAlike) return [];
  const label = mostFrequent(most.map((button) => button.label));
  // An empty label does not count as a label.
  const unlike = buttons.filter((button) => ![common, ''].includes(foldedName(button.label)));
  return unlike.map((button) => [
    button,
    {
      evidence: `Most buttons to ${targetText(button)} bear “${label}”.`,
      // If this button has the number's own name, the labels of all other buttons may be wrong.
      proposal: button.number && nameText(button.number, button.label) ? null : relabelled(button, label),
    },
  ]);
}

/**
 * The target by which buttons are compared: the number, or only the digits if no number or several numbers have these
 * digits.
 */
export function targetOf({ number, dirn }: Pick<JudgedButton, 'number' | 'dirn'>): KnownNumber | string {
  return number ?? dirn;
}

/**
 * Whether the button's number is a directory number with names, and neither the label contains a name, nor a name the
 * label.
 */
export function isOtherName({ label, number }: Pick<JudgedButton, 'label' | 'number'>): boolean {
  const name = foldedName(label);
  if (name === '' || number?.isDirectory !== true || number.names.length === 0) return false;
  return !number.names.some(({ folded: own }) => own.includes(name) || name.includes(own));
}

/** The longest label that every release was seen to accept. */
const longestLabel = 30;

/** @returns the name of a number that equals the label; undefined if there is none */
function nameText({ names, dirn }: KnownNumber, label: string): string | undefined {
  const known = names.find(({ folded }) => folded === foldedName(label));
  return known && `the ${known.source} of ${dirn}`;
}

/** @returns the most frequent text; if several are as frequent, the first in order of characters */
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

/** If `pickup` is not known, it is left out. The list that is read live before the fix has it. */
function relabelled({ list, position, dirn, partition, isWatching, pickup }: JudgedButton, label: string): Proposal {
  const index = String(position);
  const target = isWatching ? { dirn, partition } : { destination: dirn };
  const entries: Readonly<Record<ButtonKind, object>> = {
    speeddial: { index, dirn, label },
    busylampfield: { index, ...target, label, ...(pickup !== undefined && { pickup }) },
  };
  return { set: entries[list] as Entry };
}
