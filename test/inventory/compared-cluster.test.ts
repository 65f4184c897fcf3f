import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createClient, ProblemError } from '../../src/client/index.js';
import { authorization, caller } from '../support/caller.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { serviceSettings } from '../support/test-service.js';
import { sinceKilled, sweepAgain, useWatchers, watchers } from '../support/watching.js';
import { ApartBackend, type ApartPhone } from './apart-backend.js';

/**
 * A cluster of INVENTORY_PHONES phones, changed by others at random moments while it is swept, written to, cut off and
 * killed. Then every list of the inventory is compared with it. A sweep reads 700 phones in more than one page; `npm
 * run prove` uses 20,000.
 */

const count = Number(process.env['INVENTORY_PHONES'] ?? 700);
const rounds = 3;
const plantedInRound = 15;

useWatchers();

const random = (below: number): number => Math.floor(Math.random() * below);

/** Retries while it is refused temporarily, with nothing done: an instance that has just started may be slow. */
async function admitted<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (thrown) {
      if (!(thrown instanceof ProblemError && thrown.status === 503)) throw thrown;
      await sleep(200);
    }
  }
}

for (const [name, { instances, isLeftOut, address }] of Object.entries(watchers)) {
  it.skipIf(isLeftOut)(
    `${name} knows the real cluster, regardless of disturbances`,
    { timeout: Math.max(1_200_000, count * 200) },
    async () => {
      const backend = new ApartBackend(count);
      const url = await backend.listen();
      onTestFinished(() => {
        backend.close();
      });
      const settings = {
        ...{ ...serviceSettings(url), DATABASE_URL: await address() },
        ...{ INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600', AXL_TIMEOUT_MS: '5000' },
      };
      const services: ServiceProcess[] = [];
      for (let n = 0; n < instances; n += 1) services.push(await startServiceProcess(settings));
      const client = (n = 0) =>
        createClient({ baseUrl: services[n % instances]?.url ?? '', username: caller.name, password: caller.password });
      const sweep = (): Promise<void> => sweepAgain(client(), 600_000);
      const kept = (target: string, n = 0) =>
        fetch((services[n % instances]?.url ?? '') + target, {
          headers: { authorization: authorization(), 'cache-control': 'max-age=100000, only-if-cached' },
        });
      const listOf = ({ name: phone }: ApartPhone) => `/speeddials?phone=${phone}`;
      /** The answer was true at a moment that is no older than its Age says. */
      const wrong: unknown[] = [];
      const checkAge = async (phone: ApartPhone, n: number): Promise<void> => {
        const started = Date.now();
        const answer = await kept(listOf(phone), n).catch(() => undefined);
        if (answer?.status !== 200) return;
        const text = await answer.text();
        const oldest = started - Number(answer.headers.get('age')) * 1_000;
        const isTrue = phone.history.some(({ dials, until }) => until >= oldest && JSON.stringify(dials) === text);
        if (!isTrue) wrong.push({ phone: phone.name, oldest, text, history: phone.history });
      };
      await sweep();

      const planted: { readonly phone: ApartPhone; readonly label: string }[] = [];
      const free = [...backend.phones];
      const take = (): ApartPhone => {
        const [phone] = free.splice(random(free.length), 1);
        if (!phone) throw new Error('there are too few phones');
        return phone;
      };
      const list = (label: string) => [{ index: '1', dirn: backend.phones[random(count)]?.dirn ?? '', label }];
      for (let round = 0; round < rounds; round += 1) {
        let faults = 3;
        backend.fault = () => {
          const isFaulty = faults > 0 && random(4) === 0;
          if (isFaulty) faults -= 1;
          return { lateMs: random(80), ...(isFaulty && { as: random(2) === 0 ? 'busy' : 'lost' }) };
        };
        for (let n = 0; n < instances; n += 1) await admitted(() => client(n).sweepInventory());
        for (let n = 0; n < plantedInRound; n += 1) {
          const [theirs, ours] = [take(), take()];
          const label = `theirs ${round} ${n}`;
          theirs.set(list(label));
          planted.push({ phone: theirs, label });
          const own = list(`ours ${round} ${n}`);
          await admitted(() => client(n).replaceSpeedDials(ours.name, own));
          // After its 200, every instance shows it, or nothing.
          for (let at = 0; at < instances; at += 1) {
            const answer = await kept(listOf(ours), at);
            if (answer.status !== 504) expect(await answer.json()).toEqual(own);
          }
          await checkAge(planted[random(planted.length)]?.phone ?? theirs, n);
          // Some are found by live lookups.
          if (n % 3 === 0) await admitted(() => client(n).readSpeedDials(theirs.name));
          await sleep(random(150));
        }
        const killed = services[round % instances];
        killed?.process.kill('SIGKILL');
        await killed?.process.ended;
        const waitIsOver = await sinceKilled(settings.DATABASE_URL);
        services[round % instances] = await startServiceProcess(settings);
        await waitIsOver();
      }
      backend.fault = () => ({});
      await sweep();
      await sweep();

      expect(wrong).toEqual([]);
      const told: string[] = [];
      for (let before: string | undefined, isLast = false; !isLast;) {
        const page = await client().listChanges({
          source: 'elsewhere',
          limit: 500,
          ...(before !== undefined && { before }),
        });
        told.push(
          ...page.changes.flatMap(({ lists }) =>
            lists.map(({ device, after }) => `${device} ${after?.[0]?.label ?? ''}`),
          ),
        );
        before = page.next;
        isLast = before === undefined;
      }
      expect(told.sort()).toEqual(planted.map(({ phone, label }) => `${phone.name} ${label}`).sort());
      const differing: string[] = [];
      const compare = async (phone: ApartPhone, n: number): Promise<void> => {
        const text = await (await kept(listOf(phone), n)).text();
        if (text !== JSON.stringify(phone.dials)) differing.push(`${phone.name} ${text}`);
      };
      for (let from = 0; from < count; from += 20)
        await Promise.all(backend.phones.slice(from, from + 20).map(compare));
      expect(differing).toEqual([]);
      // Lamps, by the numbers that they watch.
      for (const [n, { dirn }] of backend.phones.slice(0, count / 10).entries()) {
        const found = (await (await kept(`/buttons/?dirn=${dirn}`, n)).json()) as { kind: string; label: string }[];
        const lamps = found.filter((button) => button.kind === 'busylampfield').map(({ label }) => label);
        const there = backend.phones.filter((phone) => phone.lamp.dirn === dirn).map((phone) => phone.lamp.label);
        expect(lamps.sort()).toEqual(there.sort());
      }
    },
  );
}
