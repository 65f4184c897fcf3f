import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { type DeviceKey, deviceNoun } from '../../domain/device.js';
import { dialledForm } from '../../domain/identifiers.js';
import { canonicalIndex } from '../../domain/buttons.js';
import type { Item } from '../../axl/soap/envelope.js';
import type { XmlElement } from '../../axl/soap/xml.js';
import { childText, elementOf } from '../../axl/soap/xml.js';
import { plain, type Told, told } from '../told.js';
import type { Visit } from '../visit.js';
import {
  type DeviceRead,
  entriesTold,
  goneTold,
  itemsToRestore,
  type ListName,
  listNames,
  listTold,
  readByName,
  readSettled,
  reasonTold,
  readTarget,
  sendList,
  shownDevice,
  spelled,
  type Target,
} from './device.js';
import { changedFacts } from './facts.js';
import { isMadeOf } from './made-of.js';
import { type RestoreResult, restoreLists } from './restore-lists.js';
import { leftBehind, SavedFile } from './saved-lists.js';
import { type Harm, type SetOutcome, TrialEnded, type WrittenDevice } from './written-device.js';

/** Says why a device may not be written to. Show it only on the terminal of the user who named the device. */
export class NotForTrial extends Error {
  override readonly name = 'NotForTrial';
}

/** The device that a user named for writing, and where its lists are saved. */
export interface WritingAt {
  readonly device: DeviceKey;
  /** Whether a device with a line may be written to. */
  readonly mayHaveLines: boolean;
  readonly folder: string;
}

/** How often a list is sent whose answers are lost. */
const mostSends = 3;

/** The other one of the two lists. */
const otherThan = { speeddials: 'busyLampFields', busyLampFields: 'speeddials' } as const;

/** The only device that is written to, and the file with its original lists. */
export class Trial implements WrittenDevice {
  readonly #visit: Visit;
  readonly #file: SavedFile;
  readonly #harm = { otherList: [] as Told[], beside: [] as Told[] };
  #writes = 0;
  #replaces = true;

  private constructor(visit: Visit, file: SavedFile) {
    this.#visit = visit;
    this.#file = file;
  }

  /**
   * Reads the device, and checks if it may be written to. Writes nothing, anywhere.
   * @throws NotForTrial; ServiceError if the device cannot be read
   */
  static async check(visit: Visit, { device, mayHaveLines, folder }: WritingAt): Promise<DeviceRead> {
    const { client } = visit.connection;
    const { read, traits } = await visit.call(async (context) => ({
      read: await readByName(client, device, context),
      traits: await client.traits(context),
    }));
    const shown = shownDevice(device);
    if (read.isTemplate) throw new NotForTrial(`${shown} is a template, not a ${deviceNoun[device.kind]}`);
    if (read.lines > 0 && !mayHaveLines) {
      throw new NotForTrial(`${shown} has ${read.lines} lines, so someone may use it: name another one, or add --yes`);
    }
    try {
      for (const list of listNames) itemsToRestore(list, read.lists[list], traits);
    } catch (thrown) {
      if (!isServiceError(thrown) && !(thrown instanceof RangeError)) throw thrown;
      throw new NotForTrial(`${shown} has a button that could not be restored unchanged: name another one`);
    }
    const left = (await leftBehind(folder)).find(({ saved }) => saved?.target.uuid === read.uuid);
    if (left) throw new NotForTrial(`${left.file} has older lists of ${shown}: restore them first`);
    return read;
  }

  /**
   * Saves the lists of a device, and does nothing else.
   * @throws NotForTrial; ServiceError if the device cannot be read
   */
  static async begin(visit: Visit, writing: WritingAt): Promise<Trial> {
    const { uuid, lists: before, beside } = await Trial.check(visit, writing);
    const file = await SavedFile.make(writing.folder, {
      node: visit.connection.client.publisher,
      target: { ...writing.device, uuid },
      before,
      beside: [...beside],
    });
    return new Trial(visit, file);
  }

  get target(): Target {
    return this.#file.saved.target;
  }

  get writes(): number {
    return this.#writes;
  }

  get replaces(): boolean {
    return this.#replaces;
  }

  get harm(): Harm {
    return this.#harm;
  }

  async setAsBefore(list: ListName): Promise<SetOutcome> {
    const { client } = this.#visit.connection;
    const before = this.#file.saved.before[list];
    const traits = await this.#visit.call((context) => client.traits(context));
    return this.set(list, itemsToRestore(list, before, traits));
  }

  async set(list: ListName, entries: readonly (readonly XmlElement[])[]): Promise<SetOutcome> {
    const { client } = this.#visit.connection;
    const sentEntries = entries.map((children) => elementOf('', children));
    const sent = spelled(list, sentEntries);
    const before = await this.#found();
    const had = spelled(list, before.lists[list]);
    await this.#file.willHold(list, sent);
    const { lampAlwaysHasDirn } = await this.#visit.call((context) => client.traits(context));
    const items = list === 'busyLampFields' && lampAlwaysHasDirn ? entries.map(withDirn) : entries;
    const { refusal, after } = await this.#sent(list, { items, sent, had, by: before.by });
    const held = spelled(list, after.lists[list]);
    await this.#keepOurs(list, after, [sentEntries, before.lists[list]]);
    const harm = await this.#harmOf(otherThan[list], before, after);
    const isHeld = held === sent;
    // Entries may be altered, or cut off at the end: that also replaces the list.
    const isKept = entries.length === 0 ? after.lists[list].length === 0 : after.lists[list].length > 0;
    const isAltered = isKept && isMadeOf(list, after.lists[list], [sentEntries]);
    if (refusal || !(isHeld || isAltered)) this.#replaces = false;
    return {
      refusal,
      isHeld,
      isExact: sameSet(labelsOf(sentEntries), labelsOf(after.lists[list])),
      isAsBefore: held === had,
      isNew: sent !== had,
      harm,
      isInTables: await this.#isInTables(after.lists.speeddials, after.lists.busyLampFields),
      reason: reasonTold(list, { sent: sentEntries, held: after.lists[list], before: before.lists[list] }),
      held,
    };
  }

  /**
   * Sends a list and reads the device. If the answer is lost and the device still has the list from before, the list is
   * sent again.
   */
  async #sent(
    list: ListName,
    { items, sent, had, by }: { readonly items: readonly Item[]; sent: string; had: string; by: DeviceRead['by'] },
  ): Promise<{ readonly refusal: ServiceError | undefined; readonly after: DeviceRead }> {
    const { client } = this.#visit.connection;
    for (let sends = 1; ; sends += 1) {
      this.#writes += 1;
      const failure = await this.#visit
        .call((context) => sendList(client, this.target, { list, items, by }, context))
        .then(() => undefined, answerAlone);
      const isLost = failure?.facts.effect === 'unknown';
      const isRefused = failure !== undefined && !isLost;
      // Only the list from before may still be shown by a publisher that lags.
      const after = await readSettled(
        () => this.#read(),
        ({ lists }) => isRefused || sent === had || spelled(list, lists[list]) !== had,
      );
      const holds = spelled(list, after.lists[list]);
      // The list that the device has proves more than an answer that was lost or could not be read.
      if (!isLost || holds === sent) return { refusal: isLost ? undefined : failure, after };
      if (holds !== had || sends === mostSends) return { refusal: failure, after };
    }
  }

  /** Restores the lists; Ctrl-C does not interrupt it. The file is deleted if the device has its lists again. */
  async end(): Promise<RestoreResult> {
    const visit = this.#visit;
    try {
      const result = await restoreLists(visit.connection.client, this.#file.saved, visit);
      await (result.isDone ? this.#file.remove() : this.#file.close());
      return result;
    } catch (thrown) {
      await this.#file.close();
      throw thrown;
    }
  }

  /** Reads the device. @throws TrialEnded if it is gone, or has a list that the doctor did not set */
  async #found(): Promise<DeviceRead> {
    const read = await this.#read();
    for (const list of listNames) {
      const holds = spelled(list, read.lists[list]);
      if (holds !== spelled(list, this.#file.saved.before[list]) && !this.#file.saved.set[list].has(holds)) {
        throw foreignList(list, holds);
      }
    }
    return read;
  }

  async #read(): Promise<DeviceRead> {
    const { client } = this.#visit.connection;
    const read = await this.#visit.call((context) => readTarget(client, this.target, context));
    if ('movedTo' in read) throw new TrialEnded(goneTold(this.target, read));
    return read;
  }

  /** Records the list that was found after a write. @throws TrialEnded if someone else has set it */
  async #keepOurs(list: ListName, { lists }: DeviceRead, sources: readonly (readonly XmlElement[])[]): Promise<void> {
    const holds = spelled(list, lists[list]);
    if (!isMadeOf(list, lists[list], sources)) throw foreignList(list, holds);
    await this.#file.willHold(list, holds);
  }

  /** Compares what a write must not change. The other list is recorded, so that it can be restored. */
  async #harmOf(other: ListName, before: DeviceRead, after: DeviceRead): Promise<Told | undefined> {
    const [had, has] = [spelled(other, before.lists[other]), spelled(other, after.lists[other])];
    const list =
      had === has ? undefined : told`the ${plain(listTold[other])} were ${entriesTold(had)}, are ${entriesTold(has)}`;
    if (list) await this.#keepOurs(other, after, [before.lists[other]]);
    const beside = changedFacts(before.beside, after.beside);
    if (list) this.#harm.otherList.push(list);
    if (beside) this.#harm.beside.push(beside);
    return list && beside ? told`${list}; ${beside}` : (list ?? beside);
  }

  async #isInTables(dials: readonly XmlElement[], lamps: readonly XmlElement[]): Promise<boolean | undefined> {
    if (await this.#visit.specimens.sqlRefusal()) return undefined;
    const rows = (table: 'dial' | 'lamp') =>
      this.#visit.call((context) => this.#visit.pages.rowsOf(table, [this.target.uuid], context));
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

function foreignList(list: ListName, holds: string): TrialEnded {
  return new TrialEnded(
    told`Someone else has changed the ${plain(listTold[list])} meanwhile. They are ${entriesTold(holds)}.`,
  );
}

function labelsOf(entries: readonly XmlElement[]): string[] {
  return entries.map((entry) => childText(entry, 'label'));
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

/** @returns what an update was answered with; any other failure says nothing about updates and is thrown again */
function answerAlone(thrown: unknown): ServiceError {
  const isAnswer = isServiceError(thrown, 'rejected-by-call-manager');
  if (isAnswer || (isServiceError(thrown) && thrown.facts.effect === 'unknown')) return thrown;
  throw thrown;
}
