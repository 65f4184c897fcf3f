import { describe, expect, it } from 'vitest';
import { texts } from '../../../web/texts/texts.js';

describe('a text with a count', () => {
  it('counts one and several', () => {
    expect([1, 5].map((count) => texts.relabel.changes(count, count))).toEqual([
      ...['1 label on 1 device to change', '5 labels on 5 devices to change'],
    ]);
    expect([1, 5].map((count) => texts.findings.fixThem(count, count, undefined))).toEqual([
      ...['Fix 1 button on 1 device?', 'Fix 5 buttons on 5 devices?'],
    ]);
  });

  it('says "it" for one, and "them" for several', () => {
    const { preview, remove } = texts.many;
    for (const start of [preview.start, remove.start]) {
      expect(start(1)).toMatch(/ it$/);
      expect(start(5)).toMatch(/ them$/);
    }
    expect(texts.findings.dismiss.lead(1)).toMatch(/^It is/);
    expect(texts.findings.dismiss.lead(5)).toMatch(/^They are/);
  });
});
