import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import type { Watch } from '../../src/store/postgres/lock-session.js';
import { openWatched } from '../support/open-changes.js';
import { phoneNamed, waitOf } from '../support/changes.js';

// Holds the lock of a device forever, and reports repeatedly what it knows about the lock, as before a write. Its
// arguments are the options, how the lock is watched, and the name of the device.
const [, , options = '', watch = '', name = ''] = process.argv;
const place = JSON.parse(options) as DatabaseOptions & { readonly store: 'postgres' };
const store = await openWatched(place, JSON.parse(watch) as Watch);
const lock = await store.lockDevice(phoneNamed(name), waitOf(10_000));
for (;;) {
  writeSync(1, `${(await lock.verify()) ? 'held' : 'lost'}\n`);
  await sleep(20);
}
