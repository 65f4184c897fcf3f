import type { ComponentChildren } from 'preact';

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
