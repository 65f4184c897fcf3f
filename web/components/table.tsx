import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { useStaying } from '../state/kept.js';

interface TableProps {
  /** The names of the columns. */
  readonly columns: readonly string[];
  readonly class?: string;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table with a head; in a narrow window each row is a stack of its cells. */
export function Table({ columns, class: name = '', children }: TableProps) {
  return (
    <table class={`table table--stacked ${name}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** By which column rows are in order, and which way. */
interface Order<Column extends string> {
  readonly by: Column;
  readonly isDown: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Puts rows in the order of one of their columns; digits within texts count as numbers. It stays over a link and back. */
export function useSorting<Row, Column extends string>(
  rows: readonly Row[],
  columns: Readonly<Record<Column, (row: Row) => string>>,
  first: Column,
) {
  const [order, setOrder] = useStaying<Order<Column>>('order', { by: first, isDown: false });
  const textOf = columns[order.by];
  const way = order.isDown ? -1 : 1;
  const sorted = useMemo(() => {
    // The collator is the slower part of it: each text is made once.
    const named = rows.map((row) => [textOf(row), row] as const);
    return named.sort(([one], [other]) => way * collator.compare(one, other)).map(([, row]) => row);
  }, [rows, textOf, way]);
  return {
    sorted,
    /** The head of a column, with a button that sorts by it, and the other way round when it is pressed again. */
    head: (column: Column, name: ComponentChildren) => (
      <th key={column} aria-sort={order.by === column ? (order.isDown ? 'descending' : 'ascending') : 'none'}>
        <button
          type="button"
          class="table__sort"
          onClick={() => {
            setOrder({ by: column, isDown: order.by === column && !order.isDown });
          }}
        >
          {name}
        </button>
      </th>
    ),
  };
}
