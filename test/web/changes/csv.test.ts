import { expect, it } from 'vitest';
import { csvOf } from '../../../web/changes/csv.js';

it('starts with the columns, and quotes separators and line breaks', () => {
  const text = csvOf(
    ['device', 'label'],
    [
      ['SEP1', 'Anna, "Bo"'],
      ['SEP2', 'two\nlines'],
      ['', ''],
    ],
  );
  expect(text).toBe('device,label\r\nSEP1,"Anna, ""Bo"""\r\nSEP2,"two\nlines"\r\n,\r\n');
});

it.each(['=1+1', '+49', '-1', '@x', "'x", '\tx'])('keeps %s text, which a spreadsheet would run or change', (text) => {
  expect(csvOf(['label'], [[text]])).toContain(`\r\n'${text}`);
});
