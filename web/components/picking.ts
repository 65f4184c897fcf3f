import { useMemo, useRef } from 'preact/hooks';
import { rechosen } from '../changes/choice.js';
import { useStaying } from '../state/kept.js';
import { useSteady } from './steady.js';

export interface Picking<Row> {
  /** The selected rows, in their order. */
  readonly picked: readonly Row[];
  /** Selects or deselects a row; as a range, all rows from the previous one on. This is always the same function. */
  readonly toggle: (at: number, isPicked: boolean, isRange: boolean) => void;
  readonly pickAll: (isPicked: boolean) => void;
}

/**
 * Which rows of a table are selected. The user selects single rows, or with Shift all rows from the previous one.
 * Hidden rows are not selected. The selection stays if the user follows a link and comes back, and if the rows are read
 * again.
 * @param page the identity of the page; by default its whole address
 */
export function usePicking<Row>(rows: readonly Row[], idOf: (row: Row) => string, page?: string): Picking<Row> {
  const [ids, setIds] = useStaying<ReadonlySet<string>>('picked', none, page);
  const last = useRef<string>(undefined);
  const named = useMemo(() => rows.map((row) => ({ id: idOf(row), row })), [rows]);
  const set = (some: readonly { readonly id: string }[], isPicked: boolean): void => {
    setIds(
      rechosen(
        ids,
        some.map(({ id }) => id),
        isPicked,
      ),
    );
  };
  const toggle = useSteady((at: number, isPicked: boolean, isRange: boolean): void => {
    const from = isRange ? named.findIndex(({ id }) => id === last.current) : -1;
    set(from === -1 ? named.slice(at, at + 1) : named.slice(Math.min(from, at), Math.max(from, at) + 1), isPicked);
    last.current = named[at]?.id;
  });
  return {
    picked: useMemo(() => named.flatMap(({ id, row }) => (ids.has(id) ? [row] : [])), [named, ids]),
    toggle,
    pickAll: (isPicked) => {
      set(named, isPicked);
    },
  };
}

const none: ReadonlySet<string> = new Set();
