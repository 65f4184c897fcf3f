import { afterEach, describe, expect, it } from 'vitest';
import type { Finding, Inventory, PhoneProxyClient } from '../../../src/client/index.js';
import { countFindings, findingCounts } from '../../../web/state/findings.js';
import { inventory } from '../../../web/state/inventory.js';
import { session, signOut } from '../../../web/state/session.js';

const findings = (['twice', 'old-name', 'twice'] as const).map((kind) => ({ kind }) as Finding);

describe('what is to be fixed', () => {
  afterEach(() => {
    signOut();
  });

  const signInWith = (page: object): string[] => {
    const asked: string[] = [];
    const client = {
      readInventory: () => new Promise(() => undefined),
      listFindings: (filter: object) => {
        asked.push(JSON.stringify(filter));
        return Promise.resolve(page);
      },
    } as unknown as PhoneProxyClient;
    session.value = { user: 'olivia', client };
    return asked;
  };
  const keep = (asOf: string | null): void => {
    inventory.value = { asOf } as Inventory;
  };

  it('is counted by kind, once, when a whole sweep is kept', async () => {
    const asked = signInWith({ findings, next: 'more' });
    keep(null);
    keep('2026-03-04T05:06:07Z');
    await expect.poll(() => findingCounts.value).toMatchObject({ all: 3, hasMore: true });
    expect([...(findingCounts.value?.byKind ?? [])]).toEqual([
      ['twice', 2],
      ['old-name', 1],
    ]);
    keep('2026-03-04T06:06:07Z');
    expect(asked).toEqual(['{"limit":500}']);
  });

  it('is what was counted last, and forgotten with its user', () => {
    signInWith({ findings, next: undefined });
    countFindings(findings.slice(0, 1), false);
    expect(findingCounts.value).toMatchObject({ all: 1, hasMore: false });
    signOut();
    expect(findingCounts.value).toBeUndefined();
  });
});
