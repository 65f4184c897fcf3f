import type { KnownName, KnownNumber } from './finding-rules.js';
import { type DialPattern, matches, patternOf } from './dial-pattern.js';
import { foldedName } from './kept-former-labels.js';
import type { Sql } from '../../store/sql.js';

/** A generation, as statements name it. */
export interface GenerationNames {
  /** The condition that a row, named by an alias, exists in the generation. */
  readonly seen: (alias: string) => string;
}

/** How many rows are read at once. */
const rowsAtOnce = 500;

/** Every number of a generation, with its names. */
export class KnownNumbers {
  readonly #byKey = new Map<string, Named>();
  /** The only directory number with these digits; null if there are several. */
  readonly #byDigits = new Map<string, KnownNumber | null>();
  /**
   * The only directory number with a name; null if there are several. The name of a translation pattern or hunt pilot
   * is no one's name.
   */
  readonly #byName = new Map<string, KnownNumber | null>();
  readonly #partitions = new Map<string, string>();
  /** The patterns that a call may reach, except directory numbers of digits alone. */
  readonly #patterns: DialPattern[] = [];

  static async read(sql: Sql, names: GenerationNames): Promise<KnownNumbers> {
    const numbers = new KnownNumbers();
    const { seen } = names;
    const read = `SELECT id, owner, dirn, partition, alerting, description, usage FROM cluster_number n WHERE ${seen('n')}`;
    for await (const rows of rowsOf<NumberRow>(sql, read)) for (const row of rows) numbers.#add(row);
    const lines = `SELECT id, number, display FROM cluster_line l WHERE ${seen('l')}`;
    for await (const rows of rowsOf<LineRow>(sql, lines)) {
      for (const { number, display } of rows) {
        const known = numbers.#byKey.get(number);
        if (!known) continue;
        known.isCarried = true;
        numbers.#name(known, 'display', display);
      }
    }
    const forwards = `SELECT id, owner FROM cluster_forward f WHERE ${seen('f')}`;
    for await (const rows of rowsOf<ForwardRow>(sql, forwards)) {
      for (const { owner } of rows) {
        const known = numbers.#byKey.get(owner);
        if (known) known.isForwarded = true;
      }
    }
    return numbers;
  }

  /** @returns the number with a key of the call manager */
  withKey(key: string): KnownNumber | undefined {
    return this.#byKey.get(key);
  }

  /** @returns the directory number with these digits, if there is exactly one */
  alone(dirn: string): KnownNumber | undefined {
    return this.#byDigits.get(dirn) ?? undefined;
  }

  /** Whether several directory numbers have these digits. Which of them is reached depends on who calls. */
  isAmbiguous(dirn: string): boolean {
    return this.#byDigits.get(dirn) === null;
  }

  namedAlone(name: string): KnownNumber | undefined {
    return this.#byName.get(name) ?? undefined;
  }

  /** Whether any directory number has a name, which is folded. */
  isName(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Whether digits may reach something: a number, or a pattern of the call manager. */
  mayLead(dirn: string): boolean {
    return this.#byDigits.has(dirn) || this.#patterns.some((pattern) => matches(pattern, dirn));
  }

  #add({ owner, dirn, partition, alerting, description, usage }: NumberRow): void {
    const known: Named = {
      ...{ key: owner, dirn, partition: this.#shared(partition), isDirectory: usage === 2 },
      ...{ isCarried: false, isForwarded: false, names: [], isNamed: true },
    };
    this.#byKey.set(owner, known);
    if (known.isDirectory) this.#byDigits.set(dirn, this.#byDigits.has(dirn) ? null : known);
    this.#name(known, 'alerting name', alerting);
    this.#name(known, 'description', description);
    if (notDialled.has(usage) || (known.isDirectory && digitsAlone.test(dirn))) return;
    const pattern = patternOf(dirn);
    if (pattern) this.#patterns.push(pattern);
  }

  /**
   * Adds a name. A name that the number has from another source already is not added again; spaces around it do not
   * count. If one name is not known, no name of the number counts.
   */
  #name(known: Named, source: KnownName['source'], text: string | null): void {
    known.isNamed &&= text !== null;
    if (!known.isNamed) known.names = [];
    if (!known.isNamed || text === null) return;
    const name = text.trim();
    const folded = foldedName(name);
    if (folded === '' || known.names.some((one) => one.name === name)) return;
    const isNew = !known.names.some((one) => one.folded === folded);
    known.names = [...known.names, { source, name, folded }];
    if (isNew && known.isDirectory) this.#byName.set(folded, this.#byName.has(folded) ? null : known);
  }

  /** There are few partitions, and each has many numbers. So all numbers of a partition share one text. */
  #shared(partition: string): string {
    const shared = this.#partitions.get(partition) ?? partition;
    this.#partitions.set(shared, shared);
    return shared;
  }
}

/**
 * Kinds of numplan's rows that no call reaches (tkpatternusage, as seen on a live 15): 11 is the line of a phone
 * template, and 12, 15 and 20 are transformations of numbers. A call may reach a kind that is not known.
 */
const notDialled: ReadonlySet<number | null> = new Set([11, 12, 15, 20]);

const digitsAlone = /^\+?[0-9*#]*$/;

interface Named extends KnownNumber {
  isCarried: boolean;
  isForwarded: boolean;
  names: readonly KnownName[];
  /** Whether all its names are known. */
  isNamed: boolean;
}

interface LineRow {
  readonly id: number;
  readonly number: string;
  readonly display: string | null;
}

interface ForwardRow {
  readonly id: number;
  /** The key of the number. */
  readonly owner: string;
}

interface NumberRow {
  readonly id: number;
  readonly owner: string;
  readonly dirn: string;
  readonly partition: string;
  readonly alerting: string | null;
  readonly description: string | null;
  /** Null if the call manager gave none. */
  readonly usage: number | null;
}

/** Reads rows in order of their ids, in portions. */
async function* rowsOf<Row extends { readonly id: number }>(
  sql: Sql,
  statement: string,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = await sql.all<Row>(`${statement} AND id > $1 ORDER BY id LIMIT ${rowsAtOnce}`, [after]);
    yield rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.id ?? 0;
  }
}
