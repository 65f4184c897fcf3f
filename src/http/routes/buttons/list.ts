import type { z } from 'zod';
import type { ButtonKind, EntryOf } from '../../../domain/button-kinds.js';
import type { ParseEntry } from './list-body.js';

/** A list of buttons as a resource: all in which the kinds differ here. */
export interface DescribedList<Kind extends ButtonKind> {
  readonly kind: Kind;
  readonly path: `/${Kind}s`;
  /** The names of the properties of an entry, for the texts of problems. */
  readonly properties: string;
  /** How the call to replace the list looks, for who asks at an unknown path. */
  readonly call: string | undefined;
  readonly parse: ParseEntry<EntryOf[Kind]>;
  readonly document: ListInDocument<EntryOf[Kind]>;
}

/** What the OpenAPI document says of a list. */
export interface ListInDocument<Entry> {
  /** Ends the operations' names: `SpeedDial` in `setSpeedDial`. */
  readonly name: string;
  /** Of an entry as it is read. */
  readonly entry: z.ZodType;
  /** Of an entry to be set. */
  readonly entryToSet: z.ZodType;
  /** The same, with an index that may be left out. */
  readonly entryInPlace: z.ZodType;
  /** What stays when the list is replaced, and what else is to be known. */
  readonly replacing: string;
  readonly example: readonly Entry[];
  readonly exampleToSet: readonly object[];
}
