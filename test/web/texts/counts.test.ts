import { describe, expect, it } from 'vitest';
import { texts } from '../../../web/texts/texts.js';

describe('a text with a count', () => {
  it('mentions changes only if there are any', () => {
    expect([0, 1, 5].map((count) => texts.relabel.change(count, count))).toEqual([
      ...['Change…', 'Change 1 label on 1 device…', 'Change 5 labels on 5 devices…'],
    ]);
    expect([0, 1, 5].map(texts.findings.fix)).toEqual(['Fix…', 'Fix 1 button…', 'Fix 5 buttons…']);
  });

  it('says "it" for one, and "them" for several', () => {
    const { preview, remove } = texts.runs;
    for (const start of [preview.start, remove.start]) {
      expect(start(1)).toMatch(/ it$/);
      expect(start(5)).toMatch(/ them$/);
    }
    expect(texts.findings.dismiss.lead(1)).toMatch(/^It is/);
    expect(texts.findings.dismiss.lead(5)).toMatch(/^They are/);
  });
});
