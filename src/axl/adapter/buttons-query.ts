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
  const forms = storedForms(number).map(quoted).join(', ');
  return buttonKinds.flatMap((kind) => partsOf[kind](forms));
}

/**
 * The ways in which buttons of each kind point at a number. `forms` are the spellings in which the number may be
 * stored, separated by commas.
 */
const partsOf: Readonly<Record<ButtonKind, (forms: string) => readonly Part[]>> = {
  speeddial: (forms) => [
    partOf(
      's',
      columnsOf('speeddial', 's', 's.speeddialindex', 's.speeddialnumber', "''"),
      'INNER JOIN speeddial s ON s.fkdevice = d.pkid',
      `s.speeddialnumber IN (${forms})`,
    ),
  ],
  busylampfield: (forms) => {
    const lamp = (dialled: string, partition: string) =>
      columnsOf('busylampfield', 'b', 'b.blfindex', dialled, partition);
    const lamps = 'INNER JOIN blfspeeddial b ON b.fkdevice = d.pkid';
    const numbers =
      'INNER JOIN numplan n ON n.pkid = b.fknumplan LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition';
    // A button that has a destination is found only by its destination. So no button is found twice.
    const noDestination = `(b.blfdestination IS NULL OR b.blfdestination NOT IN (${forms}))`;
    return [
      partOf('b', lamp('b.blfdestination', "''"), lamps, `b.blfdestination IN (${forms})`),
      partOf(
        'b',
        lamp('n.dnorpattern', 'r.name'),
        `${lamps} ${numbers}`,
        `n.dnorpattern IN (${forms}) AND ${noDestination}`,
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
