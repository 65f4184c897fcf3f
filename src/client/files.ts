import { streamIn, valueIn } from './answers.js';
import { type Change, isChange } from './change-shapes.js';
import { type AskOptions, type CallOptions, type Exchange, type FileToSend, urlOf } from './exchange.js';

/** The calls for files of buttons, as spreadsheets open and save them. */

/** Whose buttons are exported: one device, each device with a button to a number, those of a search, or all. */
export type ExportOf =
  | {
      /** A phone's name, or its MAC address in any spelling; if no phone has it, a device profile's name. */
      readonly device: string;
    }
  | { readonly profile: string }
  | { readonly dirn: string }
  | { readonly search: string }
  | { readonly all: true };

export interface ExportOptions extends CallOptions {
  /** What separates cells; a comma if it is left out. Spreadsheets expect `;` if a comma is the decimal sign. */
  readonly delimiter?: ',' | ';' | '\t' | undefined;
}

export interface ImportOptions extends AskOptions {
  /** At most 200 characters; if it is left out, one is made. */
  readonly title?: string | undefined;
  /** At most 500 characters. */
  readonly reason?: string | undefined;
  /** Begin as soon as every list is read, if none has a problem. */
  readonly apply?: boolean | undefined;
  /** Only read the lists. Only you see a draft, and it is gone after 24 hours. */
  readonly draft?: boolean | undefined;
}

/** The calls for files of buttons. */
export interface FileCalls {
  /**
   * Reads the buttons of devices as a file, while the service reads the devices. If one of them cannot be read, the
   * stream fails.
   */
  exportCsv(of: ExportOf, options?: ExportOptions): Promise<ReadableStream<Uint8Array>>;
  /** Asks for the change that sets the lists in a file. If something is wrong in it, `errors` names the lines. */
  importCsv(file: FileToSend, options?: ImportOptions): Promise<Change>;
}

/** How long the service takes a file for, in milliseconds, and the time for its answer. */
const uploadMs = 640_000;

/** @returns the calls for files, for a service at an address */
export function filesAt(base: URL, exchange: Exchange): FileCalls {
  return {
    exportCsv: async (of, { delimiter, ...call } = {}) => {
      const url = urlOf(base, 'export', { ...of, delimiter });
      return streamIn(await exchange({ method: 'GET', url, isStream: true }, call), 'text/csv');
    },
    importCsv: async (file, { title, reason, apply, draft, idempotencyKey = crypto.randomUUID(), ...call } = {}) => {
      const url = urlOf(base, 'changes', { title, reason, apply, draft });
      const request = { method: 'POST', url, file, timeoutMs: uploadMs } as const;
      return valueIn(await exchange(request, { ...call, idempotencyKey }), isChange, 201, 202);
    },
  };
}
