import type { CallContext } from '../use-cases/call-context.js';
import type { SweptTable } from '../domain/swept-tables.js';
import type { ListTable, SweptPage, SweptRow } from './swept-tables.js';

/** A page, with the facts that decide the size of the next page. */
export interface ReadPage extends SweptPage {
  /** The size of the call manager's answer in bytes, roughly. */
  readonly bytes: number;
  /** How many rows the answer had, including rows of an owner that was cut off. */
  readonly fetched: number;
  /** How many of these rows the page covers, including rows that are not stored. */
  readonly counted: number;
  /** Defined if all rows in the answer belong to one owner, who may have even more rows. The page then has no rows. */
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
  /** The place after which to continue; undefined at the end. */
  readonly next: RowPlace | undefined;
}

/**
 * The call manager's answer would be too large. `fits` is the number of rows that fit, if the call manager has named
 * it.
 */
export interface PageTooLarge {
  readonly fits: number | undefined;
}

/** How many owners are requested by their keys at once. The statement then has 8 KB. */
export const ownersAtOnce = 200;

/** What a sweep asks a call manager for: its tables, page by page. */
export interface ClusterPages {
  /**
   * Reads the rows of a table after an owner's key, from the publisher only.
   * @param size how many rows are requested at most
   * @throws ServiceError; `call-manager-fault` if the call manager refuses SQL
   */
  page(table: SweptTable, after: string, size: number, context: CallContext): Promise<ReadPage | PageTooLarge>;
  /**
   * Reads some rows of one owner that has more rows than a page holds.
   * @param behind the place after which to begin; undefined at the beginning
   * @throws ServiceError like `page`
   */
  part(
    of: { readonly table: ListTable; readonly owner: string },
    behind: RowPlace | undefined,
    size: number,
    context: CallContext,
  ): Promise<OwnerPart | PageTooLarge>;
  /**
   * Reads the rows of some owners, from the publisher only. An owner without rows is left out.
   * @param owners at most `ownersAtOnce`
   * @throws ServiceError like `page`
   */
  rowsOf(table: SweptTable, owners: readonly string[], context: CallContext): Promise<readonly SweptRow[]>;
  /**
   * Counts the rows of a table, or the rows of one owner in it, at the publisher only.
   * @returns undefined if the call manager does not count
   * @throws ServiceError if it cannot be asked now
   */
  count(table: SweptTable, owner: string | undefined, context: CallContext): Promise<number | undefined>;
}
