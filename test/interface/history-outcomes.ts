import type { Change, Intention } from '../../src/history/change.js';
import { History } from '../../src/history/history.js';
import { uuid } from '../support/call-manager.js';
import { dial, intention, phoneNamed, profileNamed } from '../support/changes.js';
import { MemoryStore } from '../support/memory-store.js';
import type { Outcome } from './outcomes.js';
import { jsonRequest, request } from './requests.js';

/** What the history answers, and what it makes others answer. */

const phone = phoneNamed('SEP00A1B2C30003');
const profile = profileNamed('UDP_SHIFT1');
const [before, after] = [[dial(1, '0100', 'Büro & <Co>')], [dial(1, '0100', 'Büro'), dial(2, '+14085554019')]];
const lamp = { index: '1', dirn: '4019', partition: 'PT-Internal', label: 'Carlos', pickup: true };

const kept: readonly (Partial<Intention> & Pick<Change, 'outcome'>)[] = [
  { device: phone, before, after, outcome: 'replaced' },
  { device: profile, user: 'bob', before: [], after: [dial(1, '0199')], outcome: 'outcome-unknown' },
  { device: phone, kind: 'busylampfield', before: [], after: [lamp], outcome: 'confirmed-by-reading' },
];

function historyWith(failing: MemoryStore['failing'] = {}): () => History {
  return () => {
    const store = new MemoryStore();
    kept.forEach((change, place) => {
      store.changes.push({ ...intention(), ...change, id: String(1201 + place) });
    });
    store.failing = failing;
    return new History(store, () => undefined);
  };
}

/** The phone holds what a change left, or what somebody else has set since. */
const holding = (entries: typeof after): Outcome['callManager'] => ({
  speedDials: { readForChange: () => Promise.resolve({ uuid, entries }) },
});

const get = (name: string, target: string, more: Partial<Outcome> = {}): Outcome => ({
  ...{ name, request: request('GET', target), callManager: {}, history: historyWith(), ...more },
});
const undo = (name: string, id: string, more: Partial<Outcome> = {}): Outcome => ({
  ...{ name: `post-undo/${name}`, request: request('POST', `/changes/${id}/undo`, { 'Content-Length': '0' }) },
  ...{ callManager: holding(after), history: historyWith(), ...more },
});
const invalid = (name: string, query: string): Outcome =>
  get(`get-changes/400-${name}`, `/changes?${query}`, { code: 'invalid-request' });
const unavailable = (where: keyof MemoryStore['failing']): Partial<Outcome> => ({
  ...{ code: 'history-unavailable', history: historyWith({ [where]: 'closed' }) },
});

export const historyOutcomes: readonly Outcome[] = [
  get('get-status/200-with-history', '/status'),
  get('get-changes/200-all', '/changes'),
  get('get-changes/200-of-a-phone', '/changes/?phone=sep00a1b2c30003'),
  get('get-changes/200-of-a-user-and-a-number', '/changes?user=bob&dirn=0199&since=2026-03-04T00:00:00Z'),
  get('get-changes/200-more', '/changes?limit=2'),
  get('get-changes/200-the-rest', '/changes?limit=2&before=1202'),
  get('get-changes/200-none', '/changes?user=nobody'),
  get('get-changes/200-head', '/changes', { request: request('HEAD', '/changes') }),
  invalid('limit', 'limit=501'),
  invalid('since', 'since=yesterday'),
  invalid('before', 'before=x'),
  invalid('both', 'phone=SEP1&profile=UDP1'),
  { name: 'get-changes/404-history-off', request: request('GET', '/changes'), code: 'history-off' },
  get('get-changes/503-history-unavailable', '/changes', unavailable('list')),
  get('get-change/200-found', '/changes/1201'),
  get('get-change/404-change-not-found', '/changes/1204', { code: 'change-not-found' }),
  get('get-change/404-no-id', '/changes/x', { code: 'change-not-found' }),
  { name: 'get-change/404-history-off', request: request('GET', '/changes/1201'), code: 'history-off' },
  get('get-change/503-history-unavailable', '/changes/1201', unavailable('get')),
  undo('200-undone', '1201'),
  undo('200-nothing-to-do', '1201', { callManager: holding(before) }),
  undo('403-forbidden', '1201', { code: 'forbidden', readOnlyUsers: ['caller'] }),
  undo('403-cross-site', '1201', {
    code: 'cross-site',
    request: request('POST', '/changes/1201/undo', { 'Content-Length': '0', 'Sec-Fetch-Site': 'cross-site' }),
  }),
  undo('404-change-not-found', '1204', { code: 'change-not-found' }),
  undo('404-profile-not-found', '1202', { code: 'profile-not-found', callManager: {} }),
  {
    name: 'post-undo/404-history-off',
    request: request('POST', '/changes/1201/undo', { 'Content-Length': '0' }),
    code: 'history-off',
  },
  undo('412-changed-meanwhile', '1201', {
    code: 'changed-meanwhile',
    callManager: holding([dial(7, '0177', 'of somebody else')]),
  }),
  undo('503-history-unavailable', '1201', unavailable('begin')),
  {
    name: 'post-speeddials/503-history-unavailable',
    request: jsonRequest('POST', '/speeddials?phone=SEP00A1B2C30003', '[]'),
    callManager: holding(after),
    ...unavailable('begin'),
  },
];
