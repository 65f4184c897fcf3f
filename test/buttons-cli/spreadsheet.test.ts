import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readCsv } from '../../src/buttons-cli/csv/rows.js';
import { type ListToWrite, writeCsv } from '../../src/buttons-cli/csv/write-csv.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { lacks, run } from '../support/programs.js';

afterAll(tidy);

const csv = 'Text - txt - csv (StarCalc)';

interface Opening {
  readonly delimiter: string;
  /** LibreOffice's number of the language. */
  readonly language: number;
  /** Whether to detect dates and similar values, as Excel does. */
  readonly findsDates: boolean;
}

/** Opens a file in LibreOffice with standard columns, saves it as a workbook, and saves the workbook as CSV. */
async function throughSpreadsheet(text: string, { delimiter, language, findsDates }: Opening): Promise<string> {
  const folder = emptyFolder();
  const file = join(folder, 'buttons.csv');
  writeFileSync(file, text);
  const options = (last: boolean): string => `${delimiter.charCodeAt(0)},34,76,1,,${language},false,${String(last)}`;
  const saved = join(folder, 'saved');
  const profile = [`-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`, '--headless'];
  const convert = (to: string, ...last: readonly string[]) =>
    run('soffice', [...profile, '--convert-to', to, '--outdir', saved, ...last]);
  const opened = await convert('ods', `--infilter=${csv}:${options(findsDates)}`, file);
  const written = await convert(`csv:${csv}:${options(true)}`, join(saved, 'buttons.ods'));
  expect([opened.code, written.code], opened.output + written.output).toEqual([0, 0]);
  return readFileSync(join(saved, 'buttons.csv'), 'utf8');
}

const numbers = [
  ...['0', '7', '0100', '00', '007', '2001', '123456789012345', '1234567890123456', '49891412345678901'],
  ...['+4940123', '\\+4940123', '*72', '#31#', '12*3', '1,,2', '1.5', '1E5', '1e5', '3-4', '12:30', '1/2'],
];
const labels = [
  ...['', ' ', 'Astrid', "O'Neill", "'n Huis", "''", '=1+1', '=HYPERLINK("http://example.com")', '@x', '-', '-5', '+1'],
  ...['0100', '12:30', '12:30:15', '1E5', '1.5', '1,5', '1.000', '1,000', '1 000', '10%', '5 %', '$5', '€5', '5 €'],
  ...['2026-11-22', '22.11.2026', '22.11.', '11/22', '1. Mai', 'Mai 5', 'Mar 5', 'March 5, 2026', '5. März', 'Mrz 5'],
  ...['TRUE', 'false', 'WAHR', 'Room 12', 'a;b', 'a,b', 'a"b', '"a"', '1;2', 'ＡＢ', 'שלום', '日本', '😀', 'é'],
  ...['(5)', '#N/A', 'NaN', '1/0', '½', '１２', '٣', '5h', '3 pm', '3 PM', 'Okt 5', 'Dez. 1', 'déc. 3'],
];

/** Every number with some label, every label with some number, and two thousand numbers. */
function lists(): ListToWrite[] {
  const zeros = Array.from({ length: 2000 }, (_, place) => String(place * 7919).padStart(4 + (place % 14), '0'));
  const dirns = [...numbers, ...zeros];
  const count = Math.max(dirns.length, labels.length);
  return [
    {
      ...{ device: 'SEP00A1B2C30001', deviceKind: 'phone', kind: 'speeddial' },
      entries: Array.from({ length: count }, (_, place) => ({
        index: String(place + 1),
        dirn: dirns[place % dirns.length] ?? '',
        label: labels[place % labels.length] ?? '',
      })),
    },
    {
      ...{ device: 'SEP001122334455', deviceKind: 'phone', kind: 'speeddial' },
      entries: [{ index: '1', dirn: '1', label: 'SEP1' }],
    },
    {
      ...{ device: '000123', deviceKind: 'profile', kind: 'busylampfield' },
      entries: [
        ...labels.map((label, place) => ({
          ...{ index: String(place + 1), dirn: numbers[place % numbers.length] ?? '', partition: label, label },
          pickup: place % 2 === 0,
        })),
        { index: '900', destination: '0100@example.com', label: '', pickup: false },
        { index: '901', destination: '0100', label: '', pickup: true },
      ],
    },
  ];
}

describe.skipIf(lacks('soffice'))('a file that LibreOffice opened with standard columns and saved', () => {
  it.each<Opening>([
    { delimiter: ',', language: 1033, findsDates: false },
    { delimiter: ',', language: 1033, findsDates: true },
    { delimiter: ';', language: 1031, findsDates: true },
    { delimiter: ';', language: 1036, findsDates: true },
  ])('comes back as it was exported, with $delimiter, language $language, dates $findsDates', async (opening) => {
    const exported = lists();
    const back = await throughSpreadsheet(writeCsv(exported, opening.delimiter), opening);
    const { lists: read, faults } = readCsv(back);
    expect(faults).toEqual([]);
    expect(read.map(({ device }) => device)).toEqual(exported.map(({ device }) => device));
    for (const [place, { entries }] of exported.entries()) {
      const rows = read[place]?.rows.map(({ entry }) => entry) ?? [];
      expect(rows).toHaveLength(entries.length);
      expect(rows.filter((row, index) => !isDeepStrictEqual(row, entries[index]))).toEqual([]);
    }
  });
});
