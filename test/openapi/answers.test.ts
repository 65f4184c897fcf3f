import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { Contract, type OpenApi } from '../support/contract.js';
import { phone } from '../support/one-phone-service.js';
import { closeSharedServices, provocations, provoke } from './provocations.js';

describe('every answer of the running service', () => {
  const contract = new Contract(JSON.parse(JSON.stringify(openApiDocument(routes))) as OpenApi);
  // A few at a time: the deadline of one must not pass while hundreds of others are served.
  const inTurn = pLimit(16);
  const answers: { wanted: string; place: string; faults: string[] }[] = [];

  beforeAll(async () => {
    const all = await inTurn.map(provocations, async (provocation) => {
      const [operationId = ''] = provocation.place.split(' ');
      return { wanted: provocation.place, ...contract.holds(operationId, await provoke(provocation)) };
    });
    answers.push(...all);
  });
  afterAll(closeSharedServices);

  it('is the caused one, as documented', () => {
    expect(answers).toEqual(provocations.map(({ place }) => ({ wanted: place, place, faults: [] })));
  });

  it('covers the whole document', () => {
    const provoked = new Set(answers.map(({ place }) => place));
    expect(contract.documented().filter((place) => !provoked.has(place))).toEqual([]);
  });

  const requestId = { 'x-request-id': 'mine' };
  const json = { ...requestId, 'content-type': 'application/json' };
  const problem = { ...requestId, 'content-type': 'application/problem+json' };
  const notFound = { type: 'urn:x', title: '', status: 404, detail: '', requestId: 'mine' };

  it.each([
    ['a status', 418, json, '[]'],
    ['a content type', 200, { ...json, 'content-type': 'text/html' }, '[]'],
    ['a header', 200, { ...json, 'x-other': '1' }, '[]'],
    ['a missing header', 200, { 'content-type': 'application/json' }, '[]'],
    ['a header of another form', 200, { ...json, 'x-request-id': 'a b' }, '[]'],
    ['a property', 200, json, JSON.stringify([{ ...phone, extra: '' }])],
    ['a number for a text', 200, json, JSON.stringify([{ ...phone, name: 1 }])],
    ['a code of another status', 404, problem, JSON.stringify({ ...notFound, code: 'overloaded' })],
    ['another request id', 404, problem, JSON.stringify({ ...notFound, code: 'not-found', requestId: 'yours' })],
  ])('would be found out by %s that is not documented', (_, status, headers, text) => {
    expect(contract.holds('findPhones', { status, headers: new Headers(headers), text }).faults).toHaveLength(1);
  });
});
