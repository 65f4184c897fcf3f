import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { XmlElement } from '../../axl/soap/xml.js';
import { type DeviceKey, deviceKinds } from '../../domain/device.js';
import { type ListName, listNames, type Lists, shownDevice, type Target } from './device.js';

/** The lists of a device before the doctor wrote to it. */
export interface Saved {
  /** Host and port of the publisher. */
  readonly node: string;
  readonly target: Target;
  readonly before: Lists;
  /** What else it had, for an administrator who must set it again: places and texts. */
  readonly beside: readonly (readonly [place: string, text: string])[];
  /** Every list that the doctor has set there, or was about to set, in the form of `spelled`. */
  readonly set: Readonly<Record<ListName, ReadonlySet<string>>>;
}

const beginning = 'axl-phone-proxy-doctor-';
const ending = '.saved';

/** @returns the file name for a device, in the working directory */
export function savedName(device: DeviceKey): string {
  return `${beginning}${encodeURIComponent(shownDevice(device))}${ending}`;
}

/** A file of a doctor that was interrupted. `saved` is undefined if nothing was written yet. */
export interface LeftBehind {
  readonly file: string;
  readonly saved: Saved | undefined;
}

/** @returns the files of doctors that were interrupted */
export async function leftBehind(folder: string): Promise<LeftBehind[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(beginning) && name.endsWith(ending));
  return Promise.all(
    names.sort().map(async (file) => ({
      file,
      saved: await readSaved(path.join(folder, file)).catch(() => undefined),
    })),
  );
}

/**
 * A file with the original lists of a device, readable only by its owner. The file is on the disk before anything is
 * written to the device, and each new list is in it before it is set.
 */
export class SavedFile {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #set: Readonly<Record<ListName, Set<string>>> = { speeddials: new Set(), busyLampFields: new Set() };
  readonly #saved: Omit<Saved, 'set'>;

  private constructor(file: string, handle: FileHandle, saved: Omit<Saved, 'set'>) {
    this.#file = file;
    this.#handle = handle;
    this.#saved = saved;
  }

  /** @throws the system's error if the file exists already, or cannot be created */
  static async make(folder: string, saved: Omit<Saved, 'set'>): Promise<SavedFile> {
    const file = path.join(folder, savedName(saved.target));
    const handle = await open(file, 'ax', 0o600);
    const made = new SavedFile(file, handle, saved);
    await made.#append({ doctor: 2, ...saved });
    await keepFolder(folder);
    return made;
  }

  get saved(): Saved {
    return { ...this.#saved, set: this.#set };
  }

  /** Records that a list is about to be set, or was found after setting it. */
  async willHold(list: ListName, spelling: string): Promise<void> {
    if (this.#set[list].has(spelling)) return;
    await this.#append({ list, spelling });
    this.#set[list].add(spelling);
  }

  /** Deletes the file, which is not needed any more when everything is as it was. */
  async remove(): Promise<void> {
    await this.#handle.close();
    await rm(this.#file);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #append(line: unknown): Promise<void> {
    await this.#handle.write(`${JSON.stringify(line)}\n`);
    await this.#handle.datasync();
  }
}

/** Writes the folder to the disk, so that a new file survives a loss of power. Some systems cannot open a folder. */
async function keepFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The file was not written by a doctor, or its first line is incomplete: then nothing was written. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved';
}

/** Reads such a file. @throws NotSaved; the system's error if it cannot be read */
export async function readSaved(file: string): Promise<Saved> {
  const text = await readFile(file, 'utf8');
  // The last line may be incomplete. The process ended while it was writing this line.
  const lines = text.split('\n').slice(0, -1).map(parsed);
  const [first, ...others] = lines;
  if (!isHead(first)) throw new NotSaved(`${file} is not a file of a doctor, or has no whole line`);
  const set: Record<ListName, Set<string>> = { speeddials: new Set(), busyLampFields: new Set() };
  for (const line of others) if (isSet(line)) set[line.list].add(line.spelling);
  const { node, target, before, beside } = first;
  return { node, target, before, beside, set };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isHead(value: unknown): value is Omit<Saved, 'set'> {
  if (!isRecord(value) || value['doctor'] !== 2 || typeof value['node'] !== 'string') return false;
  const { target, before, beside } = value;
  return (
    isTarget(target) &&
    isRecord(before) &&
    listNames.every((list) => isEntries(before[list])) &&
    Array.isArray(beside) &&
    beside.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string'))
  );
}

function isTarget(value: unknown): value is Target {
  return (
    isRecord(value) &&
    deviceKinds.some((kind) => kind === value['kind']) &&
    typeof value['name'] === 'string' &&
    typeof value['uuid'] === 'string'
  );
}

function isEntries(value: unknown): value is readonly XmlElement[] {
  return Array.isArray(value) && value.every(isElement);
}

function isElement(value: unknown): value is XmlElement {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    typeof value['text'] === 'string' &&
    isEntries(value['children'])
  );
}

function isSet(value: unknown): value is { readonly list: ListName; readonly spelling: string } {
  return isRecord(value) && listNames.some((list) => list === value['list']) && typeof value['spelling'] === 'string';
}
