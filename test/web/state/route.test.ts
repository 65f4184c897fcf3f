import { describe, expect, it } from 'vitest';
import { hashOf, type Route, routeIn, routeMeant } from '../../../web/state/route.js';

const nowhere = { at: 'nowhere' };

describe('the address of a route', () => {
  it.each<Route>([
    { at: 'home' },
    { at: 'number', dirn: '+49 821/1*#' },
    { at: 'relabel', dirn: '2003' },
    { at: 'search', text: 'a/b ?%' },
    { at: 'device', kind: 'phone', name: 'SEP00A1B2C30003' },
    { at: 'device', kind: 'profile', name: 'UDP_Front desk' },
    { at: 'changes', filter: {} },
    { at: 'changes', filter: { profile: 'a/b', user: 'ä&=' } },
    { at: 'changes', filter: { source: 'elsewhere' } },
    { at: 'change', id: '7' },
    { at: 'state' },
  ])('leads back to it: $at', (route) => {
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
  ])('leads nowhere with more than a route has: %s', (hash) => {
    expect(routeIn(hash)).toEqual(nowhere);
  });

  it.each(['#/state/x', '#/changes/1/2', '#/nonsense', '#/nonsense/here', '#/phone', '#/phone/', '#/number'])(
    'leads nowhere: %s',
    (hash) => {
      expect(routeIn(hash)).toEqual(nowhere);
    },
  );

  it('takes the name of a hardware phone in any case of letters, as the look-up field does', () => {
    const phone = { at: 'device', kind: 'phone', name: 'SEP00A1B2C30003' };
    expect(routeIn('#/phone/sep00a1b2c30003')).toEqual(phone);
    expect(routeMeant(' Sep00a1B2C30003 ')).toEqual(phone);
  });

  it.each(['#/phone/sep00a1b2c3000', '#/phone/csfanna', '#/profile/sep00a1b2c30003'])(
    'leaves every other name as it is: %s',
    (hash) => {
      expect(routeIn(hash)).toMatchObject({ name: hash.replace(/.*\//, '') });
    },
  );

  it('survives a percent sign whose digits are cut off', () => {
    expect(routeIn('#/search/50%')).toEqual({ at: 'search', text: '50%' });
  });
});
