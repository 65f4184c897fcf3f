import { describe, expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { basic } from '../support/app.js';
import { describedPhones } from '../support/many-devices.js';
import { residentMb } from '../support/process-memory.js';
import { tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { caller } from '../support/caller.js';
import { serviceSettings } from '../support/test-service.js';

const phones = 30_000;
/** Texts that every phone has, and one that matches all of them for the call manager and only a few exactly. */
const searches = ['s', 'SEP', 'desk', 'Desk 1', '0', 'e', 'ö', 'müller'];

describe(`eight parallel broad searches, with ${phones} phones`, () => {
  it.runIf(process.platform === 'linux')(
    'take less than 200 MB',
    async () => {
      const seed = describedPhones(
        Array.from(
          { length: phones },
          (_, place) => `Desk ${place}${place % 5_000 === 4_999 ? ', Zoë MÜLLER' : ', öffentlich'}`,
        ),
      );
      const simulator = await startSimulator({ seed });
      onTestFinished(async () => {
        await tidy();
        await simulator.close();
      });
      const settings = {
        ...serviceSettings(simulator.url),
        REQUEST_DEADLINE_MS: '120000',
        AXL_TIMEOUT_MS: '100000',
        SHUTDOWN_GRACE_MS: '120000',
      };
      const { url, process: service } = await startServiceProcess(settings);
      const search = async (query: string): Promise<{ found: number; next: string | undefined }> => {
        const answer = await fetch(`${url}/devices${query}`, {
          headers: { authorization: basic(caller.name, caller.password) },
        });
        expect(answer.status).toBe(200);
        const next = /^<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
        return { found: ((await answer.json()) as unknown[]).length, next };
      };
      const answers = await Promise.all(searches.map((text) => search(`?search=${encodeURIComponent(text)}`)));
      expect(answers.slice(0, 7).map(({ found }) => found)).toEqual(searches.slice(0, 7).map(() => 100));
      // Few of the similar ones contain it: its page is short, and has a next one.
      let { found, next } = answers[7] ?? { found: 0, next: undefined };
      for (; next !== undefined;) {
        const more = await search(next);
        found += more.found;
        next = more.next;
      }
      expect(found).toBe(6);
      const { most: highestMb } = residentMb(service.pid);
      expect(highestMb).toBeGreaterThan(20);
      expect(highestMb).toBeLessThan(200);
    },
    180_000,
  );
});
