import { type ButtonKind, buttonKinds } from '../../domain/button-kinds.js';
import { type DirectoryNumber, storedForms } from '../../domain/identifiers.js';
import { asText, deviceColumns, deviceTables, quoted } from './lookup-by-sql.js';

/** The word for each kind of button in the queries. */
export const kindWords = { speeddial: 'dial', busylampfield: 'lamp' } as const satisfies Readonly<
  Record<ButtonKind, string>
>;

/** The buttons of one table that point at the number in one way. */
export interface Part {
  /** The column with the button's own key. */
  readonly key: string;
  /** The statement without the word SELECT; conditions can be appended. */
  readonly statement: string;
}

/** The query: one row for each button of every phone (tkclass 1) and device profile (254) that points at the number. */
export function buttonsWithNumber(number: DirectoryNumber): string {
  return partsFor(number)
    .map(({ statement }) => `SELECT ${statement}`)
    .join(' UNION ALL ');
}

/** @returns the ways in which buttons point at the number, in the order of their kinds */
export function partsFor(number: DirectoryNumber): Part[] {
  return buttonKinds.flatMap((kind) => partsOf[kind](number));
}

/** @returns the condition that a column is the number, in one of the spellings in which it may be stored */
function isNumber(column: string, number: DirectoryNumber): string {
  return `${column} IN (${storedForms(number).map(quoted).join(', ')})`;
}

/**
 * @returns the condition that a column is the number, or begins with it and a comma: pauses and codes follow. An
 * underscore, which is any character, stands for a backslash in LIKE, because a setting of the database
 * (DEFAULTESCCHAR) says which character escapes others. A number with a wildcard or a comma is only compared whole
 */
function isDialled(column: string, number: DirectoryNumber): string {
  const begins = /[%_,]/.test(number)
    ? []
    : storedForms(number).map((form) => `${column} LIKE ${quoted(`${form.replaceAll('\\', '_')},%`)}`);
  return `(${[isNumber(column, number), ...begins].join(' OR ')})`;
}

/** The ways in which buttons of each kind point at a number. */
const partsOf: Readonly<Record<ButtonKind, (number: DirectoryNumber) => readonly Part[]>> = {
  speeddial: (number) => [
    partOf(
      's',
      columnsOf('speeddial', 's', 's.speeddialindex', 's.speeddialnumber', "''"),
      'INNER JOIN speeddial s ON s.fkdevice = d.pkid',
      isDialled('s.speeddialnumber', number),
    ),
  ],
  busylampfield: (number) => {
    const lamp = (dialled: string, partition: string) =>
      columnsOf('busylampfield', 'b', 'b.blfindex', dialled, partition);
    const lamps = 'INNER JOIN blfspeeddial b ON b.fkdevice = d.pkid';
    const numbers =
      'INNER JOIN numplan n ON n.pkid = b.fknumplan LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition';
    // A button that has a destination is found only by its destination. So no button is found twice.
    const isDestination = isDialled('b.blfdestination', number);
    const noDestination = `(b.blfdestination IS NULL OR NOT ${isDestination})`;
    return [
      partOf('b', lamp('b.blfdestination', "''"), lamps, isDestination),
      partOf(
        'b',
        lamp('n.dnorpattern', 'r.name'),
        `${lamps} ${numbers}`,
        `${isNumber('n.dnorpattern', number)} AND ${noDestination}`,
      ),
    ];
  },
};

function partOf(alias: string, button: string, joins: string, condition: string): Part {
  const device = `${deviceColumns}, d.tkclass AS tkclass`;
  const statement = `${device}, ${button} FROM ${deviceTables} ${joins} WHERE d.tkclass IN (1, 254) AND ${condition}`;
  return { key: `${alias}.pkid`, statement };
}

/**
 * The columns whose expressions differ between the parts. Informix requires one type at each position (see
 * lookup-by-sql.ts).
 */
function columnsOf(kind: ButtonKind, alias: string, index: string, dialled: string, partition: string): string {
  return (
    `'${kindWords[kind]}' AS kind, CAST(${index} AS INTEGER) AS place, ${asText(dialled, 'dialled')}, ` +
    `${asText(`${alias}.label`, 'label')}, ${asText(partition, 'routepartition')}`
  );
}

/** The query for the next buttons of a part after a given one, in order of their keys. */
export function pageOf({ key, statement }: Part, size: number, last: string): string {
  return `SELECT FIRST ${size} ${key} AS buttonkey, ${statement} AND ${key} > ${quoted(last)} ORDER BY buttonkey`;
}
