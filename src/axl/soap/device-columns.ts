import { columnOf, type DeviceKind, type DeviceText, deviceTextNames } from '../../domain/device.js';

/** How one of the texts of a device is read. */
interface ReadAs {
  /** In the answers to listPhone, getPhone and getDeviceProfile. */
  readonly element: string;
  /** Whose schema has no such element: the text is empty there. */
  readonly lackedBy?: DeviceKind;
  /** An expression of SQL; the alias of the table device is d. */
  readonly sql: string;
  /** The other table that it is of, and how it is joined. */
  readonly join?: string;
}

/** The texts by their names in AXL and in the call manager's data dictionary, in the order of AXL's schemas. */
const readAs: Readonly<Record<DeviceText, ReadAs>> = {
  name: { element: 'name', sql: 'd.name' },
  description: { element: 'description', sql: 'd.description' },
  product: { element: 'product', sql: 'p.name', join: 'typeproduct p ON p.enum = d.tkproduct' },
  model: { element: 'model', sql: 'm.name', join: 'typemodel m ON m.enum = d.tkmodel' },
};

/** @returns the element that a text stands in */
export function elementOf(text: DeviceText): string {
  return readAs[text].element;
}

/** @returns the elements that the schema of a device has */
export function elementsOf(kind: DeviceKind): string[] {
  return deviceTextNames.filter((text) => readAs[text].lackedBy !== kind).map(elementOf);
}

/** @returns the expression of SQL that a text is; the table device is d in it */
export function sqlOf(text: DeviceText): string {
  return readAs[text].sql;
}

/** @returns what SQL selects of each device, its key first, and from which tables */
export function selectionOf(texts: readonly DeviceText[]): { readonly columns: string; readonly tables: string } {
  const selected = texts.map((text) => `${sqlOf(text)} AS ${columnOf(text)}`);
  const joins = texts.flatMap((text) => readAs[text].join ?? []);
  return {
    columns: ['d.pkid AS pkid', ...selected].join(', '),
    tables: ['device d', ...joins].join(' LEFT OUTER JOIN '),
  };
}
