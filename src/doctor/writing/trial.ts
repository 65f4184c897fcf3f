import { updateDevice } from '../../axl/adapter/operations.js';
import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { type DeviceName, dialledForm } from '../../domain/identifiers.js';
import { canonicalIndex } from '../../domain/buttons.js';
import type { XmlElement } from '../../axl/soap/xml.js';
import { childText, elementOf } from '../../axl/soap/xml.js';
import type { Visit } from '../visit.js';
import { itemsToRestore, type ListName, listNames, readPhone, spelled, updateOf } from './lists.js';
import { type RestoreResult, restoreLists } from './restore-lists.js';
import { SavedFile } from './saved-lists.js';
import type { SetOutcome, WrittenPhone } from './written-phone.js';

/** Says why a phone may not be written to. Show it only on the terminal of the user who named the phone. */
export class NotForTrial extends Error {
  override readonly name = 'NotForTrial';
}

/** The only phone that is written to, and the file with its original lists. */
export class Trial implements WrittenPhone {
  readonly #visit: Visit;
  readonly #file: SavedFile;

  private constructor(visit: Visit, file: SavedFile) {
    this.#visit = visit;
    this.#file = file;
  }

  /**
   * Saves the lists of a phone, and does nothing else.
   * @param mayHaveLines whether the phone may have a line
   * @param folder the folder for the file
   * @throws NotForTrial; ServiceError if the phone cannot be read
   */
  static async begin(visit: Visit, device: string, mayHaveLines: boolean, folder: string): Promise<Trial> {
    const { client } = visit.connection;
    const { phone, traits } = await visit.call(async (context) => ({
      phone: await readPhone(client, device, context),
      traits: await client.traits(context),
    }));
    if (phone.isTemplate) throw new NotForTrial(`${device} is a template, not a phone`);
    if (phone.lines > 0 && !mayHaveLines) {
      throw new NotForTrial(
        `${device} has ${phone.lines} lines, so someone may use it: name another phone, or add --yes`,
      );
    }
    try {
      for (const list of listNames) itemsToRestore(list, phone.lists[list], traits);
    } catch (thrown) {
      if (!isServiceError(thrown) && !(thrown instanceof RangeError)) throw thrown;
      throw new NotForTrial(`${device} has a button that could not be restored unchanged: name another phone`);
    }
    const { uuid, lists: before } = phone;
    const file = await SavedFile.make(folder, { node: client.publisher, device, uuid, before });
    return new Trial(visit, file);
  }

  get device(): string {
    return this.#file.saved.device;
  }

  get uuid(): string {
    return this.#file.saved.uuid;
  }

  async setAsBefore(list: ListName): Promise<SetOutcome> {
    const { client } = this.#visit.connection;
    const before = this.#file.saved.before[list];
    const traits = await this.#visit.call((context) => client.traits(context));
    return this.set(list, itemsToRestore(list, before, traits));
  }

  async set(list: ListName, entries: readonly (readonly XmlElement[])[], name = this.device): Promise<SetOutcome> {
    const { client } = this.#visit.connection;
    const sent = spelled(list, entries.map(entryOf));
    const other = list === 'speeddials' ? 'busyLampFields' : 'speeddials';
    const before = await this.#read();
    await this.#file.willHold(list, sent);
    const key = { kind: 'phone', name: name as DeviceName } as const;
    const { lampAlwaysHasDirn } = await this.#visit.call((context) => client.traits(context));
    const items = list === 'busyLampFields' && lampAlwaysHasDirn ? entries.map(withDirn) : entries;
    const refusal = await this.#visit
      .call((context) => updateDevice(client, key, updateOf[list], items, true, context))
      .then(() => undefined, failureAlone);
    const after = await this.#read();
    const holds = spelled(list, after.lists[list]);
    await this.#file.willHold(list, holds);
    return {
      refusal,
      isHeld: holds === sent,
      isAsBefore: holds === spelled(list, before.lists[list]),
      isOtherKept: spelled(other, after.lists[other]) === spelled(other, before.lists[other]),
      isInTables: await this.#isInTables(after.lists.speeddials, after.lists.busyLampFields),
      held: after.lists[list].length,
    };
  }

  /** Restores the lists; Ctrl-C does not interrupt it. The file is deleted afterwards. */
  async end(): Promise<RestoreResult> {
    const visit = this.#visit;
    try {
      const result = await restoreLists(visit.connection.client, this.#file.saved, (work) => visit.callToEnd(work));
      await (result.outcome === 'as-before' ? this.#file.remove() : this.#file.close());
      return result;
    } catch (thrown) {
      await this.#file.close();
      throw thrown;
    }
  }

  #read() {
    return this.#visit.call((context) => readPhone(this.#visit.connection.client, this.device, context));
  }

  async #isInTables(dials: readonly XmlElement[], lamps: readonly XmlElement[]): Promise<boolean> {
    const rows = (table: 'dial' | 'lamp') =>
      this.#visit.call((context) => this.#visit.pages.rowsOf(table, [this.uuid], context));
    const inTable = (await rows('dial')).map(({ cells: { position, dirn, label } }) =>
      JSON.stringify([String(position), dirn, label]),
    );
    const inObject = dials.map((dial) =>
      JSON.stringify([
        canonicalIndex(childText(dial, 'index')),
        dialledForm(childText(dial, 'dirn')),
        childText(dial, 'label'),
      ]),
    );
    const lampsInTable = (await rows('lamp')).map(({ cells: { position, label } }) =>
      JSON.stringify([String(position), label]),
    );
    const lampsInObject = lamps.map((lamp) =>
      JSON.stringify([canonicalIndex(childText(lamp, 'index')), childText(lamp, 'label')]),
    );
    return sameSet(inTable, inObject) && sameSet(lampsInTable, lampsInObject);
  }
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

/**
 * Adds an empty blfDirn to a free-form busy lamp field. Up to release 10.5, every busy lamp field must have a blfDirn.
 */
function withDirn(children: readonly XmlElement[]): readonly XmlElement[] {
  return children.some(({ name }) => name === 'blfDirn') ? children : [elementOf('blfDirn', ''), ...children];
}

function entryOf(children: readonly XmlElement[]): XmlElement {
  return { name: '', attributes: {}, children, text: '' };
}

function failureAlone(thrown: unknown): ServiceError {
  if (isServiceError(thrown) && !isServiceError(thrown, 'call-manager-refused-credentials')) return thrown;
  throw thrown;
}
