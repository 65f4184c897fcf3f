import { afterAll, describe, expect, it } from 'vitest';
import { openOffice } from '../support/office.js';
import { start, tidy } from '../support/processes.js';
import { officeOf, phoneName, watched } from './office.js';

afterAll(tidy);

const phones = 15_000;

/** Labels in several scripts, each different. */
const labels: readonly ((place: number) => string)[] = [
  (place) => `Zoë Müller ${place}`,
  (place) => `שלום עולם ${place}`,
  (place) => `日本事務所 ${place}`,
  (place) => `Desk ${place}`,
];

function phone(place: number): object {
  const label = labels[place % labels.length]?.(place);
  return {
    uuid: `face0000-0000-4000-8000-${place.toString(16).padStart(12, '0')}`,
    ...{ name: phoneName(place), description: `Åsa Öberg, desk ${place}` },
    ...{ product: 'Cisco 8841', model: 'Cisco 8841', protocol: 'SIP' },
    ...{ devicePool: 'DP-Stockholm', callingSearchSpace: 'CSS-Office', lines: [], busyLampFields: [] },
    speedDials: [{ index: 1, dirn: watched, label }],
  };
}

/** The process reports its processor time, in milliseconds, when it ends. */
const tellCpu = `data:text/javascript,${encodeURIComponent(
  'process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(`cpu ${(user+system)/1000}\\n`)})',
)}`;

describe('a number to which 15,000 buttons point', () => {
  it('is found within two seconds of processor time, and each button is shown', async () => {
    const office = await openOffice({
      ...officeOf(0),
      devices: Array.from({ length: phones }, (_, place) => phone(place)),
    });
    const { code, stdout, stderr } = await start(['buttons', 'find', watched], {
      env: office.environment,
      nodeArguments: ['--import', tellCpu],
    }).ended;
    await office.close();
    expect(code).toBe(0);
    for (const place of [0, 1, 2, 7499, phones - 1]) expect(stdout).toContain(phoneName(place));
    expect(stdout.split('\n').filter((line) => line.startsWith('SEPFACE'))).toHaveLength(phones);
    expect(Number(/^cpu (\d+)/m.exec(stderr)?.[1])).toBeLessThan(2000);
  });
});
