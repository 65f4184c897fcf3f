import { describe, expect, it } from 'vitest';
import { hashOf, type Place, placeIn, placeMeant } from '../../../web/state/place.js';

const nowhere = { at: 'nowhere' };

describe('the address of a place', () => {
  it.each<Place>([
    { at: 'home' },
    { at: 'number', dirn: '+49 821/1*#' },
    { at: 'relabel', dirn: '2003' },
    { at: 'search', text: 'a/b ?%' },
    { at: 'device', kind: 'phone', name: 'SEP00A1B2C30003' },
    { at: 'device', kind: 'profile', name: 'UDP_Front desk' },
    { at: 'changes', filter: {} },
    { at: 'changes', filter: { profile: 'a/b', user: 'ä&=' } },
    { at: 'change', id: '7' },
    { at: 'state' },
  ])('leads back to it: $at', (place) => {
    expect(placeIn(hashOf(place))).toEqual(place);
    expect(placeIn(hashOf(place).replace(/(?=\?|$)/, '/'))).toEqual(place);
  });

  it.each([
    '#/profile/a/b',
    '#/phone/a/b',
    '#/number/1/2',
    '#/number/1/relabel/x',
    '#/search/a/b',
    '#/number//relabel',
  ])('leads nowhere with more than a place has: %s', (hash) => {
    expect(placeIn(hash)).toEqual(nowhere);
  });

  it.each(['#/state/x', '#/changes/1/2', '#/nonsense', '#/nonsense/here', '#/phone', '#/phone/', '#/number'])(
    'leads nowhere: %s',
    (hash) => {
      expect(placeIn(hash)).toEqual(nowhere);
    },
  );

  it('takes the name of a hardware phone in any case of letters, as the look-up field does', () => {
    const phone = { at: 'device', kind: 'phone', name: 'SEP00A1B2C30003' };
    expect(placeIn('#/phone/sep00a1b2c30003')).toEqual(phone);
    expect(placeMeant(' Sep00a1B2C30003 ')).toEqual(phone);
  });

  it.each(['#/phone/sep00a1b2c3000', '#/phone/csfanna', '#/profile/sep00a1b2c30003'])(
    'leaves every other name as it is: %s',
    (hash) => {
      expect(placeIn(hash)).toMatchObject({ name: hash.replace(/.*\//, '') });
    },
  );

  it('survives a percent sign whose digits are cut off', () => {
    expect(placeIn('#/search/50%')).toEqual({ at: 'search', text: '50%' });
  });
});
