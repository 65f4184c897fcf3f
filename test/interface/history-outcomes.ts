import type { ChangeStore, Ended, Intention } from '../../src/changes/store/change-store.js';
import { uuid } from '../support/fake-port.js';
import { changed, dial, intention, phoneNamed, profileNamed, seenChange, uncertain } from '../support/changes.js';
import { MemoryStore } from '../support/memory-store.js';
import type { Outcome } from './outcomes.js';
import { jsonRequest, request } from './requests.js';

/** The history's answers, and the answers that it causes in other calls. */

const phone = phoneNamed('SEP00A1B2C30003');
const profile = profileNamed('UDP_SHIFT1');
const [before, after] = [[dial(1, '0100', 'Büro & <Co>')], [dial(1, '0100', 'Büro'), dial(2, '+14085554019')]];
const lamp = { index: '1', dirn: '4019', partition: 'PT-Internal', label: 'Carlos', pickup: true };

const kept: readonly (Partial<Intention> & { readonly ended: Ended })[] = [
  { device: phone, before, after, ended: changed },
  { device: profile, user: 'bob', before: [], after: [dial(1, '0199')], ended: uncertain },
  { device: phone, kind: 'busylampfield', before: [], after: [lamp], ended: changed },
];
const seen = { before, seenAfter: new Date('2026-03-04T04:50:00.000Z') };
const time = new Date('2026-03-04T05:05:00.000Z');

/** A store with changes; their ids begin with 1. */
async function storeWith(failing: MemoryStore['failing'] = {}, isWatched = false): Promise<MemoryStore> {
  const store = new MemoryStore();
  for (const { ended, ...change } of kept) {
    const { number } = await store.begin(intention(change));
    await store.settle(number, ended);
  }
  if (isWatched) await store.keepSeen(seenChange({ ...seen, device: phone, after, time }));
  if (isWatched) await store.keepSeen(seenChange({ ...seen, device: phoneNamed('SEPGONE'), after: null, time }));
  store.failing = failing;
  return store;
}

/** The phone has the list that a change left, or one that someone else has set since. */
const holding = (entries: typeof after): Outcome['callManager'] => ({
  speedDials: { readForChange: () => Promise.resolve({ uuid, entries }) },
});

const get = (name: string, target: string, more: Partial<Outcome> = {}): Outcome => ({
  ...{ name, request: request('GET', target), callManager: {}, store: () => storeWith(), ...more },
});
const undo = (name: string, id: string, more: Partial<Outcome> = {}): Outcome => ({
  ...{ name: `post-undo/${name}`, request: request('POST', `/changes/${id}/undo`, { 'Content-Length': '0' }) },
  ...{ callManager: holding(after), store: () => storeWith(), ...more },
});
const undoing = (query: string): string => request('POST', `/changes/1/undo${query}`, { 'Content-Length': '0' });
const entries = (name: string, more: Partial<Outcome>): Outcome =>
  undo(name, '1', { request: undoing('?scope=entries'), ...more });
const ask = (name: string, body: string, more: Partial<Outcome> = {}): Outcome => ({
  ...{ name: `post-changes/${name}`, request: jsonRequest('POST', '/changes', body) },
  ...{ callManager: {}, store: () => storeWith(), ...more },
});
const oneList = '{"lists":[{"device":"SEP00A1B2C30003","kind":"speeddial","entries":[]}]}';
const inRun = (name: string, run: string, more: Partial<Outcome> = {}): Outcome => ({
  name: `post-busylampfields/${name}`,
  request: jsonRequest('POST', '/busylampfields?phone=SEP00A1B2C30003', '[]', { Run: run }),
  callManager: { busyLampFields: { readForChange: () => Promise.resolve({ uuid, entries: [lamp] }) } },
  ...{ store: () => storeWith(), ...more },
});
const invalid = (name: string, query: string): Outcome =>
  get(`get-changes/400-${name}`, `/changes?${query}`, { code: 'invalid-request' });
const unavailable = (where: keyof ChangeStore): Partial<Outcome> => ({
  ...{ code: 'history-unavailable', store: () => storeWith({ [where]: 'closed' }) },
});

export const historyOutcomes: readonly Outcome[] = [
  get('get-status/200-with-history', '/status'),
  get('get-changes/200-all', '/changes'),
  get('get-changes/200-of-a-phone', '/changes/?phone=sep00a1b2c30003'),
  get('get-changes/200-of-a-user-and-a-number', '/changes?user=bob&dirn=0199&since=2026-03-04T00:00:00Z'),
  get('get-changes/200-before-a-time', '/changes?until=2026-03-04T05:06:07.090Z'),
  get('get-changes/200-made-elsewhere', '/changes?source=elsewhere', { store: () => storeWith({}, true) }),
  get('get-changes/200-more', '/changes?limit=2'),
  get('get-changes/200-the-rest', '/changes?limit=2&before=2'),
  get('get-changes/200-none', '/changes?user=nobody'),
  get('get-changes/200-head', '/changes', { request: request('HEAD', '/changes') }),
  invalid('limit', 'limit=501'),
  invalid('since', 'since=yesterday'),
  invalid('until', 'until=today'),
  invalid('before', 'before=x'),
  invalid('source', 'source=here'),
  invalid('both', 'phone=SEP1&profile=UDP1'),
  { name: 'get-changes/404-history-off', request: request('GET', '/changes'), code: 'history-off' },
  get('get-changes/503-history-unavailable', '/changes', unavailable('list')),
  inRun('400-run', '14', { code: 'invalid-request' }),
  inRun('200-run-without-a-history', '12', { store: undefined }),
  ask('400-no-lists', '{"title":"Büro → Empfang"}', { code: 'invalid-request' }),
  ask(
    '400-each-fault',
    '{"title":7,"lists":[{"device":"SEP1","kind":"speeddial","entries":[{"index":"x"}]},{"device":{"profile":""},"kind":"dial","entries":{}},{}]}',
    { code: 'invalid-request' },
  ),
  ask('400-twice', oneList.replace(/(\{"device.*\})(?=\])/, '$1,$1'), { code: 'invalid-request' }),
  ask('403-forbidden', oneList, { code: 'forbidden', readOnlyUsers: ['caller'] }),
  ask('404-change-not-found', '{"undo":{"change":"1204"}}', { code: 'change-not-found' }),
  ask('404-history-off', oneList, { code: 'history-off', store: undefined }),
  ask('503-history-unavailable', oneList, unavailable('ask')),
  get('get-change/200-found', '/changes/1'),
  get('get-change/404-change-not-found', '/changes/1204', { code: 'change-not-found' }),
  get('get-change/404-no-id', '/changes/x', { code: 'change-not-found' }),
  { name: 'get-change/404-history-off', request: request('GET', '/changes/1'), code: 'history-off' },
  get('get-change/503-history-unavailable', '/changes/1', unavailable('get')),
  undo('200-undone', '1'),
  undo('200-nothing-to-do', '1', { callManager: holding(before) }),
  undo('403-forbidden', '1', { code: 'forbidden', readOnlyUsers: ['caller'] }),
  undo('403-cross-site', '1', {
    code: 'cross-site',
    request: request('POST', '/changes/1/undo', { 'Content-Length': '0', 'Sec-Fetch-Site': 'cross-site' }),
  }),
  undo('404-change-not-found', '1204', { code: 'change-not-found' }),
  undo('404-profile-not-found', '2', { code: 'profile-not-found', callManager: {} }),
  {
    name: 'post-undo/404-history-off',
    request: request('POST', '/changes/1/undo', { 'Content-Length': '0' }),
    code: 'history-off',
  },
  undo('412-changed-meanwhile', '1', {
    code: 'changed-meanwhile',
    callManager: holding([dial(7, '0177', 'of somebody else')]),
  }),
  entries('200-entries-undone', { callManager: holding([...after, dial(7, '0177', 'of somebody else')]) }),
  entries('412-entries-changed-meanwhile', { code: 'changed-meanwhile', callManager: holding(after.slice(0, 1)) }),
  undo('400-scope', '1', { code: 'invalid-request', request: undoing('?scope=some') }),
  undo('503-history-unavailable', '1', unavailable('begin')),
  {
    name: 'post-speeddials/503-history-unavailable',
    request: jsonRequest('POST', '/speeddials?phone=SEP00A1B2C30003', '[]'),
    callManager: holding(after),
    ...unavailable('begin'),
  },
];
