import { columnOf, type DeviceText } from '../../domain/device.js';

/** How one of the texts of a device is read. */
interface ReadAs {
  /** The element in the answers to listPhone, getPhone and getDeviceProfile. */
  readonly element: string;
  /** An SQL expression; the table device has the alias d. */
  readonly sql: string;
  /** The join for a text from another table. */
  readonly join?: string;
}

/** The texts by their names in AXL and in the call manager's data dictionary, in the order of AXL's schemas. */
const readAs: Readonly<Record<DeviceText, ReadAs>> = {
  name: { element: 'name', sql: 'd.name' },
  description: { element: 'description', sql: 'd.description' },
  product: { element: 'product', sql: 'p.name', join: 'typeproduct p ON p.enum = d.tkproduct' },
  model: { element: 'model', sql: 'm.name', join: 'typemodel m ON m.enum = d.tkmodel' },
};

/** @returns the element of a text */
export function elementOf(text: DeviceText): string {
  return readAs[text].element;
}

/** @returns the SQL expression of a text; the table device has the alias d */
export function sqlOf(text: DeviceText): string {
  return readAs[text].sql;
}

/** @returns the columns that SQL selects for each device, its key first, and the tables */
export function selectionOf(texts: readonly DeviceText[]): { readonly columns: string; readonly tables: string } {
  const selected = texts.map((text) => `${sqlOf(text)} AS ${columnOf(text)}`);
  const joins = texts.flatMap((text) => readAs[text].join ?? []);
  return {
    columns: ['d.pkid AS pkid', ...selected].join(', '),
    tables: ['device d', ...joins].join(' LEFT OUTER JOIN '),
  };
}
