/**
 * The network of an address: an IPv4 address itself, or the first 64 bits of an IPv6 address. Anyone who has one
 * address of such an IPv6 network can use all of them. An IPv4 address in IPv6 form (`::ffff:192.0.2.1`,
 * `::ffff:c000:201`) counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups.slice(6).flatMap(bytesOf).join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** @returns the eight numbers of an IPv6 address */
function groupsOf(address: string): number[] {
  const [front = '', back] = address.replace(/%.*$/, '').split('::');
  const before = numbersIn(front);
  const after = numbersIn(back ?? '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0);
  return [...before, ...zeros, ...after];
}

function numbersIn(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    if (!group.includes('.')) return [parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 255];
}

/**
 * The site of a network: the first 48 bits of an IPv6 address, or the first 24 bits of an IPv4 address. One site
 * usually gets such a block of IPv6 addresses. Legitimate callers may share a site with others, so failures of one host
 * must never close a whole site.
 * @param network what networkOf returns
 */
export function siteOf(network: string): string {
  const parts = network.split(network.includes(':') ? ':' : '.');
  return parts.slice(0, 3).join('.');
}
