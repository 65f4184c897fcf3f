import type { MisbehaviourRule } from '../../src/simulator/simulator.js';
import { type ListsOfWrite, StoredOtherwise, writingStopped } from '../../src/domain/stored-otherwise.js';
import { commonOutcomes } from './common-outcomes.js';
import type { Outcome } from './outcomes.js';
import { jsonRequest, request } from './requests.js';

const target = '/speeddials?phone=SEP00A1B2C30003';
const list = '[{"index":"1","dirn":"0100","label":"Büro & <Co>"},{"index":"2","dirn":"+14085554019"}]';

const set = (name: string, body: string, more: Partial<Outcome> = {}): Outcome => ({
  name: `post-speeddials/200-${name}`,
  request: jsonRequest('POST', target, body),
  ...more,
});

const invalid = (name: string, body: string, path = target): Outcome => ({
  name: `post-speeddials/400-${name}`,
  code: 'invalid-request',
  request: jsonRequest('POST', path, body),
});

function spoilt(name: string, code: Outcome['code'], rule: MisbehaviourRule, environment = {}): Outcome {
  const request = jsonRequest('POST', target, list);
  return { name: `post-speeddials/${name}`, ...(code && { code }), request, misbehaviour: rule, environment };
}

function refused(name: string, code: NonNullable<Outcome['code']>, error: Error): Outcome {
  const callManager = { speedDials: { replace: () => Promise.reject(error) } };
  return { name: `post-speeddials/${name}`, code, request: jsonRequest('POST', target, list), callManager };
}

const storedOtherwise: ListsOfWrite<'speeddial'> = {
  kind: 'speeddial',
  asked: [
    { index: '1', dirn: '0100', label: 'Büro & <Co>' },
    { index: '2', dirn: '+14085554019', label: '' },
  ],
  present: [
    { index: '1', dirn: '0100', label: 'B?ro & <Co>' },
    { index: '2', dirn: '+14085554019', label: '' },
  ],
  before: [],
};

/** Requesting the release fails, so the write itself is not sent. */
const asking = { AXL_VERSION: 'auto' };
const impatient = { AXL_TIMEOUT_MS: '300', REQUEST_DEADLINE_MS: '2000' };
const lost: MisbehaviourRule = { kind: 'hang', operation: 'updatePhone' };

/** Every outcome of POST /speeddials?phone=NAME. */
export const postSpeedDialsOutcomes: readonly Outcome[] = [
  set('a-list', list),
  set('cleared', '[]'),
  set('loaded', list, { environment: { AXL_AFTER_UPDATE: 'apply' } }),
  set('not-loaded', list, {
    environment: { AXL_AFTER_UPDATE: 'apply' },
    misbehaviour: { kind: 'fault', operation: 'applyPhone' },
  }),
  // The answer is lost after the write, and the phone is read back.
  set('confirmed-by-reading', list, { misbehaviour: { kind: 'reset', point: 'after', operation: 'updatePhone' } }),
  {
    name: 'post-speeddials/200-without-a-request-id',
    request: jsonRequest('POST', target, list, { 'X-Request-Id': undefined }),
  },
  {
    name: 'post-speeddials/200-charset-and-chunks',
    request: request(
      'POST',
      target,
      { 'Content-Type': 'application/json; charset=utf-8', 'Transfer-Encoding': 'chunked' },
      `2\n[]\n0\n\n`,
    ),
  },
  invalid('no-phone', list, '/speeddials'),
  invalid('phone-twice', list, '/speeddials?phone=a&phone=b'),
  invalid('no-json', 'no JSON'),
  invalid('no-array', '{"index":"1"}'),
  invalid('empty', ''),
  invalid('wrong-entries', '[{"index":1,"dirn":"1","labl":"x"},{"index":"2"},"3"]'),
  invalid('index-twice', '[{"index":"1","dirn":"1"},{"index":"01","dirn":"2"}]'),
  ...commonOutcomes({
    folder: 'post-speeddials',
    method: 'POST',
    target,
    with: (headers) => jsonRequest('POST', target, list, headers),
    operation: 'updatePhone',
    wrongMethod: 'PUT',
  }),
  {
    name: 'post-speeddials/403-forbidden',
    code: 'forbidden',
    environment: { READ_ONLY_USERS: 'caller' },
    request: jsonRequest('POST', target, list),
  },
  {
    name: 'post-speeddials/403-may-only-propose',
    code: 'may-only-propose',
    environment: { PROPOSING_USERS: 'caller' },
    request: jsonRequest('POST', target, list),
  },
  {
    name: 'post-speeddials/404-phone-not-found',
    code: 'phone-not-found',
    request: jsonRequest('POST', '/speeddials?phone=SEPNOSUCHPHONE', list),
  },
  {
    name: 'post-speeddials/413-payload-too-large',
    code: 'payload-too-large',
    request: jsonRequest('POST', target, '[{1100000 spaces}]', {}, 1_100_002),
  },
  {
    name: 'post-speeddials/415-unsupported-media-type',
    code: 'unsupported-media-type',
    request: jsonRequest('POST', target, list, { 'Content-Type': 'text/plain' }),
  },
  {
    name: 'post-speeddials/415-compressed',
    code: 'unsupported-media-type',
    request: jsonRequest('POST', target, list, { 'Content-Encoding': 'gzip' }),
  },
  {
    name: 'post-speeddials/422-rejected-by-call-manager',
    code: 'rejected-by-call-manager',
    request: jsonRequest('POST', target, '[{"index":"9999","dirn":"1"}]'),
  },
  spoilt('422-rejected-in-its-own-words', 'rejected-by-call-manager', {
    kind: 'fault',
    axlcode: -239,
    message: 'duplicate value',
  }),
  spoilt('502-call-manager-answer-invalid', 'call-manager-answer-invalid', { kind: 'garbage' }, asking),
  spoilt('502-call-manager-fault', 'call-manager-fault', { kind: 'fault', operation: 'getCCMVersion' }, asking),
  refused('502-stored-otherwise', 'stored-otherwise', new StoredOtherwise(storedOtherwise, undefined)),
  refused('503-writing-stopped', 'writing-stopped', writingStopped('the phone SEP00A1B2C30003', 'removed the lines')),
  spoilt('504-outcome-unknown', 'outcome-unknown', lost, impatient),
  spoilt('504-outcome-unknown-unread', 'outcome-unknown', { kind: 'hang' }, impatient),
];
