import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtInRequests, loadBuiltInEnvelopes } from '../../src/axl/soap/envelope.js';
import { releases } from '../../src/axl/soap/releases.js';
import { rebuiltRequests } from './built-in-requests.js';

it('wsdl/requests.json is what soap builds from the WSDL beside it (npm run requests writes it)', async () => {
  const kept: unknown = JSON.parse(readFileSync(builtInRequests, 'utf8'));
  expect(kept).toEqual(await rebuiltRequests());
});

it.each(releases)('names release %s everywhere in a request', async (release) => {
  const { body, soapAction } = (await loadBuiltInEnvelopes(release)).render('listLine', { pattern: '0100' });
  expect(soapAction).toBe(`"CUCM:DB ver=${release} listLine"`);
  expect(body).toContain(`"http://www.cisco.com/AXL/API/${release}"`);
  expect(body).not.toContain('@');
});
