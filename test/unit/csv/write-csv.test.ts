import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/csv/rows.js';
import type { Delimiter } from '../../../src/csv/write-csv.js';
import type { Entry } from '../../../src/domain/button-kinds.js';
import { writeCsv } from '../../support/csv-file.js';

const dialsOf = { device: 'D', deviceKind: 'phone', kind: 'speeddial' } as const;
const lampsOf = { device: '=D', deviceKind: 'profile', kind: 'busylampfield' } as const;

const hostile = fc.oneof(
  fc.constantFrom('=1+1', "'", "''", '+49', '0100', 'a;b', 'a,b', '"', 'a\r\nb', '\r', '\n', '\t', ' x ', '\uFEFF', ''),
  fc.string({ unit: 'grapheme' }),
);
// An empty number is reported when the file is compared with the device.
const number = hostile.filter((text) => text !== '');

describe('a file of buttons', () => {
  it.each<Delimiter>([',', ';', '\t'])('with %j reads back the same for every text', (delimiter) => {
    const dial = fc.record({ dirn: number, label: hostile });
    const lamp = fc.oneof(
      fc.record({ dirn: number, partition: hostile, label: hostile, pickup: fc.boolean() }),
      fc.record({ destination: number, label: hostile, pickup: fc.boolean() }),
    );
    const placed = (entries: readonly object[]) => entries.map((entry, place) => ({ index: `${place + 1}`, ...entry }));
    fc.assert(
      fc.property(fc.array(dial, { minLength: 1 }), fc.array(lamp, { minLength: 1 }), (dials, fields) => {
        const lists = [
          { ...dialsOf, entries: placed(dials) as Entry[] },
          { ...lampsOf, entries: placed(fields) as Entry[] },
        ];
        const read = readCsv(writeCsv(lists, delimiter));
        expect(read.faults).toEqual([]);
        expect(read.lists.map(({ rows }) => rows.map(({ entry }) => entry))).toEqual(
          lists.map(({ entries }) => entries),
        );
      }),
    );
  });

  it('starts with a byte order mark, has CRLF, and keeps zeros', () => {
    const entries = [{ index: '1', dirn: '0100', label: 'Büro' }];
    expect(writeCsv([{ ...dialsOf, entries }])).toBe(
      '\uFEFFdevice,deviceKind,kind,index,dirn,partition,destination,label,pickup\r\n' +
        "D,phone,speeddial,1,'0100,,,Büro,\r\n",
    );
  });
});
