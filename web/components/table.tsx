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

/** A table with a head. In a narrow window, each row becomes a stack of its cells. */
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

/** The column by which rows are ordered, and the direction. */
interface Order<Column extends string> {
  readonly by: Column;
  readonly isDown: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Sorts rows by one of their columns; digits in texts count as numbers. The order stays if the user follows a link and
 * comes back.
 */
export function useSorting<Row, Column extends string>(
  rows: readonly Row[],
  columns: Readonly<Record<Column, (row: Row) => string>>,
  first: Column,
) {
  const [order, setOrder] = useStaying<Order<Column>>('order', { by: first, isDown: false });
  const textOf = columns[order.by];
  const way = order.isDown ? -1 : 1;
  const sorted = useMemo(() => {
    // Make each text only once, because sorting with the collator is already slow.
    const named = rows.map((row) => [textOf(row), row] as const);
    return named.sort(([one], [other]) => way * collator.compare(one, other)).map(([, row]) => row);
  }, [rows, textOf, way]);
  return {
    sorted,
    /** The head of a column, with a button that sorts by it; pressing it again reverses the order. */
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
