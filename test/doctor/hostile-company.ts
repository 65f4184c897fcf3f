import { randomUUID } from 'node:crypto';

/** A company with names, numbers and labels that must not appear in any output. */
export interface HostileCompany {
  readonly seed: unknown;
  /** Each planted text, including keys. */
  readonly planted: readonly string[];
}

/** @param draw a number from 0 to 1, exclusive */
export function hostileCompany(phones: number, draw: () => number): HostileCompany {
  const planted: string[] = [];
  const plant = <Text extends string>(text: Text): Text => {
    planted.push(text);
    return text;
  };
  const word = (letters: number) =>
    Array.from({ length: letters }, () => 'bcdfghjklmnpqrstvwxzaeiou'[Math.floor(draw() * 25)]).join('');
  const oddities = ['Zoë ', "O'", '<b>&', ''];
  const name = (place: number) => plant(`${oddities[place % oddities.length] ?? ''}${word(9)} ${word(7)}`);
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(draw() * 10)).join('');
  const key = () => plant(randomUUID());
  const partition = { uuid: key(), name: plant(`PT-${word(10)}`) };
  const lines = Array.from({ length: phones }, (_, place) => ({
    uuid: key(),
    pattern: plant(place % 3 === 0 ? `\\+49${digits(11)}` : `7${digits(9)}`),
    routePartition: place % 5 === 0 ? null : partition.name,
    description: name(place),
    alertingName: plant(word(12)),
  }));
  const devices = lines.map((line, place) => ({
    uuid: key(),
    name: plant(place % 10 === 9 ? `CSF${word(12)}` : `SEP${digits(12)}`),
    ...(place % 7 === 6 && { class: 'Device Profile' }),
    description: name(place),
    product: 'Cisco 7841',
    model: 'Cisco 7841',
    protocol: 'SIP',
    devicePool: 'Default',
    lines: [
      { pattern: line.pattern, routePartition: line.routePartition, label: plant(word(11)), display: plant(word(11)) },
    ],
    speedDials: [{ index: 1, dirn: plant(`8${digits(10)}`), label: name(place) }],
    busyLampFields: [
      {
        index: 1,
        dirn: lines[(place + 1) % phones]?.pattern,
        routePartition: lines[(place + 1) % phones]?.routePartition,
        label: plant(word(13)),
        pickup: place % 2 === 0,
      },
      { index: 2, destination: plant(`${word(8)}@${word(9)}.example`), label: plant(word(13)) },
    ],
  }));
  const seed = {
    company: plant(`${word(9)} GmbH`),
    routePartitions: [partition],
    devicePools: [{ uuid: key(), name: 'Default' }],
    callingSearchSpaces: [],
    products: [{ enum: 1, name: 'Cisco 7841' }],
    models: [{ enum: 1, name: 'Cisco 7841' }],
    lines,
    devices,
  };
  return { seed, planted };
}

/** A generator of numbers from 0 to 1, the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
