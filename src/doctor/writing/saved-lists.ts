import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { XmlElement } from '../../axl/soap/xml.js';
import { type ListName, listNames, type Lists } from './lists.js';

/** The lists of a phone before the doctor wrote to it. */
export interface Saved {
  /** Host and port of the publisher. */
  readonly node: string;
  readonly device: string;
  readonly uuid: string;
  readonly before: Lists;
  /** Every list that the doctor has set there, or was about to set, in the form of `spelled`. */
  readonly set: Readonly<Record<ListName, ReadonlySet<string>>>;
}

const beginning = 'axl-phone-proxy-doctor-';
const ending = '.saved';

/** @returns the file name for a phone, in the working directory */
export function savedName(device: string): string {
  return `${beginning}${encodeURIComponent(device)}${ending}`;
}

/** @returns the files of doctors that were interrupted */
export async function leftBehind(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.startsWith(beginning) && name.endsWith(ending)).sort();
}

/**
 * A file with the original lists of a phone, readable only by its owner. The file is on the disk before anything is
 * written to the phone, and each new list is in it before it is set.
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
    const file = path.join(folder, savedName(saved.device));
    const handle = await open(file, 'ax', 0o600);
    const made = new SavedFile(file, handle, saved);
    await made.#append({ doctor: 1, ...saved });
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

/** The file was not written by a doctor, or its first line is incomplete: then nothing was written to a phone. */
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
  const { node, device, uuid, before } = first;
  return { node, device, uuid, before, set };
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
  if (!isRecord(value) || value['doctor'] !== 1) return false;
  const { before } = value;
  const texts = ['node', 'device', 'uuid'].every((name) => typeof value[name] === 'string');
  return texts && isRecord(before) && listNames.every((list) => isEntries(before[list]));
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
