import { tableNamed } from './schema.js';
import { createHash } from 'node:crypto';
import type { DeviceKind } from '../../domain/device.js';
import { dialledFirst } from '../../domain/identifiers.js';
import { type FindingCounts, type FindingKind, noFindings } from '../../domain/finding.js';
import {
  deviceRules,
  fewestAlike,
  isOtherName,
  type JudgedButton,
  type Judgement,
  type KnownCluster,
  type KnownNumber,
  percentAlike,
  targetOf,
  unlikeOthers,
} from './finding-rules.js';
import { foldedName, formerAmong, formerLabel, placesOf } from './kept-former-labels.js';
import { type GenerationNames, KnownNumbers } from './known-numbers.js';
import { findingsAtOnce, type Found, type PackedFindings, packFindings } from './packed-findings.js';
import type { Sql } from '../../store/sql.js';

/** Everything that was found. */
export interface FoundFindings {
  readonly counts: FindingCounts;
  readonly portions: readonly PackedFindings[];
}

/** How many findings of one kind are stored. More findings would help no one. */
const mostOfAKind = 20_000;
/** The highest size of all findings in bytes, because a few findings with very long texts may be large. */
const mostBytes = 134_217_728;
/** How many devices are read at once, with their buttons. */
const devicesAtOnce = 25;

/** How many buttons are read at once. All buttons that point at one target are read together. */
const buttonsAtOnce = 500;

interface Device {
  readonly owner: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly description: string;
}

interface Button extends JudgedButton {
  readonly owner: string;
}

/**
 * Finds what is probably wrong with buttons, by the rules in their order. It keeps all numbers with their names in
 * memory, and reads the devices with their buttons in portions.
 * @returns at most one finding for a button
 */
export async function findFindings(sql: Sql, names: GenerationNames): Promise<FoundFindings> {
  const numbers = await KnownNumbers.read(sql, names);
  const reading = new ButtonReading(sql, names, numbers);
  const findings = new Findings();
  const targets = new Targets();
  for await (const devices of reading.devices()) {
    const former = await reading.withFormerLabels([...devices.values()].flat());
    const cluster: KnownCluster = {
      isFormerNumber: (dirn) => reading.isFormerNumber(dirn),
      namedAlone: (name) => numbers.namedAlone(name),
      isFormerLabel: (button) => former.has(button),
    };
    for (const [device, buttons] of devices) {
      for (const button of buttons) {
        if (button.number || !numbers.isAmbiguous(dialledFirst(button.dirn))) targets.count(button);
        for (const [kind, rule] of Object.entries(deviceRules) as [FindingKind, (typeof deviceRules)['twice']][]) {
          const judgement = rule(button, buttons, cluster);
          if (judgement) findings.add(kind, button, device, judgement);
          if (judgement) break;
        }
      }
    }
  }
  for (const some of targets.withMostAlike()) {
    for (const devices of await reading.buttonsTo(some)) {
      for (const [button, judgement] of unlikeOthers([...devices.keys()])) {
        const device = devices.get(button);
        if (device) findings.add('unlike-others', button, device, judgement);
      }
    }
  }
  return findings.all();
}

/** The findings. Each button has at most one finding: the first that was found. */
class Findings {
  /** Not packed yet. */
  #found: Found[] = [];
  readonly #portions: PackedFindings[] = [];
  #bytes = 0;
  readonly #buttons = new Set<string>();
  readonly #counts = { ...noFindings };

  add(kind: FindingKind, button: Button, { name, kind: deviceKind, description }: Device, judgement: Judgement): void {
    const { owner, list, position, dirn, partition, label } = button;
    const key = `${list} ${owner} ${position}`;
    if (this.#buttons.has(key) || this.#counts[kind] >= mostOfAKind || this.#bytes > mostBytes) return;
    this.#buttons.add(key);
    this.#counts[kind] += 1;
    const what = JSON.stringify([kind, owner, list, position, dirn, partition, label]);
    const id = createHash('sha256').update(what).digest('hex').slice(0, 24);
    const shown = { device: name, deviceKind, description, list, index: String(position), dirn, partition, label };
    this.#found.push({ id, owner, kind, ...shown, ...judgement });
    if (this.#found.length >= findingsAtOnce) this.#pack();
  }

  all(): FoundFindings {
    if (this.#found.length > 0) this.#pack();
    return { counts: this.#counts, portions: this.#portions };
  }

  #pack(): void {
    const packed = packFindings(this.#found);
    this.#bytes += packed.length;
    this.#portions.push(packed);
    this.#found = [];
  }
}

/** Reads buttons, each with its target. A speed dial and a free-form lamp name no partition. */
class ButtonReading {
  readonly #sql: Sql;
  readonly #names: GenerationNames;
  readonly #numbers: KnownNumbers;
  readonly #formerNumbers = new Map<string, boolean>();

  constructor(sql: Sql, names: GenerationNames, numbers: KnownNumbers) {
    this.#sql = sql;
    this.#names = names;
    this.#numbers = numbers;
  }

  /** All devices with their buttons, in portions. */
  async *devices(): AsyncGenerator<ReadonlyMap<Device, readonly Button[]>> {
    const { seen } = this.#names;
    const within = 'x.position IS NOT NULL AND x.owner > $1 AND x.owner <= $2';
    for (let after = ''; ;) {
      const devices = await this.#sql.all<Device>(
        `SELECT owner, name, kind, description FROM cluster_device d
         WHERE owner > $1 AND template = 0 AND description IS NOT NULL AND ${seen('d')} ORDER BY owner LIMIT ${devicesAtOnce}`,
        [after],
      );
      const range = [after, devices.at(-1)?.owner ?? ''];
      const dials = await this.#sql.all<DialRow & { readonly former: string | null }>(
        `SELECT ${dialColumns}, f.dirn AS former FROM cluster_dial x LEFT JOIN cluster_former f
           ON f.dirn = ${this.#sql.dialect.dialledFirst('x.dirn')}
         WHERE ${within} AND ${seen('x')} ORDER BY x.owner, x.position`,
        range,
      );
      const lamps = await this.#sql.all<LampRow>(
        `SELECT ${lampColumns} FROM cluster_lamp x WHERE ${within} AND ${seen('x')} ORDER BY x.owner, x.position`,
        range,
      );
      for (const { former } of dials) if (former !== null) this.#noteFormer(former);
      const buttons = new Map(devices.map(({ owner }) => [owner, [] as Button[]]));
      for (const dial of dials) buttons.get(dial.owner)?.push(this.#dial(dial));
      for (const lamp of lamps) buttons.get(lamp.owner)?.push(...this.#lamp(lamp));
      yield new Map(devices.map((device) => [device, buttons.get(device.owner) ?? []]));
      if (devices.length < devicesAtOnce) return;
      after = devices.at(-1)?.owner ?? '';
    }
  }

  /** Whether digits were a directory number in an earlier generation, but reach nothing now. */
  isFormerNumber(dirn: string): boolean {
    return this.#formerNumbers.get(dirn) ?? false;
  }

  /**
   * @returns the buttons with a label that buttons to their number had earlier, if the label is not the name of another
   * number
   */
  async withFormerLabels(buttons: readonly Button[]): Promise<ReadonlySet<JudgedButton>> {
    const asked = buttons.filter((button) => isOtherName(button) && !this.#numbers.isName(foldedName(button.label)));
    return formerAmong(this.#sql, new Map(asked.map((button) => [button, this.#labelsOf(button)])));
  }

  /** @returns for each target all buttons that point at it, each with its device */
  async buttonsTo(targets: readonly (KnownNumber | string)[]): Promise<Iterable<ReadonlyMap<Button, Device>>> {
    const { seen } = this.#names;
    const keys = targets.flatMap((target) => (typeof target === 'string' ? [] : [target.key]));
    const digits = targets.flatMap((target) =>
      typeof target === 'string' ? [target] : (this.#digitsOf(target) ?? []),
    );
    const read = async <Row>(columns: string, name: string, by: string, values: readonly string[]): Promise<Row[]> => {
      if (values.length === 0) return [];
      return this.#sql.all<Row>(
        `SELECT ${columns}, d.name AS name, d.kind AS kind, d.description AS description
         FROM ${tableNamed(name)} x CROSS JOIN cluster_device d
         WHERE x.${by} IN (${placesOf(values)}) AND x.position IS NOT NULL AND ${seen('x')}
           AND d.owner = x.owner AND d.template = 0 AND d.description IS NOT NULL AND ${seen('d')}`,
        values,
      );
    };
    const dials = await read<DialRow & Device>(dialColumns, 'dial', 'dirn', digits);
    // The index is used only if the query repeats the index's own condition.
    const free = await read<LampRow & Device>(lampColumns, 'lamp', `destination <> '' AND x.destination`, digits);
    const watching = await read<LampRow & Device>(lampColumns, 'lamp', `destination = '' AND x.number`, keys);
    const found = new Map(targets.map((target) => [target, new Map<Button, Device>()]));
    const note = (button: Button, device: Device): void => {
      found.get(targetOf(button))?.set(button, device);
    };
    for (const row of dials) note(this.#dial(row), row);
    for (const row of [...free, ...watching]) for (const button of this.#lamp(row)) note(button, row);
    return found.values();
  }

  #noteFormer(dirn: string): void {
    if (!this.#formerNumbers.has(dirn)) this.#formerNumbers.set(dirn, !this.#numbers.mayLead(dirn));
  }

  /** The digits that reach only this number; null if another number has the same digits. */
  #digitsOf(number: KnownNumber): string | null {
    return this.#numbers.alone(number.dirn) === number ? number.dirn : null;
  }

  #labelsOf({ label, number }: Button): string[] {
    if (!number) return [];
    const watched = formerLabel(label, number.dirn, number.partition);
    return this.#digitsOf(number) === null ? [watched] : [watched, formerLabel(label, number.dirn, null)];
  }

  #dial({ owner, position, label, dirn }: DialRow): Button {
    const button = { list: 'speeddial', owner, position, label, dirn, partition: '', isWatching: false } as const;
    return { ...button, number: this.#numbers.alone(dirn), pickup: undefined };
  }

  /** @returns nothing if the target is not known */
  #lamp({ owner, position, label, destination, number: key, pickup }: LampRow): Button[] {
    const button = {
      list: 'busylampfield',
      owner,
      position,
      label,
      pickup: pickup === null ? undefined : pickup === 1,
    } as const;
    if (destination !== '') {
      const number = this.#numbers.alone(destination);
      return [{ ...button, dirn: destination, number, partition: '', isWatching: false }];
    }
    const number = this.#numbers.withKey(key ?? '');
    return number ? [{ ...button, dirn: number.dirn, number, partition: number.partition, isWatching: true }] : [];
  }
}

const dialColumns = 'x.owner AS owner, x.position AS position, x.label AS label, x.dirn AS dirn';
const lampColumns =
  'x.owner AS owner, x.position AS position, x.label AS label, x.destination AS destination, x.number AS number, x.pickup AS pickup';

interface ButtonRow {
  readonly owner: string;
  readonly position: number;
  readonly label: string;
}

interface DialRow extends ButtonRow {
  readonly dirn: string;
}

interface LampRow extends ButtonRow {
  readonly destination: string;
  /** The key of the number that is watched. */
  readonly number: string | null;
  readonly pickup: number | null;
}

/**
 * The targets of buttons. A vote among the buttons of each target shows whether most of them may have the same label.
 */
class Targets {
  readonly #votes = new Map<KnownNumber | string, { label: string; lead: number; total: number; isMixed: boolean }>();

  count(button: JudgedButton): void {
    const target = targetOf(button);
    if (target === '') return;
    const label = foldedName(button.label);
    const vote = this.#votes.get(target);
    if (!vote) {
      this.#votes.set(target, { label, lead: 1, total: 1, isMixed: false });
      return;
    }
    vote.total += 1;
    const isSame = vote.label === label;
    vote.isMixed ||= !isSame;
    vote.lead += isSame ? 1 : -1;
    if (vote.lead < 0) Object.assign(vote, { label, lead: 1 });
  }

  /**
   * The targets, in portions, of which enough buttons may have one label while others have another label. If a label
   * has the needed percentage of the buttons, it leads the vote by at least a certain number.
   */
  *withMostAlike(): Generator<readonly (KnownNumber | string)[]> {
    let [some, buttons]: [(KnownNumber | string)[], number] = [[], 0];
    for (const [target, { lead, total, isMixed }] of this.#votes) {
      if (!isMixed || total <= fewestAlike || lead * 100 < total * (2 * percentAlike - 100)) continue;
      if (buttons + total > buttonsAtOnce && some.length > 0) {
        yield some;
        [some, buttons] = [[], 0];
      }
      some.push(target);
      buttons += total;
    }
    if (some.length > 0) yield some;
  }
}
