import { describe, expect, it } from 'vitest';
import { mistakenFor } from '../../../src/csv/mistaken-files.js';

const bulkTool = 'is a file of the Bulk Administration Tool; use export here, and edit that file instead';
const bulkHeadings = 'has the headings of the Bulk Administration Tool; use export here, and edit that file instead';
const utf16 = 'is in UTF-16; save it as "CSV UTF-8", not as "Unicode text"';
const excelLine = 'begins with a line sep=, which only Excel knows; remove that line';

describe('a file that is not a file of buttons', () => {
  it.each<[Buffer | string, string | undefined]>([
    [Buffer.from('504b0304140000000800', 'hex'), 'is a workbook (.xlsx, .ods); save it as "CSV UTF-8"'],
    [Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'is a workbook (.xls); save it as "CSV UTF-8"'],
    [Buffer.from('\uFEFFdevice', 'utf16le'), utf16],
    [Buffer.from('feff0064', 'hex'), utf16],
    [Buffer.from('device', 'utf16le'), utf16],
    ['sep=;\ndevice;kind', excelLine],
    ['\uFEFF\r\n \r\n"SEP=;"\ndevice;kind', excelLine],
    ['DEVICE NAME,Speed Dial Number 1', bulkTool],
    ['Name,Mac Address,Busy Lamp Field 1', bulkTool],
    ['Device Name,BLF 1', bulkTool],
    ['"MAC Address" ;Description', bulkHeadings],
    ['device name\tDescription', bulkHeadings],
    ['device,kind\nsep=;', undefined],
    ['device,sep=,speed dial', undefined],
    ['x device name,Description', undefined],
    ['device names,Description', undefined],
    ['aPK\u0003\u0004', undefined],
    ['device\u0000,ÿþ', undefined],
    ['', undefined],
  ])('is called what it is: %j', (file, problem) => {
    expect(mistakenFor(Buffer.from(file as string), 'buttons')).toBe(problem);
  });

  it('may have the headings of the bulk tool if it lists devices', () => {
    expect(mistakenFor(Buffer.from('MAC Address,Description'), 'devices')).toBeUndefined();
    expect(mistakenFor(Buffer.from('sep=;'), 'devices')).toBe(excelLine);
  });
});
