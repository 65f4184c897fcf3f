import { writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openChangeStore } from '../../dist/history/store/open-change-store.js';

// Keeps one change after another on some devices, and tells of each step only when it was acknowledged; what is
// refused is tried again. Its arguments are the options and the names of the devices.
const [, , options = '', ...names] = process.argv;
const store = await openChangeStore(JSON.parse(options), 4);
const tell = (...words) => writeSync(1, `${words.join(' ')}\n`);
tell('open');

async function untilKept(step) {
  for (;;) {
    try {
      return await step();
    } catch ({ name, cause }) {
      tell('refused', name, cause);
      await sleep(20);
    }
  }
}

async function write(name) {
  const device = { kind: 'phone', name };
  for (let round = 0; ; round += 1) {
    const wait = { deadline: () => performance.now() + 10_000, signal: AbortSignal.timeout(10_000) };
    const lock = await untilKept(() => store.lockDevice(device, wait));
    const id = await untilKept(() =>
      store.begin({
        ...{ time: new Date(), user: 'writer', requestId: `${name}-${round}`, device, kind: 'speeddial' },
        ...{ before: [], after: [{ index: '1', dirn: String(round), label: '' }] },
      }),
    );
    tell('begun', id);
    await untilKept(() => store.settle(id, 'replaced'));
    tell('settled', id);
    await lock.release();
  }
}
await Promise.all(names.map(write));
