import type { CallContext } from '../use-cases/call-context.js';
import type { SweptTable } from '../domain/swept-tables.js';
import type { ListTable, SweptPage, SweptRow } from './swept-tables.js';

/** A page, and what the next one is sized by. */
export interface ReadPage extends SweptPage {
  /** About how many bytes the call manager's answer had. */
  readonly bytes: number;
  /** How many rows the answer had, those of an owner that was cut off included. */
  readonly fetched: number;
  /** How many of them the page stands for, those that are not kept included. */
  readonly counted: number;
  /** The owner that has all rows of the answer, and maybe more: then the page has none. */
  readonly crowded?: string | undefined;
}

/** A place among the rows of one owner. */
export interface RowPlace {
  readonly index: number;
  /** The row's own key. */
  readonly key: string;
}

/** Some rows of one owner, in the order of their indexes and keys. */
export interface OwnerPart {
  readonly rows: readonly SweptRow[];
  readonly bytes: number;
  readonly fetched: number;
  /** Undefined if there are no rows. */
  readonly first: RowPlace | undefined;
  /** Behind which to go on; undefined if that was the end. */
  readonly next: RowPlace | undefined;
}

/** The call manager's answer would be too large; so many rows fit, where it said so. */
export interface PageTooLarge {
  readonly fits: number | undefined;
}

/** So many owners are asked for by their keys at once: a statement of 8 KB. */
export const ownersAtOnce = 200;

/** What a sweep asks of a call manager: its tables, page by page. */
export interface ClusterPages {
  /**
   * Reads the rows of a table behind an owner's key, of the publisher alone.
   * @param size the most rows that are asked for
   * @throws ServiceError; `call-manager-fault` where the call manager refuses SQL
   */
  page(table: SweptTable, after: string, size: number, context: CallContext): Promise<ReadPage | PageTooLarge>;
  /**
   * Reads some rows of one owner, which has more than a page holds.
   * @param behind undefined is the beginning
   * @throws ServiceError likewise
   */
  part(
    of: { readonly table: ListTable; readonly owner: string },
    behind: RowPlace | undefined,
    size: number,
    context: CallContext,
  ): Promise<OwnerPart | PageTooLarge>;
  /**
   * Reads the rows of some owners, in the same way. One that has none is not there.
   * @param owners `ownersAtOnce` at most
   * @throws ServiceError likewise
   */
  rowsOf(table: SweptTable, owners: readonly string[], context: CallContext): Promise<readonly SweptRow[]>;
  /**
   * Counts the rows of a table, or those that one owner has in it, of the publisher alone.
   * @returns undefined if the call manager does not count
   * @throws ServiceError if it cannot be asked now
   */
  count(table: SweptTable, owner: string | undefined, context: CallContext): Promise<number | undefined>;
}
