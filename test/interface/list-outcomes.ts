import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { uuid } from '../support/fake-port.js';
import type { Outcome } from './outcomes.js';
import { jsonRequest, request } from './requests.js';

/** The answers of the two lists, in addition to those of the oldest call, POST /speeddials. */

const dials: readonly SpeedDial[] = [
  { index: '1', dirn: '0100', label: 'Büro & <Co>' },
  { index: '5', dirn: '+14085554019', label: '' },
];
const lamps: readonly BusyLampField[] = [
  { index: '1', dirn: '+14085554019', partition: 'PT-E164', label: 'Büro & <Co>', pickup: true },
  { index: '5', destination: 'reception@example.com', label: '', pickup: false },
];
const readDials = () => Promise.resolve({ uuid, entries: dials });
const readLamps = () => Promise.resolve({ uuid, entries: lamps });
const notRepresentable = () =>
  Promise.reject(
    new ServiceError('not-representable', { detail: 'Index 1 holds what cannot be read.', effect: 'none' }),
  );

/** One of the two lists, of a phone or profile. */
interface List {
  readonly path: 'speeddials' | 'busylampfields';
  readonly all: readonly object[];
  /** The tag of a list with these entries, which never changes. */
  readonly tag: string;
  readonly callManager: NonNullable<Outcome['callManager']>;
  readonly cannotKeep: NonNullable<Outcome['callManager']>;
}

const lists: readonly List[] = [
  {
    path: 'speeddials',
    all: dials,
    tag: '"M0ijnvMOKiumurBtGJHEwe"',
    callManager: { speedDials: { read: readDials, readForChange: readDials } },
    cannotKeep: { speedDials: { readForChange: readDials, replace: notRepresentable } },
  },
  {
    path: 'busylampfields',
    all: lamps,
    tag: '"p-VecKBGrwVWYhuPyUdZ1a"',
    callManager: { busyLampFields: { read: readLamps, readForChange: readLamps } },
    cannotKeep: { busyLampFields: { readForChange: readLamps, replace: notRepresentable } },
  },
];

const phone = 'phone=SEP00A1B2C30003';
const profile = 'profile=UDP_SHIFT1';

function reading({ path, tag, callManager }: List): Outcome[] {
  const target = `/${path}?${phone}`;
  const at = (name: string): string => `get-${path}/${name}`;
  return [
    { name: at('200-a-phone'), request: request('GET', target), callManager },
    { name: at('200-a-profile'), request: request('GET', `/${path}/?${profile}`), callManager },
    { name: at('200-head'), request: request('HEAD', target), callManager },
    { name: at('200-another-tag'), request: request('GET', target, { 'If-None-Match': '"other"' }), callManager },
    {
      name: at('304-not-modified'),
      request: request('GET', target, { 'If-None-Match': `"other", W/${tag}` }),
      callManager,
    },
    { name: at('400-neither'), code: 'invalid-request', request: request('GET', `/${path}`) },
    { name: at('400-both'), code: 'invalid-request', request: request('GET', `${target}&${profile}`) },
    { name: at('404-phone-not-found'), code: 'phone-not-found', request: request('GET', target), callManager: {} },
    {
      name: at('404-profile-not-found'),
      code: 'profile-not-found',
      request: request('GET', `/${path}?${profile}`),
      callManager: {},
    },
  ];
}

function replacing({ path, all, tag, callManager, cannotKeep }: List): Outcome[] {
  const target = `/${path}?${phone}`;
  const at = (name: string): string => `post-${path}/${name}`;
  const [first] = all;
  const fewer = JSON.stringify([first]);
  const stale = { 'If-Match': '"stale"' };
  return [
    { name: at('200-a-profile'), request: jsonRequest('POST', `/${path}?${profile}`, fewer), callManager },
    { name: at('200-if-match'), request: jsonRequest('POST', target, fewer, { 'If-Match': tag }), callManager },
    { name: at('200-equal-already'), request: jsonRequest('POST', target, JSON.stringify(all), stale), callManager },
    {
      name: at('400-malformed-if-match'),
      code: 'invalid-request',
      request: jsonRequest('POST', target, fewer, { 'If-Match': 'stale' }),
    },
    {
      name: at('403-cross-site'),
      code: 'cross-site',
      request: jsonRequest('POST', target, fewer, { 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'cross-site' }),
    },
    {
      name: at('404-profile-not-found'),
      code: 'profile-not-found',
      request: jsonRequest('POST', `/${path}?${profile}`, fewer, { 'If-Match': '*' }),
      callManager: {},
    },
    {
      name: at('409-not-representable'),
      code: 'not-representable',
      request: jsonRequest('POST', target, fewer, { 'If-Match': '*' }),
      callManager: cannotKeep,
    },
    {
      name: at('412-changed-meanwhile'),
      code: 'changed-meanwhile',
      request: jsonRequest('POST', target, fewer, stale),
      callManager,
    },
  ];
}

function changingOne({ path, all, tag, callManager, cannotKeep }: List): Outcome[] {
  const target = (index: string, of = phone): string => `/${path}/${index}?${of}`;
  const put = (name: string): string => `put-${path}/${name}`;
  const remove = (name: string): string => `delete-${path}/${name}`;
  const inPlace = JSON.stringify({ ...all[0], index: undefined, label: 'Neu' });
  const stale = { 'If-Match': '"stale"' };
  return [
    { name: put('200-changed'), request: jsonRequest('PUT', target('01'), inPlace), callManager },
    {
      name: put('201-new'),
      request: jsonRequest('PUT', target('12', profile), inPlace, { 'If-Match': tag }),
      callManager,
    },
    {
      name: put('400-another-index'),
      code: 'invalid-request',
      request: jsonRequest('PUT', target('2'), JSON.stringify(all[0])),
    },
    {
      name: put('400-index-too-long'),
      code: 'invalid-request',
      request: jsonRequest('PUT', target('{256 digits}'), inPlace),
    },
    { name: put('400-empty'), code: 'invalid-request', request: jsonRequest('PUT', target('1'), '') },
    { name: put('400-a-list'), code: 'invalid-request', request: jsonRequest('PUT', target('1'), '[]') },
    {
      name: put('403-forbidden'),
      code: 'forbidden',
      environment: { READ_ONLY_USERS: 'caller' },
      request: jsonRequest('PUT', target('1'), inPlace),
    },
    {
      name: put('403-cross-site'),
      code: 'cross-site',
      request: jsonRequest('PUT', target('1'), inPlace, { Origin: 'https://elsewhere.example' }),
    },
    { name: put('404-no-index'), code: 'not-found', request: jsonRequest('PUT', target('x'), inPlace) },
    {
      name: put('404-phone-not-found'),
      code: 'phone-not-found',
      request: jsonRequest('PUT', target('1'), inPlace),
      callManager: {},
    },
    {
      name: put('409-not-representable'),
      code: 'not-representable',
      request: jsonRequest('PUT', target('1'), inPlace),
      callManager: cannotKeep,
    },
    {
      name: put('412-changed-meanwhile'),
      code: 'changed-meanwhile',
      request: jsonRequest('PUT', target('1'), inPlace, stale),
      callManager,
    },
    {
      name: put('415-unsupported-media-type'),
      code: 'unsupported-media-type',
      request: request('PUT', target('1'), { 'Content-Length': '2' }, '{}'),
    },
    { name: remove('204-removed'), request: request('DELETE', target('05')), callManager },
    {
      name: remove('403-cross-site'),
      code: 'cross-site',
      request: request('DELETE', target('5'), { 'Sec-Fetch-Site': 'same-site' }),
    },
    {
      name: remove('404-entry-not-found'),
      code: 'entry-not-found',
      request: request('DELETE', target('7', profile)),
      callManager,
    },
    { name: remove('405-get'), code: 'method-not-allowed', request: request('GET', target('5')) },
    {
      name: remove('412-changed-meanwhile'),
      code: 'changed-meanwhile',
      request: request('DELETE', target('5'), stale),
      callManager,
    },
  ];
}

const lamp = (name: string, entry: object): Outcome => ({
  name: `post-busylampfields/400-${name}`,
  code: 'invalid-request',
  request: jsonRequest('POST', `/busylampfields?${phone}`, JSON.stringify([entry])),
});

const readLists = () => Promise.resolve({ speeddial: dials, busylampfield: lamps });

export const listOutcomes: readonly Outcome[] = [
  ...lists.flatMap((list) => [...reading(list), ...replacing(list), ...changingOne(list)]),
  { name: 'get-lists/200-a-phone', request: request('GET', `/lists?${phone}`), callManager: { readLists } },
  { name: 'get-lists/200-a-profile', request: request('GET', `/lists/?${profile}`), callManager: { readLists } },
  { name: 'get-lists/200-from-a-call-manager', request: request('GET', `/lists?${phone}`) },
  { name: 'get-lists/400-neither', code: 'invalid-request', request: request('GET', '/lists') },
  { name: 'get-lists/400-both', code: 'invalid-request', request: request('GET', `/lists?${phone}&${profile}`) },
  {
    name: 'get-lists/404-phone-not-found',
    code: 'phone-not-found',
    request: request('GET', '/lists?phone=SEP00A1B2C3FFFF'),
  },
  {
    name: 'get-lists/404-profile-not-found',
    code: 'profile-not-found',
    request: request('GET', '/lists?profile=UDP_NONE'),
  },
  {
    name: 'post-busylampfields/200-defaults',
    request: jsonRequest('POST', `/busylampfields?${phone}`, '[{"index":"1","dirn":"0100"}]'),
    callManager: { busyLampFields: { readForChange: readLamps } },
  },
  {
    name: 'post-busylampfields/404-phone-not-found',
    code: 'phone-not-found',
    request: jsonRequest('POST', `/busylampfields?${phone}`, '[]'),
    callManager: {},
  },
  lamp('dirn-and-destination', { index: '1', dirn: '0100', destination: '0100' }),
  lamp('neither-dirn-nor-destination', { index: '1', label: 'x' }),
  lamp('partition-of-a-destination', { index: '1', destination: '0100', partition: 'PT-Internal' }),
  lamp('pickup-as-text', { index: '1', dirn: '0100', pickup: 'true' }),
];
