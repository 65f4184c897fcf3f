import type { Device, NameRule } from './devices.js';
import { bareUuid } from './uuid.js';

/** The devices that one family of AXL's operations knows (phones, or device profiles), by name and by key. */
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

  /** @param uuid in either of AXL's forms */
  withUuid(uuid: string): Device | undefined {
    return this.#byUuid.get(bareUuid(uuid));
  }

  /** Finds a device of this group under another name from now on; a device of another group is left alone. */
  rename(device: Device, newName: string): void {
    if (this.#byUuid.get(device.uuid) !== device) return;
    this.#byName.delete(device.name);
    this.#byName.set(newName, device);
  }
}

/** Whether two names are one, by the rule. */
export function isSameName(a: string, b: string, { anyCase }: NameRule): boolean {
  return a === b || (anyCase && a.toLowerCase() === b.toLowerCase());
}
