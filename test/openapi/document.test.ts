import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { errorCatalogue, errorCodes } from '../../src/domain/error-catalogue.js';
import { isServiceError } from '../../src/domain/errors.js';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import type { problemSchema } from '../../src/http/openapi/problem-schema.js';
import type { Problem } from '../../src/http/problems.js';
import { busyLampFieldList } from '../../src/http/routes/buttons/busy-lamp-fields.js';
import { parseEntry, parseList } from '../../src/http/routes/buttons/list-body.js';
import { speedDialList } from '../../src/http/routes/buttons/speed-dials.js';
import { parseDevice, requiredName } from '../../src/http/routes/device-query.js';
import { parseDirectoryNumber } from '../../src/http/routes/phones.js';
import { Contract, type OpenApi } from '../support/contract.js';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

const document = JSON.parse(JSON.stringify(openApiDocument(routes))) as OpenApi;
const contract = new Contract(document);

/** Whether the code that validates requests accepts a value. */
function takes(parse: (value: never) => unknown, value: unknown): boolean {
  try {
    parse(value as never);
    return true;
  } catch (thrown) {
    if (isServiceError(thrown, 'invalid-request')) return false;
    throw thrown;
  }
}

/** Texts of any characters that JSON in UTF-8 allows, many of them near the limits. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }).filter((value) => !/\p{Cs}/u.test(value)),
  fc.constantFrom(
    '',
    '0',
    'p',
    '\u0000',
    '\t',
    '\u007F',
    '\u009F',
    '\u00A0',
    '\uFFFC',
    '\uFFFD',
    '\uFFFE',
    '\uFFFF',
    '{}',
  ),
  fc
    .record({ unit: fc.constantFrom('7', 'é', '😀'), length: fc.constantFrom(99, 100, 101, 254, 255, 256) })
    .map(({ unit, length }) => unit.repeat(length)),
);

/** Entries as callers may send them: valid ones, and similar ones. */
const index = fc.nat().map(String);
const dial = fc.record(
  {
    index: fc.oneof(index, text, fc.nat()),
    dirn: fc.oneof(text, fc.constant(null)),
    label: text,
    extra: text,
  },
  { requiredKeys: [] },
);
const goodDial = fc.record({ index, dirn: text, label: text }, { requiredKeys: ['index', 'dirn'] });
const flag = fc.oneof(fc.boolean(), fc.constantFrom('true', 1, null));
const lamp = fc.record(
  {
    index: fc.oneof(index, text),
    dirn: text,
    destination: text,
    partition: text,
    label: text,
    pickup: flag,
    extra: text,
  },
  { requiredKeys: ['index'] },
);
const goodLamp = fc.oneof(
  fc.record({ index, dirn: text, partition: text, pickup: fc.boolean() }, { requiredKeys: ['index', 'dirn'] }),
  fc.record({ index, destination: text, label: text, pickup: flag }, { requiredKeys: ['index', 'destination'] }),
);
const parseDials = (body: unknown) => parseList(speedDialList.parse, 'speed dials', body);
const parseLamps = (body: unknown) => parseList(busyLampFieldList.parse, 'busy lamp fields', body);
const parseDial = (body: unknown) => parseEntry(speedDialList.parse, '7', body);
const parseLamp = (body: unknown) => parseEntry(busyLampFieldList.parse, '7', body);

describe('the document', () => {
  it('names every problem code, each at its status', () => {
    const problems = contract
      .documented()
      .map((place) => place.split(' ').slice(1))
      .filter(([, code]) => code);
    expect(new Set(problems.map(([, code]) => code))).toEqual(new Set(errorCodes));
    const elsewhere = problems.filter(
      ([status, code]) => errorCatalogue[code as Problem['code']].status !== Number(status),
    );
    // Requests that are not valid HTTP are answered before they reach the app.
    expect(new Set(elsewhere.map((problem) => problem.join(' ')))).toEqual(
      new Set(['408 invalid-request', '431 invalid-request']),
    );
  });

  it('accepts the same bodies as the service, except for a repeated index', () => {
    const validate = contract.schemaAt('components', 'schemas', 'SpeedDialsToSet');
    const body = fc.oneof(fc.array(goodDial, { maxLength: 1 }), fc.array(dial, { maxLength: 1 }), fc.jsonValue());
    fc.assert(
      fc.property(body, (value) => {
        expect(validate(value)).toBe(takes(parseDials, value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts the same busy lamp fields as the service', () => {
    const validate = contract.schemaAt('components', 'schemas', 'BusyLampFieldsToSet');
    const body = fc.oneof(fc.array(goodLamp, { maxLength: 1 }), fc.array(lamp, { maxLength: 1 }), fc.jsonValue());
    fc.assert(
      fc.property(body, (value) => {
        expect(validate(value)).toBe(takes(parseLamps, value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts the same single entries as the service, whose index may be left out', () => {
    const ofDial = contract.schemaAt('components', 'schemas', 'SpeedDialInPlace');
    const ofLamp = contract.schemaAt('components', 'schemas', 'BusyLampFieldInPlace');
    const inPlace = (arbitrary: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
      fc.tuple(arbitrary, fc.constantFrom({}, { index: '7' }, { index: 'x' })).map(([entry, index]) => {
        return { ...Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'index')), ...index };
      });
    fc.assert(
      fc.property(fc.oneof(inPlace(goodDial), inPlace(dial), fc.jsonValue()), (value) => {
        expect(ofDial(value)).toBe(takes(parseDial, value));
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.oneof(inPlace(goodLamp), inPlace(lamp), fc.jsonValue()), (value) => {
        expect(ofLamp(value)).toBe(takes(parseLamp, value));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['/phone', 'get', 'dirn', parseDirectoryNumber],
    ['/phone', 'get', 'name', (name: string) => requiredName('phone').parse({ name })],
    ['/profile', 'get', 'name', (name: string) => requiredName('profile').parse({ name })],
    ['/numbers', 'get', 'dirn', parseDirectoryNumber],
    ['/buttons', 'get', 'dirn', parseDirectoryNumber],
    ['/speeddials', 'post', 'phone', (phone: string) => parseDevice({ phone })],
    ['/speeddials/{index}', 'put', 'profile', (profile: string) => parseDevice({ profile })],
    ['/busylampfields', 'get', 'profile', (profile: string) => parseDevice({ profile })],
  ] as const)('takes the same parameter of %s (%s, %s) as the service', (path, method, name, parse) => {
    const { parameters } = document.paths[path]?.[method] as unknown as { parameters: { name?: string }[] };
    const place = parameters.findIndex((parameter) => parameter.name === name);
    const validate = contract.schemaAt('paths', path, method, 'parameters', String(place), 'schema');
    fc.assert(
      fc.property(text, (value) => {
        expect(validate(value)).toBe(takes(parse, value));
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts the same indexes as the paths of entries', () => {
    const validate = contract.schemaAt('paths', '/speeddials/{index}', 'put', 'parameters', '0', 'schema');
    expect(['5', '05', '0', '1'.repeat(255)].map((index) => validate(index))).toEqual([true, true, true, true]);
    expect(['', '-1', '0x5', '1.0', ' 1', '1'.repeat(256)].some((index) => validate(index))).toBe(false);
  });

  it('shows a phone, numbers and a profile of the demo', () => {
    const company = readFileSync(new URL('../../fixtures/company.json', import.meta.url), 'utf8');
    const shown = JSON.stringify(document).match(/\b(?:SEP[0-9A-F]{12}|UDP_\w+)\b/g) ?? [];
    const nowhere = ['SEP00A1B2C3FFFF', 'UDP_SHIFT9'];
    expect(shown.length).toBeGreaterThan(10);
    expect([...new Set(shown)].filter((name) => !company.includes(`"${name}"`)).sort()).toEqual(nowhere);
  });

  it('names the contact, and the purpose of each operation', () => {
    expect(openApiDocument(routes)).toMatchObject({
      info: { contact: { name: expect.stringMatching(/./) as string } },
    });
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(3);
    const silent = operations.filter(({ description = '' }) => description.trim() === '');
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has no default in requests: generators would require the property', () => {
    const { components } = openApiDocument(routes) as { components: { schemas: Record<string, object> } };
    expect(components.schemas['SpeedDialToSet']).toMatchObject({ required: ['index', 'dirn'] });
    expect(JSON.stringify(components.schemas)).not.toContain('"default":');
  });

  it('is made from schemas that agree with the code', () => {
    type DocumentedProblem = DeepReadonly<z.output<typeof problemSchema>>;
    expectTypeOf<Problem>().toExtend<DocumentedProblem>();
    expectTypeOf<keyof Problem>().toEqualTypeOf<keyof DocumentedProblem>();
  });
});
