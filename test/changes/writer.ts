import { writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import { openChangeStore } from '../support/open-changes.js';
import type { DatabaseOptions } from '../../src/store/database-url.js';

// Stores one change after another on some devices, and reports each step only after it was acknowledged; refused ones
// are retried. Its arguments are the options and the names of the devices.
const [, , options = '', ...names] = process.argv;
const store = await openChangeStore(JSON.parse(options) as DatabaseOptions);
tell('open');

function tell(...words: readonly unknown[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

async function untilKept<Kept>(step: () => Promise<Kept>): Promise<Kept> {
  for (;;) {
    try {
      return await step();
    } catch (thrown) {
      const { name, cause } = thrown as Error;
      tell('refused', name, cause);
      await sleep(20);
    }
  }
}

async function write(name: string): Promise<never> {
  const device = { kind: 'phone', name: name as DeviceName } as const;
  for (let round = 0; ; round += 1) {
    const wait = { deadline: () => performance.now() + 10_000, signal: AbortSignal.timeout(10_000) };
    const lock = await untilKept(() => store.lockDevice(device, wait));
    const { number } = await untilKept(() =>
      store.begin({
        ...{
          time: new Date(),
          user: 'writer',
          requestId: `${name}-${round}`,
          device,
          kind: 'speeddial',
          uuid: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid,
        },
        ...{ before: [], after: [{ index: '1', dirn: String(round), label: '' }], undoes: undefined, of: undefined },
      }),
    );
    tell('begun', number);
    await untilKept(() => store.settle(number, { state: 'changed', problem: undefined }));
    tell('settled', number);
    await lock.release();
  }
}
await Promise.all(names.map(write));
