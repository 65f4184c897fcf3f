import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { forwardedAddress } from '../../src/http/middleware/client-address.js';

const trusted = new BlockList();
trusted.addSubnet('10.0.0.0', 8, 'ipv4');
trusted.addAddress('2001:db8::1', 'ipv6');

describe("the caller's address behind known proxies", () => {
  it.each([
    { peer: '10.0.0.1', header: '192.0.2.7', caller: '192.0.2.7', why: 'is what the proxy wrote' },
    { peer: '192.0.2.9', header: '10.1.1.1', caller: '192.0.2.9', why: 'is the peer when that is no known proxy' },
    { peer: '10.0.0.1', header: '', caller: '10.0.0.1', why: 'is the proxy when it wrote nothing' },
    { peer: '10.0.0.1', header: '1.1.1.1, 192.0.2.7', caller: '192.0.2.7', why: 'is not what the caller wrote' },
    { peer: '10.0.0.1', header: '1.1.1.1, 192.0.2.7, 10.9.9.9', caller: '192.0.2.7', why: 'stands before all proxies' },
    { peer: '10.0.0.1', header: '10.2.2.2, 10.3.3.3', caller: '10.2.2.2', why: 'is the first where all are known' },
    { peer: '10.0.0.1', header: 'nonsense', caller: '10.0.0.1', why: 'is the last that can be followed' },
    { peer: '10.0.0.1', header: '192.0.2.7, unknown, 10.3.3.3', caller: '10.3.3.3', why: 'is not searched past a gap' },
    { peer: '2001:db8::1', header: '2001:db8::7', caller: '2001:db8::7', why: 'may be of version 6' },
    { peer: '10.0.0.1', header: 'fe80::1%eth0', caller: 'fe80::1', why: 'has no zone' },
    { peer: '10.0.0.1', header: '::FFFF:192.0.2.7', caller: '192.0.2.7', why: 'is the same in both versions' },
    { peer: '10.0.0.1', header: '192.0.2.7:5678', caller: '192.0.2.7', why: 'has no port' },
    { peer: '10.0.0.1', header: '[2001:db8::7]:443', caller: '2001:db8::7', why: 'has no port and no brackets' },
    { peer: '10.0.0.1', header: '[2001:db8::7]', caller: '2001:db8::7', why: 'has no brackets' },
    { peer: '10.0.0.1', header: '192.0.2.7:1, 10.9.9.9:2', caller: '192.0.2.7', why: 'is found past hops with ports' },
    {
      peer: '10.0.0.1',
      header: '1.1.1.1, [2001:db8::1]:443',
      caller: '1.1.1.1',
      why: 'is found past a hop in brackets',
    },
    { peer: '10.0.0.1', header: '2001:db8::7:443', caller: '2001:db8::7:443', why: 'keeps what may be its own' },
    { peer: '10.0.0.1', header: '192.0.2.7:http', caller: '10.0.0.1', why: 'is not guessed' },
    {
      peer: '::ffff:10.0.0.1',
      header: '192.0.2.7',
      caller: '192.0.2.7',
      why: 'is found behind a proxy of either version',
    },
  ])('$why ($peer, "$header")', ({ peer, header, caller }) => {
    expect(forwardedAddress(peer, header, trusted)).toBe(caller);
  });
});
