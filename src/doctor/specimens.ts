import { randomInt, randomUUID } from 'node:crypto';
import { quoted } from '../axl/adapter/lookup-by-sql.js';
import { isTemplate } from '../axl/adapter/mapping.js';
import { getLineDevices, listLine, listPhone } from '../axl/adapter/operations.js';
import type { AxlClient } from '../axl/client/axl-client.js';
import { isServiceError, type ServiceError } from '../domain/errors.js';
import type { CallContext } from '../use-cases/call-context.js';
import { parseUuid } from '../domain/identifiers.js';
import { childText, type XmlElement } from '../axl/soap/xml.js';

/** A device for a probe. Its key is empty if the call manager gave none. */
export interface Specimen {
  readonly uuid: string;
  readonly name: string;
}

/** A directory number on a phone. Its key is empty if the call manager gave none. */
export interface SpecimenNumber {
  readonly uuid: string;
  /** As it is stored, possibly with a backslash. */
  readonly pattern: string;
  readonly partition: string;
}

/** A directory number, and how many devices have it. */
export interface SharedNumber extends SpecimenNumber {
  readonly devices: number;
}

type Ask = (query: string) => Promise<XmlElement[]>;
type Call = <Result>(work: (context: CallContext) => Promise<Result>) => Promise<Result>;

/** How many rows more than wanted are asked for, because some are templates. */
const spare = 10;
/** How many lines are looked at, by several requests each, to find lines of phones without SQL. */
const mostLookedAt = 40;

/**
 * The phones, profiles and numbers of the call manager for the probes. Each is chosen by a random key, because the call
 * manager's keys are random too. If SQL is refused, phones and numbers are found by listPhone and listLine. Each answer
 * is remembered.
 */
export class Specimens {
  readonly #client: AxlClient;
  readonly #ask: Ask;
  readonly #call: Call;
  readonly #known = new Map<string, Promise<readonly unknown[]>>();
  #refusal: Promise<ServiceError | undefined> | undefined;

  constructor(client: AxlClient, ask: Ask, call: Call) {
    this.#client = client;
    this.#ask = ask;
    this.#call = call;
  }

  /** @returns how the call manager refuses the simplest query; undefined if it accepts it */
  sqlRefusal(): Promise<ServiceError | undefined> {
    this.#refusal ??= this.#ask('SELECT FIRST 1 d.pkid AS pkid FROM device d').then(
      () => undefined,
      (thrown: unknown) => {
        if (isServiceError(thrown, 'call-manager-fault') || isForbidden(thrown)) return thrown;
        throw thrown;
      },
    );
    return this.#refusal;
  }

  /** Phones; no templates. */
  phones(most: number): Promise<readonly Specimen[]> {
    return this.#remembered(`phones ${most}`, async () =>
      (await this.sqlRefusal()) ? this.#listedPhones(most) : this.#devices(1, '', most),
    );
  }

  profiles(most: number): Promise<readonly Specimen[]> {
    return this.#remembered(`profiles ${most}`, async () =>
      (await this.sqlRefusal()) ? [] : this.#devices(254, '', most),
    );
  }

  /** Phones with at least one busy lamp field. */
  phonesWithLamps(most: number): Promise<readonly Specimen[]> {
    const having = ' AND EXISTS (SELECT b.pkid FROM blfspeeddial b WHERE b.fkdevice = d.pkid)';
    return this.#remembered(`lamps ${most}`, async () =>
      (await this.sqlRefusal()) ? [] : this.#devices(1, having, most),
    );
  }

  /** Numbers of phones. */
  numbers(most: number): Promise<readonly SpecimenNumber[]> {
    return this.#remembered(`numbers ${most}`, async () =>
      (await this.sqlRefusal()) ? this.#listedNumbers(most, '%') : this.#chosenNumbers('', most),
    );
  }

  /** Numbers of phones whose plus is stored with a backslash. */
  plusNumbers(most: number): Promise<readonly SpecimenNumber[]> {
    const hasPlus = String.raw` AND SUBSTR(n.dnorpattern, 1, 2) = '\+'`;
    return this.#remembered(`plus ${most}`, async () => {
      if (!(await this.sqlRefusal())) return this.#chosenNumbers(hasPlus, most);
      return (await this.#listedNumbers(most, '%+%')).filter(({ pattern }) => pattern.startsWith(String.raw`\+`));
    });
  }

  /** The number that most devices have, if the call manager can tell. */
  async mostShared(): Promise<SharedNumber | undefined> {
    const [shared] = await this.#remembered('shared', async () => {
      if (await this.sqlRefusal()) return [];
      const query =
        'SELECT FIRST 1 m.fknumplan AS pkid, COUNT(*) AS counted FROM devicenumplanmap m INNER JOIN numplan n ON ' +
        'n.pkid = m.fknumplan WHERE n.tkpatternusage = 2 GROUP BY m.fknumplan ORDER BY counted DESC';
      const [row] = await this.#ask(query).catch((thrown: unknown) => {
        if (isServiceError(thrown, 'call-manager-fault')) return [];
        throw thrown;
      });
      if (!row) return [];
      const devices = Number(childText(row, 'counted'));
      const found = await this.#ask(`${numberColumns(1)} WHERE n.pkid = ${quoted(keyIn(row))}`);
      return found.map((number) => ({ ...numberIn(number), devices }));
    });
    return shared;
  }

  #remembered<One>(what: string, find: () => Promise<readonly One[]>): Promise<readonly One[]> {
    const known = (this.#known.get(what) as Promise<readonly One[]> | undefined) ?? find();
    this.#known.set(what, known);
    return known;
  }

  async #devices(tkclass: number, condition: string, most: number): Promise<Specimen[]> {
    const rows = await this.#choose(deviceQuery(tkclass, most + spare) + condition, 'd.pkid', most + spare);
    return rows
      .filter((row) => !isTemplate(row))
      .slice(0, most)
      .map(specimenIn);
  }

  async #chosenNumbers(condition: string, most: number): Promise<SpecimenNumber[]> {
    return (await this.#choose(numberQuery(most, condition), 'n.pkid', most)).map(numberIn);
  }

  /** Rows after a random key; if there are too few, rows from the beginning. */
  async #choose(query: string, key: string, most: number): Promise<readonly XmlElement[]> {
    const from = quoted(randomUUID());
    const behind = await this.#ask(`${query} AND ${key} > ${from} ORDER BY pkid`);
    if (behind.length >= most) return behind;
    const before = await this.#ask(`${query} AND ${key} <= ${from} ORDER BY pkid`);
    return [...behind, ...before].slice(0, most);
  }

  /** Phones whose names end with random digits; any phones if there are none. */
  async #listedPhones(most: number): Promise<Specimen[]> {
    for (const end of randomEnds()) {
      const rows = await this.#call((context) => listPhone(this.#client, `%${end}`, context));
      const phones = rows.filter((row) => !isTemplate(row)).slice(0, most);
      if (phones.length > 0)
        return phones.map((row) => ({
          uuid: parseUuid(row.attributes['uuid'] ?? '') ?? '',
          name: childText(row, 'name'),
        }));
    }
    return [];
  }

  /** Numbers of phones that end with random digits; any if there are none without a plus. */
  async #listedNumbers(most: number, pattern: string): Promise<SpecimenNumber[]> {
    const found = new Map<string, SpecimenNumber>();
    for (const end of randomEnds()) {
      const lines = await this.#call((context) => listLine(this.#client, `${pattern}${end}`, context));
      for (const line of lines.slice(0, mostLookedAt)) {
        if (found.size === most) break;
        const [device] = await this.#call((context) => getLineDevices(this.#client, line, context));
        if (device === undefined) continue;
        const [phone] = await this.#call((context) => listPhone(this.#client, device, context));
        const { uuid, pattern: number, routePartitionName: partition } = line;
        if (phone) found.set(`${number} ${partition}`, { uuid: parseUuid(uuid) ?? '', pattern: number, partition });
      }
      if ([...found.values()].some(({ pattern: number }) => /^\d/.test(number))) break;
    }
    return [...found.values()];
  }
}

function isForbidden(thrown: unknown): thrown is ServiceError {
  return isServiceError(thrown, 'call-manager-refused-credentials') && thrown.facts.cause === 'HTTP 403';
}

/** Two random digits, one, and none. */
function randomEnds(): string[] {
  const digits = String(randomInt(10, 100));
  return [digits, digits.slice(1), ''];
}

function deviceQuery(tkclass: number, most: number): string {
  return (
    `SELECT FIRST ${most} d.pkid AS pkid, d.name AS name, p.name AS product, t.name AS model FROM device d ` +
    'LEFT OUTER JOIN typeproduct p ON p.enum = d.tkproduct LEFT OUTER JOIN typemodel t ON t.enum = d.tkmodel ' +
    `WHERE d.tkclass = ${tkclass}`
  );
}

function numberColumns(most: number): string {
  return (
    `SELECT FIRST ${most} n.pkid AS pkid, n.dnorpattern AS pattern, r.name AS routepartition ` +
    'FROM numplan n LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition'
  );
}

function numberQuery(most: number, condition: string): string {
  return (
    `${numberColumns(most)} WHERE n.tkpatternusage = 2 AND EXISTS (SELECT w.pkid FROM devicenumplanmap w ` +
    `INNER JOIN device x ON x.pkid = w.fkdevice WHERE w.fknumplan = n.pkid AND x.tkclass = 1)${condition}`
  );
}

function specimenIn(row: XmlElement): Specimen {
  return { uuid: keyIn(row), name: childText(row, 'name') };
}

function numberIn(row: XmlElement): SpecimenNumber {
  return {
    uuid: keyIn(row),
    pattern: childText(row, 'pattern'),
    partition: childText(row, 'routepartition'),
  };
}

function keyIn(row: XmlElement): string {
  const key = childText(row, 'pkid');
  return parseUuid(key) ?? key;
}
