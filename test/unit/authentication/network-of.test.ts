import { describe, expect, it } from 'vitest';
import { networkOf, siteOf } from '../../../src/authentication/network-of.js';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['0:1:0:0:0:ffff:c000:0207', '0:1:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the site of a network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.250', true],
    ['192.0.2.7', '192.0.3.7', false],
    ['2001:db8:1:2::1', '2001:db8:1:ffff::1', true],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ])('of %s and of %s: %s', (one, other, same) => {
    expect(siteOf(networkOf(one)) === siteOf(networkOf(other))).toBe(same);
  });
});
