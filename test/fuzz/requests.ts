import { METHODS } from 'node:http';
import fc from 'fast-check';
import { type ErrorCode, errorCodes } from '../../src/domain/error-catalogue.js';
import { authorization } from '../support/app.js';

/** A request as undici sends it. Its result is known if it was made only of valid parts. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** How the call manager fails, if it is asked. */
  readonly failure: ErrorCode | undefined;
  /** The number or name that the call manager must be asked for, if every part is valid. */
  readonly asksFor: string | undefined;
  /** Whether it lacks the right credentials. */
  readonly stranger: boolean;
}

/** Any character. (fast-check's own `binary` makes a table of all of them, which takes a second.) */
const anyCharacter = fc.nat(0x10_ff_ff - 0x8_00).map((nth) => String.fromCodePoint(nth < 0xd8_00 ? nth : nth + 0x8_00));

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.string({ unit: 'binary-ascii', maxLength: 300 }),
  fc.constantFrom(
    '0100',
    '+14085554019',
    '\\+1',
    '*55#',
    '%',
    '_',
    "' OR 1=1 --",
    '<![CDATA[x]]>',
    ']]>',
    '&amp;',
    '\0',
  ),
);

/** A text that can be sent to a call manager. */
const fitText = fc
  .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), fc.stringMatching(/^[+*#0-9A-D]{1,20}$/))
  .filter((text) => !/[\p{Cc}\p{Cs}\u{FFFD}-\u{FFFF}]/u.test(text));

const index = fc.nat(999).map(String);
const fitDials = fc.uniqueArray(
  fc.record({ index, dirn: fitText, label: fitText }, { requiredKeys: ['index', 'dirn'] }),
  { selector: (dial) => dial.index, maxLength: 12 },
);

/** Something like a list of speed dials, possibly with a mistake in it. */
const unfitDials = fc.array(
  fc.oneof(
    fc.record(
      {
        index: fc.oneof(index, anyText, fc.anything()),
        dirn: fc.oneof(anyText, fc.anything()),
        label: fc.oneof(anyText, fc.anything()),
        [fc.sample(anyText, 1)[0] ?? 'key']: fc.anything(),
      },
      { requiredKeys: [] },
    ),
    fc.anything(),
    fc.constant(JSON.parse('{"__proto__":{"index":"1"},"constructor":1}') as unknown),
  ),
  { maxLength: 8 },
);

function inJson(value: unknown): string {
  try {
    return JSON.stringify([value]).slice(1, -1);
  } catch {
    // It contains a BigInt.
    return '[';
  }
}

const body = fc.oneof(
  fitDials.map(inJson),
  unfitDials.map(inJson),
  fc.json(),
  anyText,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(5_000).map((depth) => '['.repeat(depth)),
  fc.constantFrom('', '[]', '{}', 'null', '[{"index":"1","dirn":"1"},{"index":"01","dirn":"1"}]', '\uFEFF[]'),
);

const encoded = anyText.map((text) => encodeURIComponent(Buffer.from(text).toString()));
/** Characters that a path may contain unescaped, for Node's parser; the others are sent over plain sockets. */
const rawText = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 30,
});

const path = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('/phone', '/phone/', '/speeddials', '/speeddials/') },
      fc.oneof(
        fc.constantFrom('/', '//', '/phone/x', '/../phone', 'http://%@h/phone', 'http://[/phone', 'http://h/phone'),
        rawText.map((text) => `/${text}`),
      ),
    ),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom('dirn', 'phone'), encoded, rawText), fc.oneof(encoded, rawText)), {
      maxLength: 3,
    }),
  )
  .map(([before, pairs]) => `${before}?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`);

const headerValue = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const headers = fc.record(
  {
    'content-type': fc.oneof(
      fc.constantFrom(
        'application/json',
        'application/json; charset=utf-8',
        'text/plain',
        'application/json; charset=x',
        ';',
      ),
      headerValue,
    ),
    'content-encoding': fc.oneof(fc.constantFrom('identity', 'gzip', 'br'), headerValue),
    accept: headerValue,
    'x-request-id': fc.oneof(
      fc.uuid(),
      headerValue.map((text) => `${text}!`),
    ),
    'if-none-match': headerValue,
    range: headerValue,
    cookie: headerValue,
    'x-forwarded-for': headerValue,
    'x-http-method-override': fc.constantFrom('DELETE', 'POST'),
  },
  { requiredKeys: [] },
);

const wrongCredentials = fc.oneof(
  headerValue,
  fc.constantFrom('', 'Basic', 'Basic Og==', 'Bearer x', `${authorization}=`, authorization.slice(0, -3)),
  anyText.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
);
const credentials = fc.oneof(
  { weight: 9, arbitrary: fc.constant(authorization) },
  { weight: 1, arbitrary: wrongCredentials.filter((text) => text.trim() !== authorization) },
);

const failure = fc.option(fc.constantFrom(...errorCodes.filter((code) => code !== 'internal-error')), {
  nil: undefined,
  freq: 5,
});

/** Anything that undici sends. */
const hostile = fc
  .record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('GET', 'POST') },
      fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
    ),
    path,
    headers,
    credentials,
    body: fc.option(body, { nil: undefined }),
    failure,
  })
  .map(({ credentials: given, headers: others, ...request }) => ({
    ...request,
    headers: { ...others, authorization: given },
    asksFor: undefined,
    stranger: given !== authorization,
  }));

const rightGet = fc.record({ number: fitText, failure, slash: fc.constantFrom('', '/') }).map((made) => ({
  method: 'GET',
  path: `/phone${made.slash}?dirn=${encodeURIComponent(made.number)}`,
  headers: { authorization },
  body: undefined,
  failure: made.failure,
  asksFor: made.number.replace(/^(\\?) /, '$1+').replace(/^\\(?=\+)/, ''),
  stranger: false,
}));

const rightPost = fc.record({ phone: fitText, dials: fitDials, failure }).map((made) => ({
  method: 'POST',
  path: `/speeddials?phone=${encodeURIComponent(made.phone)}`,
  headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(made.dials),
  failure: made.failure,
  asksFor: made.phone,
  stranger: false,
}));

export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  { weight: 6, arbitrary: hostile },
  { weight: 2, arbitrary: rightGet },
  { weight: 2, arbitrary: rightPost },
);

const rightBytes = [
  `GET /phone?dirn=0100 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`,
  `POST /speeddials?phone=SEP1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`,
  `POST /speeddials?phone=SEP1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
  `CONNECT x:1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`,
  `GET /phone HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nExpect: 100-continue\r\n\r\n`,
];

/** Requests as bytes, damaged in a few places, which no HTTP client would send. */
export const damagedBytes: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(...rightBytes),
    fc.array(fc.tuple(fc.nat(300), fc.nat(12), fc.uint8Array({ maxLength: 12 })), { maxLength: 4 }),
  )
  .map(([text, edits]) =>
    edits.reduce((bytes, [at, drop, put]) => {
      const place = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + drop)]);
    }, Buffer.from(text)),
  );
