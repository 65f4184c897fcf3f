import { buttonKinds, type ButtonLists, rulesOf } from './button-kinds.js';
import { canonicalIndex, sameButtons } from './buttons.js';

/** A line of a phone or device profile, as far as the call manager shows it. */
export interface ShownLine {
  readonly index: string;
  readonly number: string;
  /** Undefined if the call manager did not show it; the same is true for the label and the display. */
  readonly partition: string | undefined;
  readonly label: string | undefined;
  readonly display: string | undefined;
}

/** What a write of one list must not change: the lines and the other lists, as far as one read shows them. */
export interface RestOfDevice {
  readonly lines: readonly ShownLine[];
  readonly lists: Partial<ButtonLists>;
}

/** What has changed in the rest of a device. */
export interface RestChange {
  /** In words that follow `the call manager`: `removed the lines`. */
  readonly words: string;
  /**
   * True if all of something is gone: all lines, all labels of lines, the whole other list. That is not what a person
   * does to a phone in the moment of a write.
   */
  readonly isLoss: boolean;
}

/** @returns what has changed between two reads of a device; undefined if nothing has */
export function changeOfRest(before: RestOfDevice, after: RestOfDevice): RestChange | undefined {
  const changes = [changeOfLines(before.lines, after.lines), ...changesOfLists(before.lists, after.lists)];
  const found = changes.filter((change) => change !== undefined);
  const losses = found.filter(({ isLoss }) => isLoss);
  const told = losses.length > 0 ? losses : found;
  if (told.length === 0) return undefined;
  return { words: told.map(({ words }) => words).join(' and '), isLoss: losses.length > 0 };
}

/** The texts of a line that a write can lose, with their names. */
const lineTexts = { label: 'labels', display: 'displays', partition: 'route partitions' } as const;

function changeOfLines(before: readonly ShownLine[], after: readonly ShownLine[]): RestChange | undefined {
  if (before.length > 0 && after.length === 0) return { words: 'removed the lines', isLoss: true };
  const now = new Map(after.map((line) => [canonicalIndex(line.index), line]));
  const pairs = before.map((line) => ({ was: line, is: now.get(canonicalIndex(line.index)) }));
  for (const text of Object.keys(lineTexts) as (keyof typeof lineTexts)[]) {
    const had = pairs.filter(({ was, is }) => (was[text] ?? '') !== '' && is?.[text] !== undefined);
    if (had.length > 0 && had.every(({ is }) => is?.[text] === '')) {
      return { words: `emptied the ${lineTexts[text]} of the lines`, isLoss: true };
    }
  }
  const isChanged = after.length !== before.length || pairs.some(({ was, is }) => !is || !isSameLine(was, is));
  return isChanged ? { words: 'changed the lines', isLoss: false } : undefined;
}

/** What only one of two reads shows makes no difference. */
function isSameLine(a: ShownLine, b: ShownLine): boolean {
  const isAlike = (one: string | undefined, other: string | undefined): boolean =>
    one === undefined || other === undefined || one === other;
  return (
    a.number === b.number && (['partition', 'label', 'display'] as const).every((text) => isAlike(a[text], b[text]))
  );
}

function changesOfLists(before: Partial<ButtonLists>, after: Partial<ButtonLists>): (RestChange | undefined)[] {
  return buttonKinds.map((kind) => {
    const { plural } = rulesOf(kind);
    const [was, is] = [before[kind], after[kind]];
    if (!was || !is || sameButtons(rulesOf(kind), was, is)) return undefined;
    return is.length === 0 && was.length > 0
      ? { words: `removed the ${plural}`, isLoss: true }
      : { words: `changed the ${plural}`, isLoss: false };
  });
}
