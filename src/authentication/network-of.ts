/**
 * The part of an address that belongs to one network: an IPv4 address itself, the first 64 bits of an IPv6 address,
 * because anyone who has one address of such a network can take any other of it. An IPv4 address that is written as an
 * IPv6 address (`::ffff:192.0.2.1`, `::ffff:c000:201`) is the IPv4 address.
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
 * The site that a network belongs to: the first 48 bits of an IPv6 address, which is what one site is given, or the
 * first 24 of an IPv4 address. Rightful callers may share it with others, so nothing is closed by site that a single
 * host could close.
 * @param network what networkOf returns
 */
export function siteOf(network: string): string {
  const parts = network.split(network.includes(':') ? ':' : '.');
  return parts.slice(0, 3).join('.');
}
