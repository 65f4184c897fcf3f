import type { PointingButton } from '../../domain/button-kinds.js';
import { deviceId, type DeviceKind, type NumberSummary } from '../../domain/device.js';
import type { keptColumns } from '../swept-tables.js';
import { type DialRow, keptLists, type LampRow } from './kept-lists.js';
import { type Dialect, lastWhole, type Query, type Statement, statementOf } from './statements.js';

/** What is read of a device. */
const deviceColumns = ['owner', 'name', 'kind', 'description', 'product', 'model'] as const satisfies readonly (
  'owner' | (typeof keptColumns.device)[number]
)[];

export interface DeviceRow extends Readonly<Record<(typeof deviceColumns)[number], string>> {
  readonly kind: DeviceKind;
}

export interface LineRow {
  readonly owner: string;
  readonly dirn: string;
  readonly position: number | null;
}

export interface ButtonRow extends Pick<PointingButton, 'device' | 'uuid' | 'description' | 'kind'> {
  readonly device_kind: DeviceKind;
  readonly position: number | null;
  readonly partition: string;
  readonly label: string;
}

/** A list that is not known; with the name `new` a device that was written to before it was read. */
export interface UnknownRow {
  readonly owner: string;
  readonly name: string;
}

/** In place of the name of a list: that of a device which the inventory does not have. */
export const newDevice = 'new';

/** @returns what stands in place of a device's key where that is not known yet */
export function newDeviceKey(device: { readonly kind: DeviceKind; readonly name: string }): string {
  return `new ${deviceId(device)}`;
}

export interface DevicesFound {
  readonly devices: DeviceRow;
  readonly unknown: UnknownRow;
}

export interface PhonesFound extends DevicesFound {
  readonly dials: DialRow;
  readonly lines: LineRow;
}

export interface ListFound extends DevicesFound {
  /** Of one kind, as keptLists has it. */
  readonly rows: never;
}

export interface ListsFound extends DevicesFound {
  readonly dials: DialRow;
  readonly lamps: LampRow;
}

export interface ButtonsFound {
  readonly buttons: ButtonRow;
  /** One of all. */
  readonly unknown: UnknownRow;
}

export interface NumbersFound {
  readonly numbers: NumberSummary;
}

/** @param text what follows the columns of a device, whose alias is d */
export function devicesOf(text: string): Query {
  const columns = deviceColumns.map((column) => `d.${column} AS ${column}`).join(', ');
  return { columns: deviceColumns, text: `SELECT ${columns} ${text}` };
}

/** @param text what follows the columns of a number, whose alias is n */
export function numbersOf(text: string): Query {
  return {
    columns: ['dirn', 'partition', 'description'],
    text: `SELECT n.dirn AS dirn, n.partition AS partition, n.description AS description ${text}`,
  };
}

/** The condition for a list of this service's own not to be known: neither set, nor read since by a whole sweep. */
const notKnown = '(o.known = 0 OR o.settled = 0)';

/** The statements of lookups by a number ($1), or by a device's name ($1), kind ($2), and key while it is new ($3). */
export function lookupStatements(dialect: Dialect) {
  const { sql, table } = dialect;
  const last = lastWhole(dialect);
  const { seen } = last;
  const [numbers, lineRows, deviceRows, own] = [table('number'), table('line'), table('device'), table('own')];

  const withNumber = devicesOf(
    `FROM ${deviceRows} d WHERE d.kind = 'phone' AND d.template = 0 AND ${seen('d')} AND d.owner IN
       (SELECT l.owner FROM ${numbers} n CROSS JOIN ${lineRows} l
        WHERE n.dirn = $1 AND ${seen('n')} AND l.number = n.owner AND ${seen('l')})`,
  ).text;
  const named = devicesOf(
    `FROM ${deviceRows} d WHERE lower(d.name) = lower($1) AND d.kind = $2 AND d.template = 0 AND ${seen('d')}`,
  ).text;

  const unknownOf = (text: string): Query => ({
    columns: ['owner', 'name'],
    text: `SELECT o.owner AS owner, o.name AS name FROM ${text}`,
  });
  const unknown = (isNew: string): Query =>
    unknownOf(
      `found d CROSS JOIN ${own} o WHERE o.owner = d.owner AND ${notKnown} UNION ALL SELECT o.owner, o.name FROM ${isNew}`,
    );
  const unknownNumber = unknown(
    `found d CROSS JOIN ${own} o WHERE o.owner = 'new ' || d.kind || '/' || ${sql.smallLettersOf('d.name')}`,
  );
  const unknownName = unknown(`${own} o WHERE o.owner = $3`);

  const devices = devicesOf('FROM found d');
  const [dials, lamps] = [keptLists.speeddial.query('found d', last), keptLists.busylampfield.query('found d', last)];
  const lines: Query = {
    columns: ['owner', 'dirn', 'position'],
    text: `SELECT l.owner AS owner, n.dirn AS dirn, l.position AS position
      FROM found d CROSS JOIN ${lineRows} l CROSS JOIN ${numbers} n
      WHERE l.owner = d.owner AND ${seen('l')} AND n.owner = l.number AND ${seen('n')} ORDER BY l.position`,
  };

  const button = `d.owner AS uuid, d.name AS device, d.kind AS device_kind, d.description AS description,
    b.position AS position, b.label AS label`;
  const onDevice = `CROSS JOIN ${deviceRows} d WHERE d.owner = b.owner AND ${seen('d')} AND d.template = 0 AND ${seen('b')}`;
  const buttons: Query = {
    columns: ['uuid', 'device', 'device_kind', 'description', 'position', 'label', 'kind', 'partition'],
    text: `SELECT ${button}, 'speeddial' AS kind, '' AS partition FROM ${table('dial')} b ${onDevice} AND b.dirn = $1
      UNION ALL SELECT ${button}, 'busylampfield', '' FROM ${table('lamp')} b ${onDevice}
        AND b.destination = $1 AND b.destination <> ''
      UNION ALL SELECT ${button}, 'busylampfield', n.partition FROM ${numbers} n CROSS JOIN ${table('lamp')} b ${onDevice}
        AND b.number = n.owner AND n.dirn = $1 AND ${seen('n')}`,
  };

  const of = <Found>(parts: Readonly<Record<keyof Found & string, Query>>, found?: string): Statement<Found> =>
    statementOf(dialect, parts, found);
  return {
    phonesWith: of<PhonesFound>({ devices, unknown: unknownNumber, dials, lines }, withNumber),
    device: of<PhonesFound>({ devices, unknown: unknownName, dials, lines }, named),
    list: {
      speeddial: of<ListFound>({ devices, unknown: unknownName, rows: dials }, named),
      busylampfield: of<ListFound>({ devices, unknown: unknownName, rows: lamps }, named),
    },
    lists: of<ListsFound>({ devices, unknown: unknownName, dials, lamps }, named),
    buttonsTo: of<ButtonsFound>({ buttons, unknown: unknownOf(`${own} o WHERE ${notKnown} LIMIT 1`) }),
    numbers: of<NumbersFound>({
      numbers: numbersOf(`FROM ${numbers} n WHERE n.dirn = $1 AND n.usage = 2 AND ${seen('n')}`),
    }),
  };
}
