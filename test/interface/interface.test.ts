import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { Contract, type OpenApi } from '../support/contract.js';
import { outcomes } from './outcomes.js';
import { provoke } from './provoker.js';

/** Compares the answers of the calls byte for byte with the recordings of `npm run record:interface`. */

const root = new URL('../../fixtures/interface/', import.meta.url);
const recorded = (name: string): string => readFileSync(new URL(`${name}.http`, root), 'utf8');
const contract = new Contract(JSON.parse(JSON.stringify(openApiDocument(routes))) as OpenApi);

describe('the answers to the calls', () => {
  // Each has its own call manager and service, and many of them wait for a time-out.
  it.concurrent.for(outcomes)('$name equals its recording', async (outcome, { expect }) => {
    expect(await provoke(outcome)).toBe(recorded(outcome.name));
  });

  it.each(outcomes)('$name has its status and code', ({ name, code }) => {
    const [, response = ''] = recorded(name).split('\n--- response\n');
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${name.split('/')[1]?.slice(0, 3)} `));
    expect(/^\{"type":.*"code":"([^"]+)"/m.exec(response)?.[1]).toBe(code);
  });

  it('have a recording for each outcome, and no others', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.http'));
    expect(files.sort()).toEqual(outcomes.map(({ name }) => `${name}.http`).sort());
  });

  it.each([
    ['get-phone', 'findPhones'],
    ['post-speeddials', 'replaceSpeedDials'],
  ])('%s has each documented code', (call, operation) => {
    const seen = new Set(outcomes.filter(({ name }) => name.startsWith(`${call}/`)).map(({ code }) => code));
    const documented = contract.documented().map((place) => place.split(' '));
    const codes = documented.filter(([name, , code]) => name === operation && code).map(([, , code]) => code);
    expect(codes.filter((code) => !seen.has(code as ErrorCode))).toEqual([]);
  });
});
