import type { z } from 'zod';
import type { Button, ButtonRules } from '../../../domain/buttons.js';
import type { ButtonWriters } from '../../../use-cases/button-writers.js';
import type { ButtonsOfDevices, CallManager } from '../../../use-cases/call-manager.js';
import type { ReplaceButtons } from '../../../use-cases/replace-buttons.js';
import type { ParseEntry } from './list-body.js';

/** A list of buttons as a resource: all in which speed dials and busy lamp fields differ here. */
export interface ButtonList<Entry extends Button> {
  readonly path: '/speeddials' | '/busylampfields';
  readonly rules: ButtonRules<Entry>;
  /** What callers call one of them: `speed dial`. */
  readonly singular: string;
  /** The names of the properties of an entry, for the texts of problems. */
  readonly properties: string;
  /** How the call to replace the list looks, for who asks at an unknown path. */
  readonly call: string | undefined;
  readonly buttons: (callManager: CallManager) => ButtonsOfDevices<Entry>;
  readonly writer: (writers: ButtonWriters) => ReplaceButtons<Entry>;
  readonly parse: ParseEntry<Entry>;
  readonly document: ListInDocument<Entry>;
}

/** What the OpenAPI document says of a list. */
export interface ListInDocument<Entry> {
  /** Ends the operations' names: `SpeedDial` in `setSpeedDial`. */
  readonly name: 'SpeedDial' | 'BusyLampField';
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
