import type { CallContext } from '../use-cases/call-context.js';
import type { SweptTable } from '../domain/swept-tables.js';
import type { SweptPage, SweptRow } from './swept-tables.js';

/** A page, and what the next one is sized by. */
export interface ReadPage extends SweptPage {
  /** About how many bytes the call manager's answer had. */
  readonly bytes: number;
  /** How many rows the answer had, those of an owner that was cut off included. */
  readonly fetched: number;
}

/** The call manager's answer would be too large; so many rows fit, where it said so. */
export interface PageTooLarge {
  readonly fits: number | undefined;
}

/** What a sweep asks of a call manager: its tables, page by page. */
export interface ClusterPages {
  /**
   * Reads the rows of a table behind an owner's key, of the publisher alone.
   * @param size the most rows that are asked for
   * @throws ServiceError; `call-manager-fault` where the call manager refuses SQL
   */
  page(table: SweptTable, after: string, size: number, context: CallContext): Promise<ReadPage | PageTooLarge>;
  /**
   * Reads the rows of one owner, in the same way.
   * @throws ServiceError likewise
   */
  rowsOf(table: SweptTable, owner: string, context: CallContext): Promise<readonly SweptRow[]>;
}
