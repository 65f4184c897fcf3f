import type { Footing } from './button-faults.js';

/** An entry of either list, as the control path shows it. */
export interface ShownEntry {
  readonly index: number;
  readonly dirn: string;
  readonly label: string;
  /** For busy lamp fields only, like the rest. */
  readonly destination?: string;
  readonly routePartition?: string;
  readonly pickup?: boolean;
}

export type ListName = 'speedDials' | 'busyLampFields';

/** A device with buttons of both kinds, more than a call changes. */
export interface ButtonDevice {
  readonly kind: 'phone' | 'profile';
  readonly name: string;
}

/** A call that is tried with every fault that matters for its footing. */
export interface ButtonCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly device: ButtonDevice;
  readonly list: ListName;
  /** Absent for a read. A conditional call sends If-Match. */
  readonly footing?: Footing;
  /** @param seen the list as the caller knows it */
  readonly body?: (seen: readonly Entry[]) => unknown;
  /** @returns the list after the call, as the control path shows it */
  readonly after?: (before: readonly ShownEntry[]) => ShownEntry[];
  /** Only in `npm run chaos`: the tests have another call with the same footing. */
  readonly isOneMore?: boolean;
}

/** An entry as callers see it. */
export type Entry = Readonly<Record<string, unknown>> & { readonly index: string };

const phone: ButtonDevice = { kind: 'phone', name: 'SEP00A1B2C30100' };
const profile: ButtonDevice = { kind: 'profile', name: 'UDP_FRONTDESK' };

export const paths: Readonly<Record<ListName, string>> = {
  speedDials: '/speeddials',
  busyLampFields: '/busylampfields',
};

/** The entry that is changed or removed. It is there before, and in the list that someone else sets. */
export const changedIndex = 2;
const isChanged = ({ index }: { readonly index: number | string }): boolean => Number(index) === changedIndex;

const dials = [
  { index: '1', dirn: '0100', label: 'Reception' },
  { index: '2', dirn: '+14085554019', label: 'Büro' },
];
const dialsAfter = (): ShownEntry[] => dials.map((dial) => ({ ...dial, index: Number(dial.index) }));

const dial = { dirn: '0100', label: 'Reception <1>' };
const lamp = { dirn: '6103', partition: 'PT-Internal', label: 'Çağla & Bengt', pickup: true };
const lampAfter = {
  index: changedIndex,
  destination: '',
  dirn: lamp.dirn,
  routePartition: lamp.partition,
  label: lamp.label,
  pickup: true,
};

/** The list with one label changed and its last entries removed. */
function relabelled<Each extends { readonly index: number | string }>(list: readonly Each[]): Each[] {
  return list
    .filter(({ index }) => Number(index) <= 28)
    .map((entry) => (isChanged(entry) ? { ...entry, label: 'Bengt Öst, växel' } : entry));
}

function withEntry(list: readonly ShownEntry[], entry: ShownEntry): ShownEntry[] {
  return [...list.filter((other) => !isChanged(other)), entry];
}

export const buttonCalls: readonly ButtonCall[] = [
  { method: 'GET', device: phone, list: 'speedDials' },
  { method: 'GET', device: profile, list: 'busyLampFields', isOneMore: true },
  { method: 'POST', device: phone, list: 'speedDials', footing: 'conditional', body: () => dials, after: dialsAfter },
  { method: 'POST', device: phone, list: 'busyLampFields', footing: 'plain', body: relabelled, after: relabelled },
  {
    method: 'POST',
    device: profile,
    list: 'busyLampFields',
    footing: 'conditional',
    body: relabelled,
    after: relabelled,
    isOneMore: true,
  },
  {
    method: 'PUT',
    device: profile,
    list: 'busyLampFields',
    footing: 'entry',
    body: () => lamp,
    after: (before) => withEntry(before, lampAfter),
  },
  {
    method: 'PUT',
    device: phone,
    list: 'speedDials',
    footing: 'conditional',
    body: () => dial,
    after: (before) => withEntry(before, { index: changedIndex, ...dial }),
    isOneMore: true,
  },
  {
    method: 'DELETE',
    device: phone,
    list: 'speedDials',
    footing: 'entry',
    after: (before) => before.filter((entry) => !isChanged(entry)),
    isOneMore: true,
  },
];

/** The list that someone else sets, as AXL accepts it. */
export const theirs: Readonly<Record<ListName, string>> = {
  speedDials:
    '<speeddials><speeddial><dirn>0199</dirn><label>In between</label><index>2</index></speeddial>' +
    '<speeddial><dirn>0198</dirn><label>Another</label><index>7</index></speeddial></speeddials>',
  busyLampFields:
    '<busyLampFields><busyLampField><blfDest>0199</blfDest><label>In between</label><index>2</index></busyLampField>' +
    '<busyLampField><blfDest>0198</blfDest><label>Another</label><index>7</index></busyLampField></busyLampFields>',
};
