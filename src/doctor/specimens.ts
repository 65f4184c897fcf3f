import { randomUUID } from 'node:crypto';
import { quoted } from '../axl/adapter/lookup-by-sql.js';
import { parseUuid } from '../domain/identifiers.js';
import { childText, type XmlElement } from '../axl/soap/xml.js';

/** A device for a probe. */
export interface Specimen {
  readonly uuid: string;
  readonly name: string;
}

/** A directory number on a phone. */
export interface SpecimenNumber {
  readonly uuid: string;
  /** As it is stored, possibly with a backslash. */
  readonly pattern: string;
  readonly partition: string;
}

type Ask = (query: string) => Promise<XmlElement[]>;

/**
 * The phones, profiles and numbers of the call manager for the probes. Each is chosen by a random key, because the call
 * manager's keys are random too. Each answer is remembered.
 */
export class Specimens {
  readonly #ask: Ask;
  readonly #known = new Map<string, Promise<readonly XmlElement[]>>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async phones(most: number): Promise<Specimen[]> {
    return (await this.#some(deviceQuery(1, most), 'd.pkid', 'phones', most)).map(specimenIn);
  }

  async profiles(most: number): Promise<Specimen[]> {
    return (await this.#some(deviceQuery(254, most), 'd.pkid', 'profiles', most)).map(specimenIn);
  }

  /** Numbers of phones. */
  async numbers(most: number): Promise<SpecimenNumber[]> {
    return (await this.#some(numberQuery(most, ''), 'n.pkid', 'numbers', most)).map(numberIn);
  }

  /** Numbers of phones whose plus is stored with a backslash. */
  async plusNumbers(most: number): Promise<SpecimenNumber[]> {
    const hasPlus = String.raw` AND SUBSTR(n.dnorpattern, 1, 2) = '\+'`;
    return (await this.#some(numberQuery(most, hasPlus), 'n.pkid', 'plus', most)).map(numberIn);
  }

  /** Phones with at least one busy lamp field. */
  async phonesWithLamps(most: number): Promise<Specimen[]> {
    const having = ' AND EXISTS (SELECT b.pkid FROM blfspeeddial b WHERE b.fkdevice = d.pkid)';
    return (await this.#some(deviceQuery(1, most) + having, 'd.pkid', 'lamps', most)).map(specimenIn);
  }

  /** Rows after a random key; if there are too few, rows from the beginning. */
  #some(query: string, key: string, what: string, most: number): Promise<readonly XmlElement[]> {
    const known = this.#known.get(`${what} ${most}`) ?? this.#choose(query, key, most);
    this.#known.set(`${what} ${most}`, known);
    return known;
  }

  async #choose(query: string, key: string, most: number): Promise<readonly XmlElement[]> {
    const from = quoted(randomUUID());
    const behind = await this.#ask(`${query} AND ${key} > ${from} ORDER BY pkid`);
    if (behind.length >= most) return behind;
    const before = await this.#ask(`${query} AND ${key} <= ${from} ORDER BY pkid`);
    return [...behind, ...before].slice(0, most);
  }
}

function deviceQuery(tkclass: number, most: number): string {
  return `SELECT FIRST ${most} d.pkid AS pkid, d.name AS name FROM device d WHERE d.tkclass = ${tkclass}`;
}

function numberQuery(most: number, condition: string): string {
  return (
    `SELECT FIRST ${most} n.pkid AS pkid, n.dnorpattern AS pattern, r.name AS routepartition ` +
    'FROM numplan n LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition WHERE n.tkpatternusage = 2 ' +
    'AND EXISTS (SELECT w.pkid FROM devicenumplanmap w INNER JOIN device x ON x.pkid = w.fkdevice ' +
    `WHERE w.fknumplan = n.pkid AND x.tkclass = 1)${condition}`
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
