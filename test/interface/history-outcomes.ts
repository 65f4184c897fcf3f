import type { Change, Intention } from '../../src/history/change.js';
import { History } from '../../src/history/history.js';
import { uuid } from '../support/fake-port.js';
import { dial, intention, phoneNamed, profileNamed, seenChange } from '../support/changes.js';
import { MemoryStore } from '../support/memory-store.js';
import type { Outcome } from './outcomes.js';
import { caller } from './raw-exchange.js';
import { jsonRequest, request } from './requests.js';

/** The history's answers, and the answers that it causes in other calls. */

const phone = phoneNamed('SEP00A1B2C30003');
const profile = profileNamed('UDP_SHIFT1');
const [before, after] = [[dial(1, '0100', 'Büro & <Co>')], [dial(1, '0100', 'Büro'), dial(2, '+14085554019')]];
const lamp = { index: '1', dirn: '4019', partition: 'PT-Internal', label: 'Carlos', pickup: true };

const kept: readonly (Partial<Intention> & Pick<Change, 'outcome'>)[] = [
  { device: phone, before, after, outcome: 'replaced' },
  { device: profile, user: 'bob', before: [], after: [dial(1, '0199')], outcome: 'outcome-unknown', run: '12' },
  { device: phone, kind: 'busylampfield', before: [], after: [lamp], outcome: 'confirmed-by-reading' },
];
const seen = { before, seenAfter: new Date('2026-03-04T04:50:00.000Z') };
const time = new Date('2026-03-04T05:05:00.000Z');

function historyWith(failing: MemoryStore['failing'] = {}, isWatched = false): () => History {
  return () => {
    const store = new MemoryStore();
    kept.forEach((change, place) => {
      store.changes.push({ ...intention(), ...change, id: String(1201 + place) });
    });
    if (isWatched) void store.keepSeen(seenChange({ ...seen, device: phone, after, time }));
    if (isWatched) void store.keepSeen(seenChange({ ...seen, device: phoneNamed('SEPGONE'), after: null, time }));
    store.runs.push({ id: '12', title: 'Büro → Empfang', user: 'bob', time });
    store.runs.push({ id: '14', title: 'Zurück', user: caller.name, time });
    store.failing = failing;
    return new History(
      store,
      () => undefined,
      () => new Date('2026-03-04T05:06:07.089Z'),
    );
  };
}

/** The phone has the list that a change left, or one that someone else has set since. */
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
const undoing = (query: string): string => request('POST', `/changes/1201/undo${query}`, { 'Content-Length': '0' });
const entries = (name: string, more: Partial<Outcome>): Outcome =>
  undo(name, '1201', { request: undoing('?scope=entries'), ...more });
const postRun = (name: string, body: string, more: Partial<Outcome> = {}): Outcome => ({
  ...{ name: `post-runs/${name}`, request: jsonRequest('POST', '/runs', body) },
  ...{ callManager: {}, history: historyWith(), ...more },
});
const inRun = (name: string, run: string, more: Partial<Outcome> = {}): Outcome => ({
  name: `post-busylampfields/${name}`,
  request: jsonRequest('POST', '/busylampfields?phone=SEP00A1B2C30003', '[]', { Run: run }),
  callManager: { busyLampFields: { readForChange: () => Promise.resolve({ uuid, entries: [lamp] }) } },
  ...{ history: historyWith(), ...more },
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
  get('get-changes/200-before-a-time', '/changes?until=2026-03-04T05:06:07.090Z'),
  get('get-changes/200-made-elsewhere', '/changes?source=elsewhere', { history: historyWith({}, true) }),
  get('get-changes/200-more', '/changes?limit=2'),
  get('get-changes/200-the-rest', '/changes?limit=2&before=1202'),
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
  get('get-changes/200-of-a-run', '/changes?run=12'),
  get('get-runs/200-some', '/runs'),
  get('get-runs/200-none', '/runs?user=nobody'),
  postRun('201-begun', '{"title":"Büro → Empfang"}'),
  postRun('400-title', '{"title":""}', { code: 'invalid-request' }),
  postRun('403-forbidden', '{"title":"Büro"}', { code: 'forbidden', readOnlyUsers: ['caller'] }),
  postRun('404-history-off', '{"title":"Büro"}', { code: 'history-off', history: undefined }),
  postRun('503-history-unavailable', '{"title":"Büro"}', unavailable('beginRun')),
  inRun('200-in-a-run', '14'),
  inRun('400-run-of-somebody-else', '12', { code: 'invalid-request' }),
  inRun('400-run-unknown', '15', { code: 'invalid-request' }),
  inRun('200-run-without-a-history', '12', { history: undefined }),
  { name: 'get-runs/404-history-off', request: request('GET', '/runs'), code: 'history-off' },
  get('get-run/200-found', '/runs/12'),
  get('get-run/404-run-not-found', '/runs/13', { code: 'run-not-found' }),
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
  entries('200-entries-undone', { callManager: holding([...after, dial(7, '0177', 'of somebody else')]) }),
  entries('412-entries-changed-meanwhile', { code: 'changed-meanwhile', callManager: holding(after.slice(0, 1)) }),
  undo('400-scope', '1201', { code: 'invalid-request', request: undoing('?scope=some') }),
  undo('503-history-unavailable', '1201', unavailable('begin')),
  {
    name: 'post-speeddials/503-history-unavailable',
    request: jsonRequest('POST', '/speeddials?phone=SEP00A1B2C30003', '[]'),
    callManager: holding(after),
    ...unavailable('begin'),
  },
];
