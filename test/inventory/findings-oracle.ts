import type { SentList } from '../../src/changes/change.js';

/**
 * The rules of findings again, written only from the words of docs/interface.md: slow, and without code of the service.
 * If both agree, the rules were understood in the same way twice.
 */

/** A number of the call manager's plan. */
export interface PlainNumber {
  readonly key: string;
  readonly dirn: string;
  readonly partition: string;
  readonly description: string;
  readonly alerting: string;
  /** 2 means directory number. */
  readonly usage: number;
  readonly isForwarded: boolean;
}

/** A line: a number that a device of any class carries. */
export interface PlainLine {
  readonly number: string;
  readonly display: string;
}

export interface PlainDial {
  readonly position: number;
  readonly dirn: string;
  readonly label: string;
}

/** A busy lamp field: it watches a number by its key, or a free-form destination. */
export interface PlainLamp {
  readonly position: number;
  readonly number: string | null;
  readonly destination: string;
  readonly label: string;
}

export interface PlainDevice {
  readonly key: string;
  readonly name: string;
  /** `other` is known only by its lines, and `template` is listed among the phones. */
  readonly kind: 'phone' | 'profile' | 'template' | 'other';
  readonly lines: readonly PlainLine[];
  readonly dials: readonly PlainDial[];
  readonly lamps: readonly PlainLamp[];
}

export interface PlainCluster {
  readonly numbers: readonly PlainNumber[];
  readonly devices: readonly PlainDevice[];
}

interface Button {
  readonly device: PlainDevice;
  readonly list: 'speeddial' | 'busylampfield';
  readonly position: number;
  readonly label: string;
  /** Its target, as text. */
  readonly dirn: string;
  readonly partition: string;
  /** The number that a busy lamp field watches by its key. */
  readonly watched: PlainNumber | undefined;
  /** The number that it reaches. */
  readonly number: PlainNumber | undefined;
}

interface Said {
  readonly kind: string;
  /** The label that would fix it, true to remove the button, or null. */
  readonly proposal: string | true | null;
}

/**
 * @param earlier the cluster in earlier sweeps
 * @param changes the history, in its order
 * @returns one line of text for each finding
 */
export function expectedFindings(
  cluster: PlainCluster,
  earlier: readonly PlainCluster[],
  changes: readonly SentList[],
): string[] {
  const plan = cluster.numbers.filter(({ usage }) => usage === 2);
  const byDigits = groupedBy(plan, ({ dirn }) => dirn);
  const only = (dirn: string): PlainNumber | undefined => {
    const all = byDigits.get(dirn) ?? [];
    return all.length === 1 ? all[0] : undefined;
  };
  const byKey = groupedBy(cluster.numbers, ({ key }) => key);
  const buttons = cluster.devices.flatMap((device): Button[] => {
    if (device.kind === 'template' || device.kind === 'other') return [];
    const dials = device.dials.map((dial) => ({
      ...{ device, list: 'speeddial' as const, partition: '', watched: undefined, number: only(dial.dirn) },
      ...dial,
    }));
    const lamps = device.lamps.map(({ number: key, destination, position, label }) => {
      const watched = byKey.get(key ?? '')?.[0];
      const { dirn, partition } = watched ?? { dirn: destination, partition: '' };
      const number = watched ?? only(dirn);
      return { device, list: 'busylampfield' as const, position, label, dirn, partition, watched, number };
    });
    return [...dials, ...lamps];
  });
  const lines = groupedBy(
    cluster.devices.flatMap((device) => device.lines),
    ({ number }) => number,
  );
  const linesOf = ({ key }: PlainNumber): readonly PlainLine[] => lines.get(key) ?? [];
  const names = new Map(
    cluster.numbers.map((number) => {
      const all = [number.alerting, number.description, ...linesOf(number).map(({ display }) => display)];
      return [number, all.map(folded).filter((name) => name !== '')];
    }),
  );
  const namesOf = (number: PlainNumber): readonly string[] => names.get(number) ?? [];
  const sameTarget = (one: Button, other: Button): boolean =>
    one.number || other.number ? one.number === other.number : one.dirn === other.dirn;

  const onDevice = groupedBy(buttons, ({ device }) => device.key);
  const atTarget = groupedBy(buttons, ({ number, dirn }) => number?.key ?? dirn);
  const bearersOf = groupedBy(
    plan.flatMap((number) => [...new Set(namesOf(number))].map((name) => ({ name, number }))),
    ({ name }) => name,
  );

  const nobodyThere = (button: Button): Said | undefined => {
    const { list, watched } = button;
    const [dirn = ''] = button.dirn.split(',');
    const said = { kind: 'nobody-there', proposal: true as const };
    if (watched) {
      const isAlive = linesOf(watched).length > 0 || watched.isForwarded;
      return watched.usage === 2 && !isAlive ? said : undefined;
    }
    const isIn = ({ numbers }: PlainCluster) => numbers.some((number) => number.usage === 2 && number.dirn === dirn);
    if (list !== 'speeddial' || isIn(cluster) || !earlier.some(isIn)) return undefined;
    // Lines of templates (11) and transformations (12, 15, 20) cannot be dialled.
    const dialled = cluster.numbers.filter(({ usage }) => ![11, 12, 15, 20].includes(usage));
    return dialled.some((number) => mayMatch(number.dirn, dirn)) ? undefined : said;
  };

  const oldName = ({ number, label }: Button): Said | undefined => {
    const word = folded(label);
    if (number?.usage !== 2 || word === '') return undefined;
    const own = namesOf(number);
    if (own.length === 0 || own.some((name) => name.includes(word) || word.includes(name))) return undefined;
    const bearers = bearersOf.get(word) ?? [];
    if (bearers.length > 1 || (bearers.length === 0 && !wasReplaced(number, word, only, changes))) return undefined;
    const displays = linesOf(number).flatMap(({ display }) => (folded(display) === '' ? [] : [display.trim()]));
    const display = new Set(displays).size === 1 ? displays[0] : undefined;
    const name = [number.alerting.trim(), number.description.trim(), display].find((one) => one !== '');
    return { kind: 'old-name', proposal: name !== undefined && name.length <= 30 ? name : null };
  };

  const twice = (button: Button): Said | undefined =>
    (onDevice.get(button.device.key) ?? []).some(
      (other) => other.list === button.list && other.position < button.position && sameTarget(other, button),
    )
      ? { kind: 'twice', proposal: true }
      : undefined;

  const ambiguous = (button: Button): Said | undefined => {
    const others = (onDevice.get(button.device.key) ?? []).filter((other) => other !== button && other.watched);
    const { watched } = button;
    if (!watched || others.some((other) => other.watched === watched)) return undefined;
    return others.some((other) => other.dirn === watched.dirn) ? { kind: 'ambiguous', proposal: null } : undefined;
  };

  const unlikeOthers = (button: Button): Said | undefined => {
    const word = folded(button.label);
    const { number, dirn } = button;
    // Digits of several numbers reach a different one on each device.
    if (word === '' || (!number && byDigits.has(dirn.split(',')[0] ?? ''))) return undefined;
    const all = (atTarget.get(number?.key ?? dirn) ?? []).map(({ label }) => folded(label));
    const most = [...new Set(all)].find((label) => {
      const bearing = all.filter((one) => one === label).length;
      return label !== '' && bearing >= 5 && bearing * 100 >= all.length * 80;
    });
    if (most === undefined || most === word) return undefined;
    return { kind: 'unlike-others', proposal: number && namesOf(number).includes(word) ? null : most };
  };

  return buttons.flatMap((button) => {
    const said = nobodyThere(button) ?? oldName(button) ?? twice(button) ?? ambiguous(button) ?? unlikeOthers(button);
    const { device, list, position, dirn, partition, label } = button;
    if (!said) return [];
    const proposal = typeof said.proposal === 'string' ? folded(said.proposal) : said.proposal;
    return [findingLine({ kind: said.kind, device: device.name, list, position, dirn, partition, label, proposal })];
  });
}

/** @returns a finding as a line of text, for comparison */
export function findingLine(finding: {
  readonly kind: string;
  readonly device: string;
  readonly list: string;
  readonly position: number;
  readonly dirn: string;
  readonly partition: string;
  readonly label: string;
  readonly proposal: string | true | null;
}): string {
  const { kind, device, list, position, dirn, partition, label, proposal } = finding;
  return JSON.stringify([device, list, position, kind, dirn, partition, label, proposal]);
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** @returns a name or label without the differences that do not count */
export function folded(text: string): string {
  return text.trim().toLowerCase();
}

/** Whether a pattern of the call manager matches these digits. A text with letters is no pattern. */
function mayMatch(pattern: string, digits: string): boolean {
  if (/[a-zX ]{2}/.test(pattern)) return false;
  const source = pattern.replaceAll('X', '[0-9]').replaceAll('!', '[0-9]+').replaceAll('.', '');
  return new RegExp(`^${source}$`).test(digits);
}

/**
 * Whether buttons to a number had a label before a change gave one of them another, and no button was given it since.
 */
function wasReplaced(
  number: PlainNumber,
  word: string,
  only: (dirn: string) => PlainNumber | undefined,
  changes: readonly SentList[],
): boolean {
  let isReplaced = false;
  for (const { state, before, after } of changes) {
    if (state !== 'changed' || !after) continue;
    // The ones that watch the number, and the ones with only its digits.
    const told = [true, false].map((isWatching) => {
      const labelsIn = (list: SentList['before']): string[] =>
        (list ?? [])
          .filter((entry) => 'partition' in entry === isWatching)
          .filter((entry) =>
            'partition' in entry
              ? entry.dirn === number.dirn && entry.partition === number.partition
              : only('destination' in entry ? entry.destination : entry.dirn) === number,
          )
          .map(({ label }) => folded(label));
      const [had, has] = [labelsIn(before), labelsIn(after)];
      const given = has.filter((label) => !had.includes(label));
      return {
        isGiven: given.includes(word),
        isReplaced: had.includes(word) && !has.includes(word) && given.length > 0,
      };
    });
    if (told.some(({ isGiven }) => isGiven)) isReplaced = false;
    else isReplaced ||= told.some((one) => one.isReplaced);
  }
  return isReplaced;
}
