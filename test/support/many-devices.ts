import { readFileSync } from 'node:fs';
import { companySeed, type Seed } from '../../src/simulator/state/seed.js';

/** A seed for the simulator: phones with these descriptions, named after MAC addresses in the same order. */
export function describedPhones(descriptions: readonly string[]): unknown {
  const company = JSON.parse(readFileSync(companySeed, 'utf8')) as Seed;
  const devices = descriptions.map((description, number) => {
    const hex = (number + 1).toString(16).padStart(12, '0');
    return {
      ...{ uuid: `00000000-0000-4000-8000-${hex}`, name: `SEP${hex.toUpperCase()}`, description },
      ...{ product: 'Cisco 7841', model: 'Cisco 7841', protocol: 'SIP', devicePool: 'DP-Lab' },
    };
  });
  return { ...company, lines: [], devices };
}
