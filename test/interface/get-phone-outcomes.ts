import { commonOutcomes } from './common-outcomes.js';
import type { Outcome } from './outcomes.js';
import { request } from './requests.js';

const found = (name: string, target: string, more: Partial<Outcome> = {}): Outcome => ({
  name: `get-phone/200-${name}`,
  request: request('GET', target),
  ...more,
});

const invalid = (name: string, query: string): Outcome => ({
  name: `get-phone/400-${name}`,
  code: 'invalid-request',
  request: request('GET', `/phone/${query}`),
});

const target = '/phone/?dirn=2003';
const sql = { environment: { AXL_LOOKUP: 'sql' } };

/** Every outcome of GET /phone/?dirn=N. */
export const getPhoneOutcomes: readonly Outcome[] = [
  found('one-phone', target),
  found('without-a-slash', '/phone?dirn=2003'),
  found('one-phone-by-sql', target, sql),
  found('many-phones', '/phone/?dirn=4200'),
  found('many-phones-by-sql', '/phone/?dirn=4200', sql),
  found('no-phones', '/phone/?dirn=9999'),
  found('plus-escaped', '/phone/?dirn=%2B14085554019'),
  found('plus-raw', '/phone/?dirn=+14085554019'),
  found('in-several-partitions', '/phone/?dirn=2200'),
  found('on-other-devices-too', '/phone/?dirn=2001'),
  found('percent-sign', '/phone/?dirn=%25'),
  found('broken-percent-sign', '/phone/?dirn=%zz'),
  { name: 'get-phone/200-head', request: request('HEAD', target) },
  {
    name: 'get-phone/200-without-a-request-id',
    request: request('GET', target, { 'X-Request-Id': undefined }),
  },
  {
    name: 'get-phone/200-twice-on-one-connection',
    request: request('GET', '/phone/?dirn=9999', { Connection: undefined }) + request('GET', '/phone/?dirn=9999'),
  },
  invalid('missing', ''),
  invalid('empty', '?dirn='),
  invalid('twice', '?dirn=1&dirn=2'),
  invalid('too-long', '?dirn={256 digits}'),
  invalid('control-character', '?dirn=1%00'),
  ...commonOutcomes({
    folder: 'get-phone',
    method: 'GET',
    target,
    with: (headers) => request('GET', target, headers),
    operation: 'listLine',
    wrongMethod: 'DELETE',
  }),
  {
    name: 'get-phone/502-call-manager-answer-invalid',
    code: 'call-manager-answer-invalid',
    misbehaviour: { kind: 'html' },
    request: request('GET', target),
  },
  {
    name: 'get-phone/502-call-manager-fault',
    code: 'call-manager-fault',
    misbehaviour: { kind: 'fault', axlcode: -1, message: 'Query request too large. Total rows matched: 2816 rows' },
    request: request('GET', target),
  },
  {
    name: 'get-phone/503-call-manager-busy-without-its-wish',
    code: 'call-manager-busy',
    misbehaviour: { kind: 'memory-fault' },
    request: request('GET', target),
  },
];
