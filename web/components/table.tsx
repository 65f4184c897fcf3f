import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

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

/** Puts rows in the order of one of their columns; digits within texts count as numbers. */
export function useSorting<Row, Column extends string>(
  rows: readonly Row[],
  columns: Readonly<Record<Column, (row: Row) => string>>,
  first: Column,
) {
  const [order, setOrder] = useState<Order<Column>>({ by: first, isDown: false });
  const textOf = columns[order.by];
  const way = order.isDown ? -1 : 1;
  return {
    sorted: rows.toSorted((one, other) => way * collator.compare(textOf(one), textOf(other))),
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
