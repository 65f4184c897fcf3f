import type { DeviceKey } from '../../src/domain/device.js';
import type { DeviceName } from '../../src/domain/identifiers.js';
import type { SeenChange, Sent, SentList } from '../../src/changes/change.js';
import type { Ended, Intention, NewChange } from '../../src/changes/store/change-store.js';
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
    undoes: undefined,
    of: undefined,
    ...otherwise,
  };
}

/** When a list was sent, with some properties replaced. */
export function sentOf(otherwise: Partial<Sent> = {}): Sent {
  return {
    ...{ number: '1', time: new Date('2026-03-04T05:06:07.089Z'), user: 'alice', requestId: 'request-1' },
    ...{ place: 1, knownAt: 1, seenAfter: undefined },
    ...otherwise,
  };
}

/** A list that was set, with some properties replaced. */
export function sentList(otherwise: Partial<SentList> = {}): SentList {
  const { device, kind, before, after } = intention();
  return {
    ...{ change: '1', position: 0, device, uuid, kind, before, after, ifMatch: undefined, undoes: undefined },
    ...{ state: 'changed', problem: undefined, foundLater: undefined, changedSince: undefined, undoneBy: undefined },
    sent: sentOf(),
    ...otherwise,
  };
}

/** The ends of lists. */
export const changed: Ended = { state: 'changed', problem: undefined };
export const uncertain: Ended = { state: 'uncertain', problem: { code: 'outcome-unknown', detail: 'No answer came.' } };
export const refused: Ended = { state: 'refused', problem: { code: 'rejected-by-call-manager', detail: 'No.' } };
export const meanwhile: Ended = {
  state: 'changed-meanwhile',
  problem: { code: 'changed-meanwhile', detail: 'Other.' },
};

/** A change to ask for, of one list on each of these phones, with some properties replaced. */
export function newChange(
  otherwise: Partial<NewChange> = {},
  names: readonly string[] = ['SEP00A1B2C30001'],
): NewChange {
  return {
    ...{
      user: 'alice',
      requestId: 'request-1',
      title: 'Labels',
      reason: 'They are old',
      isDraft: false,
      begins: false,
    },
    ...{
      intent: undefined,
      atMost: undefined,
      notBefore: undefined,
      undoes: undefined,
      expiresMs: 86_400_000,
      key: undefined,
      notes: [],
    },
    lists: names.map((name) => ({
      ...{ device: phoneNamed(name), kind: 'speeddial', ifMatch: undefined, undoes: undefined },
      after: [dial(1, '2001', 'Reception')],
    })),
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
