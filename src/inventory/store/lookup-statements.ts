import { tableNamed } from './schema.js';
import type { ButtonKind, PointingButton } from '../../domain/button-kinds.js';
import { deviceColumns, type DeviceColumn, type DeviceKind, type NumberSummary } from '../../domain/device.js';
import type { DeviceName, Uuid } from '../../domain/identifiers.js';
import { type DialRow, keptLists, type LampRow } from './kept-lists.js';
import { devicesNotKnown, leftOutOf } from './left-out.js';
import { type Dialect, lastWhole, type Query, type Statement, statementOf } from './statements.js';

/** What is read of a device. */
const columnsOfDevice = ['owner', 'kind', ...deviceColumns];

export interface DeviceRow extends Readonly<Record<DeviceColumn, string>> {
  readonly owner: Uuid;
  readonly kind: DeviceKind;
}

/** Whether the texts that describe a device are known. */
export function isDescribed({ description }: { readonly description: string | null }): boolean {
  return description !== null;
}

export interface LineRow {
  readonly owner: string;
  readonly dirn: string;
  readonly position: number | null;
}

export interface ButtonRow extends Pick<PointingButton, 'device' | 'uuid' | 'description' | 'kind' | 'dirn'> {
  readonly device_kind: DeviceKind;
  readonly position: number | null;
  readonly partition: string;
  readonly label: string;
}

/** Something that makes an answer unknown, for example a row that was left out. */
export interface MissingRow {
  readonly owner: string;
}

/** A device whose buttons are not known. */
export interface UnknownDeviceRow {
  readonly owner: string;
  readonly device_kind: DeviceKind;
  readonly called: DeviceName;
}

export interface DevicesFound {
  readonly devices: DeviceRow;
  readonly missing: MissingRow;
}

export interface PhonesFound extends DevicesFound {
  readonly dials: DialRow;
  readonly lines: LineRow;
}

export interface ListFound extends DevicesFound {
  /** The rows of one kind of buttons, as in keptLists. */
  readonly rows: never;
}

export interface ListsFound extends DevicesFound {
  readonly dials: DialRow;
  readonly lamps: LampRow;
}

export interface ButtonsFound {
  readonly buttons: ButtonRow;
  /** The devices with unknown buttons, at most one more than the service completes. */
  readonly unknown: UnknownDeviceRow;
  readonly missing: MissingRow;
  /** Those of the given devices that there are. */
  readonly changed: DeviceRow;
  /** Those of the given devices that there are not. */
  readonly added: MissingRow;
}

export interface NumbersFound {
  readonly numbers: NumberSummary;
  readonly missing: MissingRow;
}

/** @param text the rest of the query after the columns of a device; the device has the alias d */
export function devicesOf(text: string): Query {
  const columns = columnsOfDevice.map((column) => `d.${column} AS ${column}`).join(', ');
  return { columns: columnsOfDevice, text: `SELECT ${columns} ${text}` };
}

/** @param text the rest of the query after the columns of a number; the number has the alias n */
export function numbersOf(text: string): Query {
  return {
    columns: ['dirn', 'partition', 'description'],
    text: `SELECT n.dirn AS dirn, n.partition AS partition, n.description AS description ${text}`,
  };
}

/** How many partitions a number may be in. If it is in more partitions, the inventory gives no answer. */
export const mostNumbers = 1_000;

/** The highest number of devices whose buttons are unknown. */
export const mostUnknown = 20;

/**
 * The statements of lookups by a number ($1), or by a device's name ($1), kind ($2), and both in the form of deviceId
 * ($3). The statement for buttons also has, as JSON arrays, the keys of devices whose lists have changed ($2), and of
 * those whose rows are needed ($3).
 */
export function lookupStatements(dialect: Dialect) {
  const { sql } = dialect;
  const last = lastWhole;
  const { seen } = last;
  const [numbers, lineRows, deviceRows] = ['cluster_number', 'cluster_line', 'cluster_device'];

  const withNumber = devicesOf(
    `FROM ${deviceRows} d WHERE d.kind = 'phone' AND d.template = 0 AND ${seen('d')} AND d.owner IN
       (SELECT l.owner FROM ${numbers} n CROSS JOIN ${lineRows} l
        WHERE n.dirn = $1 AND ${seen('n')} AND l.number = n.owner AND ${seen('l')})`,
  ).text;
  const named = devicesOf(
    `FROM ${deviceRows} d WHERE lower(d.name) = lower($1) AND d.kind = $2 AND d.template = 0 AND ${seen('d')}`,
  ).text;

  const orMissing = (...queries: readonly string[]): Query => ({
    columns: ['owner'],
    text: queries.join(' UNION ALL '),
  });
  const leftOut = (condition: string): string => leftOutOf(condition);
  const numberLeftOut = leftOut(`x.name = 'number' AND x.dirn = $1`);
  const keysOfNumber = `(SELECT n.owner FROM ${numbers} n WHERE n.dirn = $1 AND ${seen('n')})`;
  /** Reads rows only if a device was left out. */
  const ofMissingDevice = (name: string, alias: string, condition: string): string =>
    `SELECT ${alias}.owner AS owner FROM (${leftOut(`x.name = 'device' AND x.owner IS NULL`)} LIMIT 1) one
     CROSS JOIN ${tableNamed(name)} ${alias} WHERE ${condition} AND ${seen(alias)} AND NOT EXISTS
       (SELECT 1 FROM ${deviceRows} w WHERE w.owner = ${alias}.owner AND ${seen('w')})`;
  /** Unknown lines of a phone may have any number. */
  const linesNotKnown = `SELECT l.owner AS owner FROM ${lineRows} l CROSS JOIN ${deviceRows} d
    WHERE l.position IS NULL AND ${seen('l')} AND d.owner = l.owner AND d.kind = 'phone' AND d.template = 0 AND ${seen('d')}`;
  const ofDevice = orMissing(leftOut(`x.name = 'device' AND x.device = $3`));

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
  const buttonColumns = [
    'uuid',
    'device',
    'device_kind',
    'description',
    'position',
    'label',
    'kind',
    'dirn',
    'partition',
  ];
  /** The number alone, or before pauses and codes: two conditions, because each has its own index. */
  const dialled = (column: string): readonly string[] => {
    const first = sql.dialect.dialledFirst(column);
    return [`${column} = $1 AND ${column} <> ''`, `${first} = $1 AND ${first} <> ${column}`];
  };
  const pointingBy = (kind: ButtonKind, name: string, column: string): string[] =>
    dialled(column).map(
      (isDialled) =>
        `SELECT ${button}, '${kind}' AS kind, ${column} AS dirn, '' AS partition FROM ${tableNamed(name)} b ${onDevice} AND ${isDialled}`,
    );
  const pointing = [
    ...pointingBy('speeddial', 'dial', 'b.dirn'),
    ...pointingBy('busylampfield', 'lamp', 'b.destination'),
    `SELECT ${button}, 'busylampfield', n.dirn, n.partition FROM ${numbers} n CROSS JOIN cluster_lamp b ${onDevice}
        AND b.number = n.owner AND n.dirn = $1 AND ${seen('n')}`,
  ].join(' UNION ALL ');
  const unknownDevices: Query = {
    columns: ['owner', 'device_kind', 'called'],
    text: `${devicesNotKnown('(SELECT id FROM last)')} LIMIT ${mostUnknown + 1}`,
  };
  const isThere = `d.template = 0 AND ${seen('d')}`;
  const added: Query = {
    columns: ['owner'],
    text: `SELECT value AS owner FROM ${sql.dialect.textsIn('$2')}
      WHERE NOT EXISTS (SELECT 1 FROM ${deviceRows} d WHERE d.owner = value AND ${isThere})`,
  };
  const changed = devicesOf(
    `FROM ${sql.dialect.textsIn('$3')} CROSS JOIN ${deviceRows} d WHERE d.owner = value AND ${isThere}`,
  );

  const of = <Found>(parts: Readonly<Record<keyof Found & string, Query>>, found?: string): Statement<Found> =>
    statementOf(dialect, parts, found);
  return {
    phonesWith: of<PhonesFound>(
      {
        ...{ devices, dials, lines },
        missing: orMissing(
          numberLeftOut,
          leftOut(`x.name = 'line' AND x.number IN ${keysOfNumber}`),
          ofMissingDevice('line', 'l', `l.number IN ${keysOfNumber}`),
          linesNotKnown,
        ),
      },
      withNumber,
    ),
    device: of<PhonesFound>(
      {
        ...{ devices, dials, lines },
        missing: orMissing(
          ofDevice.text,
          `SELECT u.owner AS owner FROM (${linesNotKnown}) u CROSS JOIN found d WHERE u.owner = d.owner`,
        ),
      },
      named,
    ),
    list: {
      speeddial: of<ListFound>({ devices, missing: ofDevice, rows: dials }, named),
      busylampfield: of<ListFound>({ devices, missing: ofDevice, rows: lamps }, named),
    },
    lists: of<ListsFound>({ devices, missing: ofDevice, dials, lamps }, named),
    buttonsTo: of<ButtonsFound>(
      {
        buttons: { columns: buttonColumns, text: `SELECT ${buttonColumns.join(', ')} FROM found` },
        ...{ unknown: unknownDevices, added, changed },
        missing: orMissing(
          numberLeftOut,
          leftOut(
            `x.name IN ('dial', 'lamp') AND ($1 IN (x.dirn, ${sql.dialect.dialledFirst('x.dirn')}) OR x.number IN ${keysOfNumber})`,
          ),
          ...dialled('b.dirn').map((isDialled) => ofMissingDevice('dial', 'b', isDialled)),
          ...dialled('b.destination').map((isDialled) => ofMissingDevice('lamp', 'b', isDialled)),
          ofMissingDevice('lamp', 'b', `b.number IN ${keysOfNumber}`),
        ),
      },
      pointing,
    ),
    numbers: of<NumbersFound>({
      numbers: numbersOf(
        `FROM ${numbers} n WHERE n.dirn = $1 AND n.usage = 2 AND ${seen('n')} LIMIT ${mostNumbers + 1}`,
      ),
      missing: orMissing(numberLeftOut),
    }),
  };
}
