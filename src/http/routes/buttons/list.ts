import type { z } from 'zod';
import type { ButtonKind, EntryOf } from '../../../domain/button-kinds.js';
import type { ParseEntry } from './list-body.js';

/** A list of buttons as a resource, with everything in which the kinds differ here. */
export interface DescribedList<Kind extends ButtonKind> {
  readonly kind: Kind;
  readonly path: `/${Kind}s`;
  /** The names of an entry's properties, for the texts of problems. */
  readonly properties: string;
  /** An example of the call to replace the list, shown to callers of an unknown path. */
  readonly call: string | undefined;
  readonly parse: ParseEntry<EntryOf[Kind]>;
  readonly document: ListInDocument<EntryOf[Kind]>;
}

/** What the OpenAPI document says about a list. */
export interface ListInDocument<Entry> {
  /** The end of the operations' names: `SpeedDial` in `setSpeedDial`. */
  readonly name: string;
  /** An entry in a response. */
  readonly entry: z.ZodType;
  /** An entry to set. */
  readonly entryToSet: z.ZodType;
  /** An entry to set, with an optional index. */
  readonly entryInPlace: z.ZodType;
  /** What stays if the list is replaced, and other notes. */
  readonly replacing: string;
  readonly example: readonly Entry[];
  readonly exampleToSet: readonly object[];
}
