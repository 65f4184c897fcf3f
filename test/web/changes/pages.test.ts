import { describe, expect, it } from 'vitest';
import type { ChangePage } from '../../../src/client/index.js';
import { aChange } from '../../support/made.js';
import { mergedPages } from '../../../web/changes/pages.js';

const page = (next: string | undefined, ...ids: readonly string[]): ChangePage => ({
  changes: ids.map((id) => ({ ...aChange({ id }), lists: [] })),
  next,
});
const told = ({ changes, next }: ChangePage) => [changes.map(({ id }) => id), next];

describe('pages of changes', () => {
  it('are merged, newest first and each once, as far as all of them are loaded', () => {
    expect(told(mergedPages([page('9', '12', '9'), page('3', '11', '10', '3')]))).toEqual([
      ['12', '11', '10', '9'],
      '9',
    ]);
    expect(told(mergedPages([page(undefined, '12', '9'), page('3', '11', '3')]))).toEqual([
      ['12', '11', '9', '3'],
      '3',
    ]);
    expect(told(mergedPages([page(undefined, '2'), page(undefined)]))).toEqual([['2'], undefined]);
  });
});
