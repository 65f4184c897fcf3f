import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecords } from '../../src/csv/read-records.js';
import { readCsv } from '../../src/csv/rows.js';
import { truthValues } from '../../src/csv/truth-values.js';
import type { Delimiter, ListToWrite } from '../../src/csv/write-csv.js';
import { writeCsv } from '../support/csv-file.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { lacks, run } from '../support/programs.js';

afterAll(tidy);

const csv = 'Text - txt - csv (StarCalc)';

interface Opening {
  readonly delimiter: Delimiter;
  /** LibreOffice's number of the language. */
  readonly language: number;
  /** Whether to detect dates and similar values, as Excel does. */
  readonly findsDates: boolean;
  /** The language and country of the office, in which it writes what it took for a value. */
  readonly locale: string;
}

const settingsOf = (locale: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">
<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item></oor:items>`;

/** LibreOffice with a profile of its own. @returns converts files, and puts the results into a folder */
function libreOffice(folder: string, locale: string) {
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), settingsOf(locale));
  const begin = [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless'];
  return async (to: string, ...last: readonly string[]): Promise<string> => {
    const saved = join(folder, 'saved');
    const { code, output } = await run('soffice', [...begin, '--convert-to', to, '--outdir', saved, ...last]);
    expect(code, output).toBe(0);
    return saved;
  };
}

const options = (delimiter: string, language: number, last: boolean): string =>
  `${csv}:${delimiter.charCodeAt(0)},34,76,1,,${language},false,${String(last)}`;

/** Opens a file in LibreOffice with standard columns, saves it as a workbook, and saves the workbook as CSV. */
async function throughSpreadsheet(text: string, opening: Opening): Promise<string> {
  const { delimiter, language, findsDates, locale } = opening;
  const folder = emptyFolder();
  const file = join(folder, 'buttons.csv');
  writeFileSync(file, text);
  const convert = libreOffice(folder, locale);
  const saved = await convert('ods', `--infilter=${options(delimiter, language, findsDates)}`, file);
  await convert(`csv:${options(delimiter, language, true)}`, join(saved, 'buttons.ods'));
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
    { delimiter: ',', language: 1033, findsDates: false, locale: 'es-ES' },
    { delimiter: ',', language: 1033, findsDates: true, locale: 'de-DE' },
    { delimiter: ';', language: 1031, findsDates: true, locale: 'nl-NL' },
    { delimiter: ';', language: 1036, findsDates: true, locale: 'it-IT' },
  ])(
    'comes back as it was exported, with $delimiter, language $language, dates $findsDates, in $locale',
    async (opening) => {
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
    },
  );

  it('comes back with its truth values in every language', async () => {
    const folder = emptyFolder();
    const locales = Object.keys(truthValues).filter((locale) => !locale.includes('Excel'));
    const entries = locales.flatMap((locale, place) =>
      [true, false].map((pickup) => ({
        ...{ index: String(2 * place + (pickup ? 1 : 2)), dirn: '4019', partition: '', label: locale, pickup },
      })),
    );
    const list: ListToWrite = { device: 'SEP00A1B2C30001', deviceKind: 'phone', kind: 'busylampfield', entries };
    const file = join(folder, 'buttons.fods');
    writeFileSync(file, workbookOf(writeCsv([list])));
    const saved = await libreOffice(folder, 'en-US')(`csv:${options(',', 1033, true)}`, file);
    const text = readFileSync(join(saved, 'buttons.csv'), 'utf8');
    for (const locale of locales) {
      const written = [...text.matchAll(new RegExp(`,${locale},([^,\\n]+)`, 'g'))].map(([, word]) => word);
      expect(written).toEqual(truthValues[locale]);
    }
    const { lists: read, faults } = readCsv(text);
    expect(faults).toEqual([]);
    expect(read[0]?.rows.map(({ entry }) => entry)).toEqual(entries);
  });
});

const namespace = 'urn:oasis:names:tc:opendocument:xmlns';

/** @returns a file as a workbook (flat ODF) with its truth values as such, each in the language that its label names */
function workbookOf(text: string): string {
  const styles: string[] = [];
  const rows = readRecords(text).records.map(({ cells }) => {
    const [language = '', country = ''] = (cells.at(-2) ?? '').split('-');
    const style = `${language}${country}`;
    styles.push(
      `<number:boolean-style style:name="N${style}" number:language="${language}" number:country="${country}">`,
      `<number:boolean/></number:boolean-style><style:style style:name="${style}" style:family="table-cell"`,
      ` style:data-style-name="N${style}"/>`,
    );
    const row = cells.map((cell) =>
      ['true', 'false'].includes(cell)
        ? `<table:table-cell table:style-name="${style}" office:value-type="boolean" office:boolean-value="${cell}"/>`
        : `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`,
    );
    return `<table:table-row>${row.join('')}</table:table-row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="${namespace}:office:1.0" xmlns:style="${namespace}:style:1.0"
 xmlns:text="${namespace}:text:1.0" xmlns:table="${namespace}:table:1.0" xmlns:number="${namespace}:datastyle:1.0"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${styles.join('')}</office:automatic-styles>
<office:body><office:spreadsheet><table:table>${rows.join('')}</table:table></office:spreadsheet></office:body>
</office:document>`;
}
