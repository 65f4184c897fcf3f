import { afterEach, describe, expect, it, vi } from 'vitest';
import { followAddress, goTo, hashOf, route, type Route, routeIn, routeMeant } from '../../../web/state/route.js';

const phone = { at: 'device', kind: 'phone', name: 'SEP00A1B2C30003' };
const nowhere = { at: 'nowhere' };

describe('the address of a route', () => {
  it.each<Route>([
    { at: 'home' },
    { at: 'number', dirn: '+49 821/1*#' },
    { at: 'search', text: 'a/b ?%' },
    { at: 'device', kind: 'phone', name: 'SEP00A1B2C30003' },
    { at: 'device', kind: 'profile', name: 'UDP_Front desk' },
    { at: 'changes', filter: {} },
    { at: 'changes', filter: { profile: 'a/b', user: 'ä&=' } },
    { at: 'changes', filter: { source: 'elsewhere' } },
    { at: 'changes', filter: { deviceKind: 'profile' } },
    { at: 'change', id: '7' },
    { at: 'changes', filter: { state: 'partly-done', user: 'ä&=' } },
    { at: 'findings', filter: {} },
    { at: 'findings', filter: { kind: 'twice', dirn: '2003' } },
    { at: 'findings', filter: { dismissed: 'true' } },
    { at: 'state' },
  ])('leads back to it: $at', (route) => {
    expect(hashOf(route)).not.toMatch(/[?]$/);
    expect(routeIn(hashOf(route))).toEqual(route);
    expect(routeIn(hashOf(route).replace(/(?=\?|$)/, '/'))).toEqual(route);
  });

  it.each([
    '#/profile/a/b',
    '#/phone/a/b',
    '#/number/1/2',
    '#/number/1/relabel/x',
    '#/search/a/b',
    '#/number//relabel',
    '#/phone/1/relabel',
    '#/number/1/rel/abel',
  ])('is not found with extra parts: %s', (hash) => {
    expect(routeIn(hash)).toEqual(nowhere);
  });

  it.each([
    '#/state/x',
    '#/changes/1/2',
    '#/changes/1/2',
    '#/nonsense',
    '#/nonsense/here',
    '#/phone',
    '#/phone/',
    '#/number',
  ])('is not found: %s', (hash) => {
    expect(routeIn(hash)).toEqual(nowhere);
  });

  it('is the home page if it is empty, and leads there if it is not found', () => {
    expect(['', '#', '#/', hashOf({ at: 'nowhere' })].map(routeIn)).toEqual(Array(4).fill({ at: 'home' }));
  });

  it.each([
    ['#/changes?deviceKind=gateway&source=nobody&user=&page=2', { at: 'changes', filter: {} }],
    ['#/mend?kind=twice&dirn=2003', { at: 'findings', filter: { kind: 'twice', dirn: '2003' } }],
    ['#/mend?kind=nonsense&dirn=&dismissed=false', { at: 'findings', filter: {} }],
    ['#/search/a#/b', nowhere],
  ])('leaves out empty filters: %s', (hash, route) => {
    expect(routeIn(hash)).toEqual(route);
  });

  it('accepts the name of a hardware phone in any letter case, as the look-up field does', () => {
    expect(routeIn('#/phone/sep00a1b2c30003')).toEqual(phone);
    expect(routeMeant(' Sep00a1B2C30003 ')).toEqual(phone);
  });

  it.each([
    ['2003', { at: 'number', dirn: '2003' }],
    [' +49 (821) 1.2-3 ', { at: 'number', dirn: '+49821123' }],
    ['\\+49821', { at: 'number', dirn: '+49821' }],
    ['95551234,,8787', { at: 'number', dirn: '95551234,,8787' }],
    ['alice@example.com', { at: 'number', dirn: 'alice@example.com' }],
    ['00:A1:b2:c3:00:03', phone],
    ['00a1.b2c3.0003', phone],
    ['00a1b2c30003\u200B', phone],
    ['Front\u00A0desk', { at: 'search', text: 'Front desk' }],
    ['*60#', { at: 'number', dirn: '*60#' }],
    ['(408) 555-4019', { at: 'number', dirn: '4085554019' }],
    ['+1 408 555 4019', { at: 'number', dirn: '+14085554019' }],
    ['4019 Petra', { at: 'number', dirn: '4019' }],
    ['3 Meeting rooms', { at: 'search', text: '3 Meeting rooms' }],
    ['2003a', { at: 'search', text: '2003a' }],
    ['-1', { at: 'search', text: '-1' }],
    ['Front desk', { at: 'search', text: 'Front desk' }],
    ['SEP00A1B2C300031', { at: 'search', text: 'SEP00A1B2C300031' }],
    ['XSEP00A1B2C30003', { at: 'search', text: 'XSEP00A1B2C30003' }],
    [' ', undefined],
  ])('is what somebody means who types %s', (typed, route) => {
    expect(routeMeant(typed)).toEqual(route);
  });

  it.each(['#/phone/sep00a1b2c3000', '#/phone/csfanna', '#/profile/sep00a1b2c30003'])(
    'keeps every other name: %s',
    (hash) => {
      expect(routeIn(hash)).toMatchObject({ name: hash.replace(/.*\//, '') });
    },
  );

  it('accepts a percent sign with missing digits', () => {
    expect(routeIn('#/search/50%')).toEqual({ at: 'search', text: '50%' });
  });
});

describe('the page', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    route.value = { at: 'home' };
  });

  it('shows the page of the address, now and when it changes', () => {
    const window = new EventTarget();
    const location = { hash: '#/number/2003' };
    vi.stubGlobal('window', window);
    vi.stubGlobal('location', location);
    followAddress();
    expect(route.value).toEqual({ at: 'number', dirn: '2003' });
    goTo({ at: 'state' });
    expect(location.hash).toBe('#/state');
    window.dispatchEvent(new Event('hashchange'));
    expect(route.value).toEqual({ at: 'state' });
  });
});
