import { expect, it } from 'vitest';
import { texts } from '../../../web/texts/texts.js';

it('counts one and several in a text', () => {
  expect([0, 1, 5].map((count) => texts.many.relabel.changes(count, count))).toEqual([
    ...['All of them have this label.', '1 label on 1 device to change.', '5 labels on 5 devices to change.'],
  ]);
  expect(texts.findings.dismiss.lead(1)).toMatch(/^It is/);
  expect(texts.findings.dismiss.lead(5)).toMatch(/^They are/);
});
