import { groupsOf } from '../../domain/grouped.js';
import type { Finding } from '../../client/index.js';
import { canonicalIndex } from '../../domain/buttons.js';
import { entriesIn, type Entry, listKeyOf, type ListRef, partitionOf, targetOf } from '../lists.js';
import type { ListToSet } from './worked-out.js';
import type { Reader } from './reader.js';

/** A finding with a proposal, and why the plan does not follow it. */
export interface LeftAlone {
  readonly finding: Finding;
  readonly why: string;
}

export interface FixedFindings {
  readonly lists: readonly ListToSet[];
  readonly left: readonly LeftAlone[];
}

/**
 * Plans the proposals of findings. They are based on what the devices have now, because a finding is as old as its
 * sweep. A button that has changed, or whose proposal does not apply any more, is skipped.
 */
export async function fixFindings(reader: Reader, findings: readonly Finding[]): Promise<FixedFindings> {
  const groups = groupsOf(
    findings.filter(({ proposal }) => proposal !== null),
    (finding) => listKeyOf(listOf(finding)),
  );
  const carried = await carriedNow(reader, groups.flat());
  const found = await reader.listsOrMissing(groups.map((ofList) => ({ ...listOf(ofList[0]), ofList })));
  const left: LeftAlone[] = [];
  const lists = found.flatMap((one): ListToSet[] => {
    const { ofList, ...key } = one.key;
    if ('missing' in one) {
      left.push(...ofList.map((finding) => ({ finding, why: 'the device no longer exists' })));
      return [];
    }
    const { entries: before, etag } = one.list;
    let after = before;
    for (const finding of ofList) {
      const fixed = fix(finding, before, after, carried);
      if (typeof fixed === 'string') left.push({ finding, why: fixed });
      else after = fixed;
    }
    return after === before ? [] : [{ ...key, etag, before, after }];
  });
  return { lists, left };
}

function listOf({ device, deviceKind, list }: Finding): ListRef {
  return { device, deviceKind, kind: list };
}

/**
 * Only the sweep shows which device profile carries a number. A live lookup does not.
 * @returns why a nobody-there finding does not apply any more, by the number
 */
async function carriedNow(reader: Reader, findings: readonly Finding[]): Promise<ReadonlyMap<string, string>> {
  const gone = findings.filter(({ kind }) => kind === 'nobody-there');
  const carried = new Map<string, string>();
  for (const { list, dirn } of new Map(gone.map((finding) => [carriedKey(finding), finding])).values()) {
    const why = await whyThere[list](reader, dirn);
    if (why !== undefined) carried.set(carriedKey({ list, dirn }), why);
  }
  return carried;
}

function carriedKey({ list, dirn }: Pick<Finding, 'list' | 'dirn'>): string {
  return `${list} ${dirn}`;
}

/** A speed dial had this finding because its number had disappeared, a lamp because no device carried its number. */
const whyThere: Readonly<Record<Finding['list'], (reader: Reader, dirn: string) => Promise<string | undefined>>> = {
  speeddial: async (reader, dirn) =>
    (await reader.findNumbers(dirn)).length > 0 ? 'it is a directory number again' : undefined,
  busylampfield: async (reader, dirn) =>
    (await reader.findPhones(dirn)).length > 0 ? 'a phone has the number now' : undefined,
};

/** What is known now about a button that still has the target and label of its finding. */
interface Now {
  /** Why its number belongs to someone again. */
  readonly there: string | undefined;
  /** The device has another button to its number, at a lower index. */
  readonly isTwice: boolean;
}

/**
 * For the kinds of findings that depend on more than the button: why a finding no longer applies, although its button
 * is unchanged.
 */
const whyOver: Readonly<Partial<Record<Finding['kind'], (now: Now) => string | undefined>>> = {
  'nobody-there': ({ there }) => there,
  twice: ({ isTwice }) => (isTwice ? undefined : 'it is the only button to that number now'),
};

/**
 * @param before the device's list
 * @param after the planned list so far
 * @returns the new planned list, or why the proposal is skipped
 */
function fix(
  finding: Finding,
  before: readonly Entry[],
  after: readonly Entry[],
  carried: ReadonlyMap<string, string>,
): readonly Entry[] | string {
  const { list, index, dirn, partition, label, proposal } = finding;
  const isMeant = (entry: Entry): boolean => canonicalIndex(entry.index) === canonicalIndex(index);
  const pointsThere = (entry: Entry): boolean =>
    targetOf(list, entry) === dirn && (partitionOf(list, entry) ?? '') === partition;
  const entry = before.find(isMeant);
  if (!entry || !pointsThere(entry) || entry.label !== label) return 'the button has changed';
  const isLower = (other: Entry): boolean => Number(other.index) < Number(index) && pointsThere(other);
  const why = whyOver[finding.kind]?.({ there: carried.get(carriedKey(finding)), isTwice: after.some(isLower) });
  if (why !== undefined) return why;
  if (proposal === null || 'remove' in proposal) return after.filter((other) => !isMeant(other));
  // Properties that the proposal lacks stay as they are.
  const [set] = entriesIn(list, [{ ...('pickup' in entry && { pickup: entry.pickup }), ...proposal.set }]) ?? [];
  return set ? after.map((other) => (isMeant(other) ? set : other)) : 'this command does not know this kind of button';
}
