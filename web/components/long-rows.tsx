import { Component, type ComponentType, createRef } from 'preact';
import { useMemo } from 'preact/hooks';

/** How many rows are in one body of a table. */
const rowsOfBody = 20;

/** A body is drawn again when it comes this close to the visible part. */
const nearness = '400px';

interface LongRowsProps<Row extends object, Late extends object> {
  /** The content of each row, with its own key. A row with unchanged content is not drawn again. */
  readonly rows: readonly Keyed<Row>[];
  readonly row: ComponentType<Row & Late>;
  /** Values that all rows depend on. Invisible rows may show old values, and are updated when they become visible. */
  readonly late: Late;
}

type Keyed<Row> = Row & { readonly key: string };

/**
 * The rows of a table that may be long, in bodies of some rows each. All rows are in the page, so that search, screen
 * readers, printing and copying find them. The browser lays out only the visible bodies (the class `long`), and only
 * bodies with a changed row are drawn again.
 */
export function LongRows<Row extends object, Late extends object>({ rows, row, late }: LongRowsProps<Row, Late>) {
  const bodies = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / rowsOfBody) }, (_, at) =>
        rows.slice(at * rowsOfBody, (at + 1) * rowsOfBody),
      ),
    [rows],
  );
  // A component that is used as a value cannot be generic.
  const OneBody = Body as unknown as ComponentType<LongRowsProps<Row, Late>>;
  return (
    <>
      {bodies.map((some, at) => (
        <OneBody key={at} rows={some} row={row} late={late} />
      ))}
    </>
  );
}

class Body extends Component<LongRowsProps<object, object>> {
  readonly #element = createRef<HTMLTableSectionElement>();
  /** Until the browser says something else, it counts as visible. */
  #isNear = true;
  #late: object | undefined;
  #watching: IntersectionObserver | undefined;
  readonly #catchUp = (): void => {
    const { late } = this.props;
    if (isSame(late, this.#late ?? late)) return;
    this.#late = late;
    this.setState({});
  };

  override componentDidMount(): void {
    this.#watching = new IntersectionObserver(
      (seen) => {
        this.#isNear = seen.at(-1)?.isIntersecting ?? true;
        if (this.#isNear) this.#catchUp();
      },
      { rootMargin: nearness },
    );
    if (this.#element.current) this.#watching.observe(this.#element.current);
    // When the page is printed, everything is visible.
    window.addEventListener('beforeprint', this.#catchUp);
  }

  override componentWillUnmount(): void {
    this.#watching?.disconnect();
    window.removeEventListener('beforeprint', this.#catchUp);
  }

  override shouldComponentUpdate({ rows, row, late }: LongRowsProps<object, object>, state: unknown): boolean {
    const { props } = this;
    if (state !== this.state || row !== props.row || rows.length !== props.rows.length) return true;
    if (this.#isNear && !isSame(late, this.#late ?? late)) return true;
    return rows !== props.rows && rows.some((one, at) => !isSame(one, props.rows[at] ?? {}));
  }

  override render({ rows, row: Row, late }: LongRowsProps<object, object>) {
    this.#late = this.#isNear ? late : (this.#late ?? late);
    return (
      <tbody ref={this.#element}>
        {rows.map(({ key, ...shown }) => (
          <Row key={key} {...shown} {...this.#late} />
        ))}
      </tbody>
    );
  }
}

/** Whether two rows of a table look the same. Both have the same properties. */
function isSame<Row extends object>(one: Row, other: Row): boolean {
  return one === other || (Object.keys(one) as (keyof Row)[]).every((name) => one[name] === other[name]);
}
