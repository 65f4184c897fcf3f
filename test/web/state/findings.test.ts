import { afterEach, describe, expect, it } from 'vitest';
import type { Inventory } from '../../../src/client/index.js';
import { noFindings as none } from '../../../src/domain/finding.js';
import { findingCounts } from '../../../web/state/findings.js';
import { inventory } from '../../../web/state/inventory.js';

describe('the findings', () => {
  afterEach(() => {
    inventory.value = undefined;
  });

  const keep = (findings: Inventory['findings']): void => {
    inventory.value = { findings } as Inventory;
  };

  it('is counted in all and by kind, without kinds of which there are none', () => {
    keep({ ...none, twice: 2, 'old-name': 1 });
    expect(findingCounts.value).toEqual({
      all: 3,
      byKind: [
        ['old-name', 1],
        ['twice', 2],
      ],
    });
    keep(none);
    expect(findingCounts.value).toEqual({ all: 0, byKind: [] });
  });

  it.each([null, undefined])('is not known without counts: %s', (findings) => {
    expect(findingCounts.value).toBeUndefined();
    keep(findings);
    expect(findingCounts.value).toBeUndefined();
  });
});
