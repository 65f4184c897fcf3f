import type { DeviceKey } from '../../src/domain/device.js';
import type { DeviceName } from '../../src/domain/identifiers.js';
import type { Intention, SeenChange } from '../../src/history/change.js';
import type { Wait } from '../../src/store/sql.js';
import { uuid } from './fake-port.js';

/** A speed dial as the interface shows it. */
export const dial = (index: number, dirn: string, label = '') => ({ index: String(index), dirn, label });

export const phoneNamed = (name: string): DeviceKey => ({ kind: 'phone', name: name as DeviceName });
export const profileNamed = (name: string): DeviceKey => ({ kind: 'profile', name: name as DeviceName });

/** An intention, with some properties replaced. */
export function intention(otherwise: Partial<Intention> = {}): Intention {
  return {
    time: new Date('2026-03-04T05:06:07.089Z'),
    user: 'alice',
    requestId: 'request-1',
    device: phoneNamed('SEP00A1B2C30001'),
    uuid,
    kind: 'speeddial',
    before: [dial(1, '2001', 'Reception')],
    after: [dial(1, '2001', 'Reception'), dial(2, '2002', 'Porter')],
    run: undefined,
    undoes: undefined,
    ...otherwise,
  };
}

/** A change that others have made between the places 10 and 20, with some properties replaced. */
export function seenChange(otherwise: Partial<SeenChange> = {}): SeenChange {
  return {
    device: phoneNamed('SEP00A1B2C30001'),
    uuid,
    kind: 'speeddial',
    before: [dial(1, '2001', 'Reception')],
    after: [dial(1, '2001', 'Reception'), dial(2, '2002', 'Porter')],
    ...{ known: 10, place: 20 },
    seenAfter: new Date('2026-03-04T05:00:00Z'),
    time: new Date('2026-03-04T06:00:00Z'),
    ...otherwise,
  };
}

/** A limited wait. */
export function waitOf(ms: number): Wait {
  const deadline = performance.now() + ms;
  return { deadline: () => deadline, signal: AbortSignal.timeout(ms) };
}
