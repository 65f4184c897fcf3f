import { type ButtonKind, buttonKinds, hasProperty } from '../../domain/button-kinds.js';
import { counted } from '../../domain/counted.js';
import { type DeviceKey, deviceId } from '../../domain/device.js';
import { grouped, groupsOf } from '../../domain/grouped.js';
import { type DirectoryNumber, dialledForm } from '../../domain/identifiers.js';
import { type AskedList, changeBounds } from '../change.js';
import { chooseButtons, type ChosenButtons, type NumberEdit, severalPartitions } from './choose-buttons.js';
import { devicesOf, type Finder } from './finder.js';
import {
  type Add,
  type Copy,
  type DeviceToFind,
  type Fix,
  type IntentToFind,
  type Note,
  NothingFound,
  someOf,
} from './intent.js';
import type { AddEdit, ButtonEdit, FindingToFix, ListEdits } from './list-edits.js';

/** The lists of an intent, each with its edits, before they are read. */
export interface FoundLists {
  readonly lists: readonly AskedList[];
  readonly notes: readonly Note[];
}

/**
 * Finds the lists that an intent means.
 * @throws NothingFound if there are none, or if it is not clear which ones are meant
 */
export async function findLists(intent: IntentToFind, finder: Finder): Promise<FoundLists> {
  const found = await finding(intent, finder);
  if (found.lists.length > changeBounds.lists) {
    throw new NothingFound(`These are ${found.lists.length} lists; a change may have ${changeBounds.lists}.`);
  }
  return found;
}

/** The most edits of lists that are found, and their bytes as JSON, before those of one list are put together. */
const most = { edits: 2 * changeBounds.lists, bytes: 100_000_000 };

/** Counts what is found while it is found, so that no intent fills the memory. */
class Tally {
  #edits = 0;
  #bytes = 0;

  /**
   * @param content of each of these lists
   * @throws NothingFound if these are too many
   */
  add(lists: number, content: unknown): void {
    this.#edits += lists;
    this.#bytes += lists * JSON.stringify(content).length;
    if (this.#edits <= most.edits && this.#bytes <= most.bytes) return;
    throw new NothingFound(
      'These are too many lists, or too long ones, for one change. Ask for fewer devices at once.',
    );
  }
}

function finding(intent: IntentToFind, finder: Finder): Promise<FoundLists> {
  if ('relabel' in intent)
    return ofNumbers(
      intent.relabel.map(({ label, ...of }) => [of, { label }]),
      finder,
    );
  if ('replace' in intent) {
    const edits = intent.replace.map(({ to, toPartition, label, ...of }) => [of, { to, toPartition, label }] as const);
    return ofNumbers(edits, finder);
  }
  if ('remove' in intent) {
    const edits = intent.remove.flatMap(({ dirns, ...of }) =>
      [...new Set(dirns)].map((dirn) => [{ dirn, ...of }, { remove: true }] as const),
    );
    return ofNumbers(edits, finder);
  }
  if ('add' in intent) return toAdd(intent.add, finder);
  return 'copy' in intent ? toCopy(intent.copy, finder) : toFix(intent.fix, finder);
}

type NumberOf = Omit<NumberEdit, 'dirn' | 'edit'> & { readonly dirn: string };

/** Edits of buttons by the number to which they lead. */
async function ofNumbers(
  given: readonly (readonly [NumberOf, Omit<ButtonEdit, 'dirn' | 'oldLabel' | 'partition'>])[],
  finder: Finder,
): Promise<FoundLists> {
  const edits = given.map(([{ dirn: text, ...of }, does]): NumberEdit => {
    const dirn = dialledForm(text);
    return { ...of, dirn, edit: { dirn, oldLabel: of.oldLabel, partition: of.partition, ...does } };
  });
  const tally = new Tally();
  const choose = (edit: NumberEdit) => chooseButtons(edit, finder);
  const chosen = await finder.inTurns('lists', edits, choose, (found, { edit }) => {
    if ('lists' in found) tally.add(found.lists.length, edit);
  });
  const leftOut = chosen.flatMap((one) => ('why' in one ? [one] : []));
  const notes = [...grouped(leftOut, ({ why }) => why)].map(([why, of]): Note => ({
    code: 'left-out',
    text: `${why}: ${someOf(of.map(({ name }) => name))}.`,
  }));
  if (leftOut.length === edits.length) throw new NothingFound(notes.map(({ text }) => text).join(' '));
  const meant = chosen.flatMap((one, at) =>
    'lists' in one ? one.lists.map((list) => ({ ...list, edit: edits[at]?.edit })) : [],
  );
  const idle = idleDevices(edits, chosen);
  if (idle.length > 0) notes.push({ code: 'left-out', text: `No such button is on these devices: ${someOf(idle)}.` });
  const skipped = chosen.reduce((sum, one) => sum + ('lists' in one ? one.skipped : 0), 0);
  if (skipped > 0) {
    const text = `${counted(skipped, 'button')} without a partition (speed dials, free-form busy lamp fields) left alone, because of partition.`;
    notes.push({ code: 'not-edited', text });
  }
  return { notes, lists: listsOf(meant, (of) => ({ buttons: of.flatMap(({ edit }) => edit ?? []) })) };
}

/** @returns the devices that filters name, and that have no button that is meant */
function idleDevices(edits: readonly NumberEdit[], chosen: readonly ChosenButtons[]): string[] {
  const nameOf = (device: DeviceToFind): string => (typeof device === 'string' ? device : device.profile);
  const busy = new Set(chosen.flatMap((one) => ('devices' in one ? one.devices.map(nameOf) : [])));
  const named = new Set(edits.flatMap(({ devices = [] }) => devices.map(nameOf)));
  return [...named].filter((name) => !busy.has(name));
}

interface ListToEdit {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
}

/** @returns each list once, with its edits in their order */
function listsOf<Item extends ListToEdit>(
  items: readonly Item[],
  editsOf: (items: readonly Item[]) => ListEdits,
): AskedList[] {
  return groupsOf(items, ({ device, kind }) => `${deviceId(device)} ${kind}`).map((of) => ({
    ...{ device: of[0].device, kind: of[0].kind, edits: editsOf(of) },
    ...{ ifMatch: undefined, after: [], undoes: undefined },
  }));
}

async function toAdd(items: readonly Add[], finder: Finder): Promise<FoundLists> {
  const tally = new Tally();
  const find = async ({ devices, search, kind, entry, index }: Add) => {
    const { named, searched } = await devicesOf({ devices, search }, finder);
    const add: AddEdit = { entry: await withPartition(entry, kind, finder), index };
    return { kind, add, devices: [...named, ...searched] };
  };
  const found = await finder.inTurns('lists', items, find, ({ devices, add }) => {
    tally.add(devices.length, add);
  });
  const of = found.flatMap(({ devices, ...rest }) => devices.map((device) => ({ device, ...rest })));
  return { lists: listsOf(of, (edits) => ({ add: edits.map(({ add }) => add) })), notes: [] };
}

/** @returns a busy lamp field with the partition of its number. @throws NothingFound if the number is in several */
async function withPartition(entry: Add['entry'], kind: ButtonKind, finder: Finder): Promise<Add['entry']> {
  if (!hasProperty(kind, 'partition') || !('dirn' in entry) || ('partition' in entry && entry.partition !== undefined))
    return entry;
  const found = await finder.numbers(entry.dirn as DirectoryNumber);
  const partitions = [...new Set(found.map(({ partition }) => partition))].sort();
  if (partitions.length > 1) throw severalPartitions(entry.dirn, partitions);
  return { ...entry, partition: partitions[0] ?? '' };
}

async function toCopy(items: readonly Copy[], finder: Finder): Promise<FoundLists> {
  const tally = new Tally();
  const find = async ({ from, to, search, kinds = buttonKinds }: Copy) => {
    const [source] = (await devicesOf({ devices: [from] }, finder)).named;
    const { named, searched } = await devicesOf({ devices: to, search }, finder);
    if (!source) return { targets: [], lists: [] };
    const isOther = (device: DeviceKey): boolean => deviceId(device) !== deviceId(source);
    const targets = [...named, ...searched.filter(isOther)];
    if (targets.length === 0 || !named.every(isOther)) {
      throw new NothingFound(`${source.name} is the device to copy from; name other devices in to.`);
    }
    const lists = await finder.lists(source);
    return { targets, lists: kinds.map((kind) => ({ kind, after: lists[kind] })) };
  };
  const found = await finder.inTurns('lists', items, find, ({ targets, lists }) => {
    tally.add(targets.length, lists);
  });
  const all = found.flatMap(({ targets, lists }) =>
    targets.flatMap((device) =>
      lists.map(({ kind, after }): AskedList => ({ device, kind, ifMatch: undefined, after, undoes: undefined })),
    ),
  );
  const places = new Set<string>();
  for (const { device, kind } of all) {
    const place = `${deviceId(device)} ${kind}`;
    if (places.has(place)) throw new NothingFound(`${device.name} would get the buttons of two devices; name it once.`);
    places.add(place);
  }
  return { lists: all, notes: [] };
}

async function toFix(fix: Fix, finder: Finder): Promise<FoundLists> {
  const found = await finder.findings(fix);
  const gone = 'findings' in fix ? fix.findings.filter((id) => !found.some((finding) => finding.id === id)) : [];
  const notes: Note[] = [];
  const tell = (code: Note['code'], why: string, names: readonly string[]): void => {
    if (names.length > 0) notes.push({ code, text: `${why}: ${someOf(names)}.` });
  };
  tell('left-out', 'There is no such finding any more', gone);
  const proposed = found.filter(({ proposal }) => proposal !== null);
  const placeOf = ({ device, index }: (typeof found)[number]): string => `${device}, index ${index}`;
  tell(
    'not-edited',
    'Nothing is proposed for these buttons',
    found.filter(({ proposal }) => proposal === null).map(placeOf),
  );
  const there = await numbersThere(proposed, finder);
  const isThere = ({ kind, list, dirn }: (typeof found)[number]): boolean =>
    kind === 'nobody-there' && there.has(`${list} ${dirn}`);
  tell('not-edited', 'Someone has the number of these buttons again', proposed.filter(isThere).map(placeOf));
  const meant = proposed.filter((finding) => !isThere(finding));
  if (meant.length === 0)
    throw new NothingFound([...notes.map(({ text }) => text), 'There is nothing to fix.'].join(' '));
  const lists = listsOf(
    meant.map((finding) => ({
      finding,
      kind: finding.list,
      device: { kind: finding.deviceKind, name: finding.device as DeviceKey['name'] },
    })),
    (of) => ({ fix: of.map(({ finding }) => toStore(finding)) }),
  );
  return { lists, notes };
}

function toStore({ kind, index, dirn, partition, label, proposal }: FindingToFix): FindingToFix {
  return { kind, index, dirn, partition, label, proposal };
}

/** A speed dial had its finding because its number had disappeared, a lamp because no device carried its number. */
const whoHas: Readonly<Record<ButtonKind, (finder: Finder, number: DirectoryNumber) => Promise<readonly unknown[]>>> = {
  speeddial: (finder, number) => finder.numbers(number),
  busylampfield: (finder, number) => finder.phones(number),
};

/**
 * Only the sweep shows which device profile carries a number. A live lookup does not.
 * @returns the kind and number of buttons that were found to lead nowhere, and whose number is there again
 */
async function numbersThere(
  findings: readonly { readonly kind: string; readonly list: ButtonKind; readonly dirn: string }[],
  finder: Finder,
): Promise<ReadonlySet<string>> {
  const gone = groupsOf(
    findings.filter(({ kind }) => kind === 'nobody-there'),
    ({ list, dirn }) => `${list} ${dirn}`,
  );
  const there = await finder.inTurns('numbers there', gone, async ([{ list, dirn }]) => {
    const number = dirn as DirectoryNumber;
    return (await whoHas[list](finder, number)).length > 0 ? [`${list} ${dirn}`] : [];
  });
  return new Set(there.flat());
}
