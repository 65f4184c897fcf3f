import { duplicateKey } from '../soap/axl-fault.js';
import { bareUuid, derivedUuid, type Device, type DeviceChange, type Line, type NameRule, watched } from './devices.js';
import { lineKey, type Seed, type SeedDevice } from './seed.js';

/**
 * AXL's operations for phones also know templates. The operations for phones and for profiles do not know devices of
 * other classes.
 */
const inPhoneOperations: readonly Device['className'][] = ['Phone', 'Phone Template'];
const inProfileOperations: readonly Device['className'][] = ['Device Profile'];

/** One copy of the state: built from the seed, changed by updates, only in memory. */
export class CallManagerState {
  readonly lines: readonly Line[];
  readonly devices: readonly Device[];
  readonly phones: DeviceGroup;
  readonly profiles: DeviceGroup;
  readonly #linesByKey: ReadonlyMap<string, Line>;
  readonly #linesByUuid: ReadonlyMap<string, Line>;
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
    }
    const group = (classes: readonly Device['className'][]) =>
      new DeviceGroup(
        this.devices.filter(({ className }) => classes.includes(className)),
        names,
      );
    this.phones = group(inPhoneOperations);
    this.profiles = group(inProfileOperations);
  }

  /** A phone or a profile. @param uuid in either form of AXL */
  deviceWithUuid(uuid: string): Device | undefined {
    return this.phones.withUuid(uuid) ?? this.profiles.withUuid(uuid);
  }

  /** @param uuid in either form of AXL */
  lineWithUuid(uuid: string): Line | undefined {
    return this.#linesByUuid.get(bareUuid(uuid));
  }

  /** @param routePartition its name; empty for a number without a partition */
  lineWithPattern(pattern: string, routePartition: string): Line | undefined {
    return this.#linesByKey.get(lineKey({ pattern, routePartition }));
  }

  /**
   * Applies a checked change as a whole.
   * @throws AxlFault -239 if the new name belongs to another device; nothing is changed then
   */
  change(device: Device, { newName = device.name, ...rest }: DeviceChange): void {
    const isTaken = this.devices.some((other) => other !== device && isSameName(other.name, newName, this.names));
    if (isTaken) throw duplicateKey();
    for (const group of [this.phones, this.profiles]) group.rename(device, newName);
    Object.assign(device, { name: newName, ...rest });
    this.#changed.add(device);
  }

  /** The devices that changed since the last call, for the SQL tables. */
  takeChanged(): Device[] {
    const devices = [...this.#changed];
    this.#changed.clear();
    return devices;
  }

  #buildDevice(entry: SeedDevice): Device {
    const { class: className, lines, busyLampFields, devicePool, callingSearchSpace, ...rest } = entry;
    return {
      ...rest,
      className,
      productEnum: find(this.seed.products, entry.product).enum,
      modelEnum: find(this.seed.models, entry.model).enum,
      devicePool: find(this.seed.devicePools, devicePool),
      callingSearchSpace:
        callingSearchSpace === null ? undefined : find(this.seed.callingSearchSpaces, callingSearchSpace),
      appearances: lines.map((appears, position) => {
        const line = this.#lineOf(appears);
        const index = appears.index ?? position + 1;
        const uuid = derivedUuid(`${entry.uuid} line ${index}`);
        return { uuid, index, line, label: appears.label, display: appears.display };
      }),
      busyLampFields: busyLampFields.map(({ dirn, routePartition, asciiLabel, ...field }) => ({
        ...field,
        asciiLabel,
        line: dirn === '' ? undefined : watched(this.#lineOf({ pattern: dirn, routePartition })),
      })),
    };
  }

  #lineOf(key: { readonly pattern: string; readonly routePartition: string | null }): Line {
    const line = this.#linesByKey.get(lineKey(key));
    if (line === undefined) throw new Error(`The seed has no line ${lineKey(key)}`);
    return line;
  }
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

/** The devices that one group of AXL's operations knows (phones, or device profiles), by name and by key. */
export class DeviceGroup {
  readonly #names: NameRule;
  readonly #byName: Map<string, Device>;
  readonly #byUuid: ReadonlyMap<string, Device>;

  constructor(devices: readonly Device[], names: NameRule) {
    this.#names = names;
    this.#byName = new Map(devices.map((device) => [device.name, device]));
    this.#byUuid = new Map(devices.map((device) => [device.uuid, device]));
  }

  /** In the order of the seed. */
  get all(): Device[] {
    return [...this.#byUuid.values()];
  }

  named(name: string): Device | undefined {
    const exact = this.#byName.get(name);
    if (exact !== undefined || !this.#names.anyCase) return exact;
    return this.all.find((device) => isSameName(device.name, name, this.#names));
  }

  /** @param uuid in either form of AXL */
  withUuid(uuid: string): Device | undefined {
    return this.#byUuid.get(bareUuid(uuid));
  }

  /** From now on, finds a device of this group by another name. For a device of another group, nothing happens. */
  rename(device: Device, newName: string): void {
    if (this.#byUuid.get(device.uuid) !== device) return;
    this.#byName.delete(device.name);
    this.#byName.set(newName, device);
  }
}

/** Whether two names are the same, by the rule. */
function isSameName(a: string, b: string, { anyCase }: NameRule): boolean {
  return a === b || (anyCase && a.toLowerCase() === b.toLowerCase());
}
