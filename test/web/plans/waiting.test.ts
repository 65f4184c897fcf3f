import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/client/exchange.js';
import { countsAt, waitsFor } from '../../../web/plans/waiting.js';
import { aPlan } from './plans.js';

const by = { user: 'peter', time: '2026-03-04T05:06:07Z' };

describe('a plan waits for a user', () => {
  it('who may approve it', () => {
    expect(waitsFor(aPlan({ may: ['approve', 'reject'] }), 'peter')).toBe(true);
    expect(waitsFor(aPlan({ may: ['withdraw'] }), 'rita')).toBe(false);
  });

  it('who may apply it, and has proposed or approved it', () => {
    const approved = aPlan({ state: 'approved', approval: by, may: ['reject', 'apply'] });
    expect(waitsFor(approved, 'peter')).toBe(true);
    expect(waitsFor(approved, 'rita')).toBe(true);
    expect(waitsFor(approved, 'olivia')).toBe(false);
    expect(waitsFor({ ...approved, may: ['withdraw'] }, 'rita')).toBe(false);
    expect(waitsFor({ ...approved, state: 'partly-applied' }, 'peter')).toBe(false);
  });
});

describe('the plans that wait', () => {
  /** @param answers by state: the plans, and where more follow */
  const counting = (answers: Readonly<Record<string, readonly [plans: unknown, link?: string]>>) => {
    const asked: string[] = [];
    const exchange: Exchange = ({ url }) => {
      asked.push(`${url.pathname}${url.search}`);
      const [plans, link] = answers[url.searchParams.get('state') ?? ''] ?? [[]];
      const headers = new Headers({ 'content-type': 'application/json', ...(link !== undefined && { link }) });
      return Promise.resolve({ status: 200, headers, text: JSON.stringify(plans) });
    };
    return { asked, ...countsAt(new URL('https://service.example/front/'), exchange) };
  };

  it('are counted in one page of each state', async () => {
    const { asked, countPlans } = counting({
      proposed: [[aPlan({ id: '4', may: ['approve'] }), aPlan({ id: '3' })]],
      approved: [[aPlan({ id: '2', state: 'approved', approval: by, may: ['apply'] })]],
    });
    expect(await countPlans('peter')).toEqual({ count: 2, hasMore: false });
    expect(asked).toEqual(['/front/plans?state=proposed&limit=50', '/front/plans?state=approved&limit=50']);
  });

  it('may be more than were counted', async () => {
    const { countPlans } = counting({ proposed: [[], '<?state=proposed&before=7>; rel="next"'] });
    expect(await countPlans('peter')).toEqual({ count: 0, hasMore: true });
  });

  it('are not counted in an answer that has none', async () => {
    const { countPlans } = counting({ proposed: [[{ state: 'proposed' }]] });
    await expect(countPlans('peter')).rejects.toThrow();
  });
});
