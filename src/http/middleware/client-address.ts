import type { BlockList } from 'node:net';
import { isIP } from 'node:net';
import type { Context, Middleware, Next } from 'koa';

/**
 * Finds out where a request came from. `X-Forwarded-For` is believed only as far as proxies that are known wrote it:
 * read from the right, the first address that is none of theirs is the caller's, because what stands left of it the
 * caller may have written.
 * @param trusted the addresses of the known proxies
 */
export function clientAddress(trusted: BlockList): Middleware {
  return function withClientAddress(ctx: Context, next: Next) {
    const { remoteAddress = '' } = ctx.req.socket;
    ctx.request.ip = forwardedAddress(remoteAddress, ctx.get('X-Forwarded-For'), trusted);
    return next();
  };
}

/**
 * @param peer the address at the other end of the connection
 * @param forwardedFor the header's value
 */
export function forwardedAddress(peer: string, forwardedFor: string, trusted: BlockList): string {
  let address = plainAddress(peer);
  const hops = forwardedFor.split(',').map((hop) => plainAddress(hop.trim()));
  while (isTrusted(address, trusted)) {
    const hop = hops.pop();
    // No address at all: then the last known one is as far as it can be followed.
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Without the port that some proxies write beside it (`192.0.2.7:5678`, `[2001:db8::7]:443`), and without a zone; and
 * an IPv4 address that came in on an IPv6 socket is the same address.
 */
function plainAddress(hop: string): string {
  const [, inBrackets, ofVersion4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  const address = inBrackets ?? ofVersion4 ?? hop;
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}
