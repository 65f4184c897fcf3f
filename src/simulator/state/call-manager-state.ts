import { duplicateKey } from '../soap/axl-fault.js';
import { derivedUuid } from './derived-uuid.js';
import { lineKey, type Seed, type SeedDevice } from './seed.js';

export interface SpeedDial {
  readonly index: number;
  readonly dirn: string;
  readonly label: string;
}

/** A name with its key: a partition, a device pool, a calling search space. */
export interface Named {
  readonly uuid: string;
  readonly name: string;
}

/** A directory number in a route partition (a row of numplan). */
export interface Line {
  readonly uuid: string;
  readonly pattern: string;
  readonly routePartition: Named | undefined;
  readonly description: string;
  readonly usage: Seed['lines'][number]['usage'];
  /** Every device on which it appears, of whatever class. */
  readonly devices: Device[];
}

/** A line's appearance on a device (a row of devicenumplanmap). */
export interface Appearance {
  readonly uuid: string;
  readonly index: number;
  readonly line: Line;
  readonly label: string;
  readonly display: string;
}

/** A device of any class; its key is in lower case without braces, as in SQL. */
export interface Device {
  readonly uuid: string;
  name: string;
  description: string;
  readonly className: SeedDevice['class'];
  readonly product: string;
  readonly productEnum: number;
  readonly model: string;
  readonly modelEnum: number;
  readonly protocol: string;
  readonly protocolSide: string;
  readonly devicePool: Named;
  readonly callingSearchSpace: Named | undefined;
  readonly appearances: readonly Appearance[];
  speedDials: readonly SpeedDial[];
  readonly busyLampFields: SeedDevice['busyLampFields'];
}

/** What an update sets; what is absent stays. */
export interface DeviceChange {
  readonly newName?: string;
  readonly description?: string;
  readonly speedDials?: readonly SpeedDial[];
}

/** How names of devices are compared. */
export interface NameRule {
  /** Whether `sep0` names the device SEP0; without it the case of letters matters. */
  readonly anyCase: boolean;
}

/** AXL's phone operations know templates too. */
const inPhoneOperations: ReadonlySet<Device['className']> = new Set(['Phone', 'Phone Template']);

/** One copy of the state: built from the seed, changed by updates, in memory only. */
export class CallManagerState {
  readonly lines: readonly Line[];
  readonly devices: readonly Device[];
  readonly #linesByKey: ReadonlyMap<string, Line>;
  readonly #linesByUuid: ReadonlyMap<string, Line>;
  readonly #phonesByName = new Map<string, Device>();
  readonly #phonesByUuid = new Map<string, Device>();
  readonly #changed = new Set<Device>();

  constructor(
    readonly seed: Seed,
    readonly names: NameRule = { anyCase: false },
  ) {
    this.lines = seed.lines.map((entry) => ({
      ...entry,
      routePartition: entry.routePartition === null ? undefined : find(seed.routePartitions, entry.routePartition),
      devices: [],
    }));
    this.#linesByKey = new Map(seed.lines.map((entry, position) => [lineKey(entry), at(this.lines, position)]));
    this.#linesByUuid = new Map(this.lines.map((line) => [line.uuid, line]));
    this.devices = seed.devices.map((entry) => this.#buildDevice(entry));
    for (const device of this.devices) {
      for (const { line } of device.appearances) line.devices.push(device);
      if (!inPhoneOperations.has(device.className)) continue;
      this.#phonesByName.set(device.name, device);
      this.#phonesByUuid.set(device.uuid, device);
    }
  }

  /** The phones and their templates, in the order of the seed; other classes of devices are left out, as in AXL's phone operations. */
  get phones(): Device[] {
    return [...this.#phonesByUuid.values()];
  }

  phoneNamed(name: string): Device | undefined {
    const exact = this.#phonesByName.get(name);
    if (exact !== undefined || !this.names.anyCase) return exact;
    return this.phones.find((phone) => this.#isSameName(phone.name, name));
  }

  /** @param uuid in either of AXL's forms */
  phoneWithUuid(uuid: string): Device | undefined {
    return this.#phonesByUuid.get(bareUuid(uuid));
  }

  /** @param uuid in either of AXL's forms */
  lineWithUuid(uuid: string): Line | undefined {
    return this.#linesByUuid.get(bareUuid(uuid));
  }

  /** @param routePartition its name; empty for a number in no partition */
  lineWithPattern(pattern: string, routePartition: string): Line | undefined {
    return this.#linesByKey.get(lineKey({ pattern, routePartition: routePartition === '' ? null : routePartition }));
  }

  /**
   * Applies a checked change as a whole.
   * @throws AxlFault -239 when the new name belongs to another device; nothing is changed then
   */
  change(phone: Device, change: DeviceChange): void {
    const { newName = phone.name, description = phone.description, speedDials = phone.speedDials } = change;
    if (this.devices.some((other) => other !== phone && this.#isSameName(other.name, newName))) throw duplicateKey();
    this.#phonesByName.delete(phone.name);
    this.#phonesByName.set(newName, phone);
    Object.assign(phone, { name: newName, description, speedDials });
    this.#changed.add(phone);
  }

  /** The devices that changed since the last call, for the tables that SQL reads. */
  takeChanged(): Device[] {
    const devices = [...this.#changed];
    this.#changed.clear();
    return devices;
  }

  #isSameName(a: string, b: string): boolean {
    return a === b || (this.names.anyCase && a.toLowerCase() === b.toLowerCase());
  }

  #buildDevice(entry: SeedDevice): Device {
    const { class: className, lines, devicePool, callingSearchSpace, ...rest } = entry;
    return {
      ...rest,
      className,
      productEnum: find(this.seed.products, entry.product).enum,
      modelEnum: find(this.seed.models, entry.model).enum,
      devicePool: find(this.seed.devicePools, devicePool),
      callingSearchSpace:
        callingSearchSpace === null ? undefined : find(this.seed.callingSearchSpaces, callingSearchSpace),
      appearances: lines.map((appears, position) => {
        const line = this.#linesByKey.get(lineKey(appears));
        if (line === undefined) throw new Error(`${entry.name} names an unknown line`);
        const index = appears.index ?? position + 1;
        const uuid = derivedUuid(`${entry.uuid} line ${index}`);
        return { uuid, index, line, label: appears.label, display: appears.display };
      }),
    };
  }
}

function bareUuid(uuid: string): string {
  return uuid.replace(/[{}]/g, '').toLowerCase();
}

function find<Entry extends { readonly name: string }>(list: readonly Entry[], name: string): Entry {
  const found = list.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`The seed has no ${name}`);
  return found;
}

function at<Item>(list: readonly Item[], position: number): Item {
  const item = list[position];
  if (item === undefined) throw new Error('The seed changed while it was read');
  return item;
}
