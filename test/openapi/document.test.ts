import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { errorCatalogue, errorCodes } from '../../src/domain/error-catalogue.js';
import { isServiceError } from '../../src/domain/errors.js';
import type { Phone } from '../../src/domain/phone.js';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import type { problemSchema } from '../../src/http/openapi/problem-schema.js';
import type { Problem } from '../../src/http/problems.js';
import { parseDirectoryNumber, type phoneSchema } from '../../src/http/routes/phones.js';
import { parseDeviceName } from '../../src/http/routes/speed-dials.js';
import { parseSpeedDials } from '../../src/http/routes/speed-dials-body.js';
import { Contract, type OpenApi } from './contract.js';

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

const document = JSON.parse(JSON.stringify(openApiDocument(routes))) as OpenApi;
const contract = new Contract(document);

/** Whether the code that validates requests takes a value. */
function takes(parse: (value: never) => unknown, value: unknown): boolean {
  try {
    parse(value as never);
    return true;
  } catch (thrown) {
    if (isServiceError(thrown, 'invalid-request')) return false;
    throw thrown;
  }
}

/** Texts of any characters that JSON in UTF-8 can carry, many of them near the edges of what is allowed. */
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

describe('the document', () => {
  it('names every problem code, each at the status that it is answered with', () => {
    const problems = contract
      .documented()
      .map((place) => place.split(' ').slice(1))
      .filter(([, code]) => code);
    expect(new Set(problems.map(([, code]) => code))).toEqual(new Set(errorCodes));
    const elsewhere = problems.filter(
      ([status, code]) => errorCatalogue[code as Problem['code']].status !== Number(status),
    );
    // What cannot be read as HTTP is answered before there is an app.
    expect(new Set(elsewhere.map((problem) => problem.join(' ')))).toEqual(
      new Set(['408 invalid-request', '431 invalid-request']),
    );
  });

  it('takes the same bodies as the service, but for an index that is set twice', () => {
    const validate = contract.schemaAt('components', 'schemas', 'SpeedDialsToSet');
    const entry = fc.record(
      {
        index: fc.oneof(fc.nat().map(String), text, fc.nat()),
        dirn: fc.oneof(text, fc.constant(null)),
        label: text,
        extra: text,
      },
      { requiredKeys: [] },
    );
    const good = fc.record(
      { index: fc.nat().map(String), dirn: text, label: text },
      { requiredKeys: ['index', 'dirn'] },
    );
    const body = fc.oneof(fc.array(good, { maxLength: 1 }), fc.array(entry, { maxLength: 1 }), fc.jsonValue());
    fc.assert(
      fc.property(body, (value) => {
        expect(validate(value)).toBe(takes(parseSpeedDials, value));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['/phone', 'get', parseDirectoryNumber],
    ['/speeddials', 'post', parseDeviceName],
  ] as const)('takes the same parameter of %s as the service', (path, method, parse) => {
    const validate = contract.schemaAt('paths', path, method, 'parameters', '0', 'schema');
    fc.assert(
      fc.property(text, (value) => {
        expect(validate(value)).toBe(takes(parse, value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('says whom to ask, and what each operation is for', () => {
    expect(openApiDocument(routes)).toMatchObject({
      info: { contact: { name: expect.stringMatching(/./) as string } },
    });
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(3);
    const silent = operations.filter(({ description = '' }) => description.trim() === '');
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has no default in what is sent: generators would ask for the property', () => {
    const { components } = openApiDocument(routes) as { components: { schemas: Record<string, object> } };
    expect(components.schemas['SpeedDialToSet']).toMatchObject({ required: ['index', 'dirn'] });
    expect(JSON.stringify(components.schemas)).not.toContain('"default":');
  });

  it('is made of schemas that say what the code says', () => {
    expectTypeOf<DeepReadonly<z.output<typeof phoneSchema>>>().toEqualTypeOf<DeepReadonly<Phone>>();
    type DocumentedProblem = DeepReadonly<z.output<typeof problemSchema>>;
    expectTypeOf<Problem>().toExtend<DocumentedProblem>();
    expectTypeOf<keyof Problem>().toEqualTypeOf<keyof DocumentedProblem>();
  });
});
