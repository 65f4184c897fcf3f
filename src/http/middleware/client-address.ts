import type { BlockList } from 'node:net';
import { isIP } from 'node:net';
import type { Context, Middleware, Next } from 'koa';

/**
 * Finds out where a request came from. `X-Forwarded-For` is read from the right. The first address that is not a
 * known proxy is the caller's, because the caller may have written everything before it.
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
    // This is not an address, so the last address that was read counts.
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
 * The address without a port (`192.0.2.7:5678`, `[2001:db8::7]:443`) and without a zone. An IPv4 address on an IPv6
 * socket becomes a plain IPv4 address.
 */
function plainAddress(hop: string): string {
  const [, inBrackets, ofVersion4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  const address = inBrackets ?? ofVersion4 ?? hop;
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}
