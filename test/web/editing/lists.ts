import {
  type Draft,
  type ListRead,
  type Row,
  type RowState,
  startDraft,
  stateOf,
  wanted,
} from '../../../web/editing/draft.js';
import type { Entry } from '../../../web/editing/entry.js';

/** Short notation for lists: `1 2001 Anna`. */
export function dials(...entries: readonly string[]): Entry[] {
  return entries.map((entry) => {
    const [index = '', dirn = '', ...label] = entry.split(' ');
    return { index, dirn, label: label.join(' ') };
  });
}

export function read(...entries: readonly string[]): ListRead {
  return { kind: 'speeddial', entries: dials(...entries), etag: `"${entries.join()}"` };
}

export function draft(...entries: readonly string[]): Draft {
  return startDraft(read(...entries));
}

/** The wanted list of a draft of speed dials, in the same notation. */
export function told(of: Draft): string[] {
  return wanted(of).map((entry) => ('dirn' in entry ? `${entry.index} ${entry.dirn} ${entry.label}` : ''));
}

/** The state of a row of speed dials. */
export function stateOfDial(row: Row): RowState {
  return stateOf(row, 'speeddial');
}
