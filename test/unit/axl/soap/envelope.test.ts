import { describe, expect, it } from 'vitest';
import {
  anyRelease,
  builtInRequests,
  type BuiltRequest,
  envelopesOf,
  isRequestOf,
  loadBuiltInEnvelopes,
} from '../../../../src/axl/soap/envelope.js';
import { newestRelease } from '../../../../src/axl/soap/releases.js';
import { requestShapes, requestsIn } from '../../../../src/axl/soap/requests.js';

describe('the requests of a release', () => {
  it('name the release in their SOAPAction and in their namespace', async () => {
    const envelopes = await loadBuiltInEnvelopes('12.5');
    const envelope = envelopes.render('getPhone', { name: 'SEP<1' });
    expect(envelopes.release).toBe('12.5');
    expect(envelope).toMatchObject({
      operation: 'getPhone',
      soapAction: '"CUCM:DB ver=12.5 getPhone"',
      device: 'SEP<1',
    });
    expect(envelope.body).toContain('http://www.cisco.com/AXL/API/12.5');
    expect(envelope.body).toContain('<name>SEP&lt;1</name>');
    expect(envelope.body).not.toContain(anyRelease);
    expect(builtInRequests.protocol).toBe('file:');
  });

  it('have an empty list if none of its items is given', async () => {
    const envelopes = await loadBuiltInEnvelopes(newestRelease);
    const none = envelopes.render('updateSpeedDials', { name: 'SEP1' }).body;
    expect(none).toContain('<speeddials></speeddials>');
    const item = { dirn: '1', label: 'L', index: '2' };
    const one = envelopes.render('updateSpeedDials', { name: 'SEP1' }, [item]).body;
    expect(one.match(/<speeddial>/g)).toHaveLength(1);
    expect(envelopes.render('getCCMVersion', {}).device).toBeUndefined();
  });

  it('follow their schemas', async () => {
    const later = ['getLine', 'getLineByPattern', 'applyPhone', 'restartPhone', 'resetPhone'];
    const [old, recent] = [requestsIn('9.1'), requestsIn('10.0')];
    expect(recent).toEqual(Object.keys(requestShapes));
    expect(recent.filter((name) => !old.includes(name)).sort()).toEqual([...later].sort());
    const envelopes = await loadBuiltInEnvelopes('9.1');
    expect(() => envelopes.render('getLine', { uuid: 'x' })).toThrow('AXL 9.1 has no request getLine');
    expect(() => envelopesOf('10.0', {}).render('getPhone', { name: 'x' })).toThrow('no request getPhone');
  });

  it('are not made if a value is missing', async () => {
    const envelopes = await loadBuiltInEnvelopes('14.0');
    expect(() => envelopes.render('getPhone', {})).toThrow('lacks its value for name');
    expect(() => envelopes.render('updateSpeedDials', { name: 'x' }, [{ dirn: '1', label: '' }])).toThrow(
      'value for index',
    );
  });
});

describe('a request that soap built', () => {
  const shape = { operation: 'getPhone', content: { name: '{{name}}', other: '{{dirn}}' } } as const;
  const soapAction = '"CUCM:DB ver=14.0 getPhone"';
  const request = (inside: string, namespace = '14.0', operation = 'getPhone'): string =>
    `<soap:Body><a:${operation} xmlns:a="http://www.cisco.com/AXL/API/${namespace}">${inside}</a:${operation}></soap:Body>`;
  const right = request('<name>{{name}}</name><other>{{dirn}}</other>');
  const isRight = (built: Partial<BuiltRequest>) => isRequestOf(shape, '14.0', { soapAction, xml: right, ...built });

  it('is a request of AXL if all elements are in their places, in any order of the input', () => {
    expect(isRight({})).toBe(true);
    expect(isRight({ xml: request('<other>{{dirn}}</other><name>{{name}}</name>') })).toBe(true);
  });

  it.each<[what: string, Partial<BuiltRequest>]>([
    ['another SOAPAction', { soapAction: '"CUCM:DB ver=12.5 getPhone"' }],
    ['another release', { xml: request('<name>{{name}}</name><other>{{dirn}}</other>', '12.5') }],
    ['another operation', { xml: request('<name>{{name}}</name><other>{{dirn}}</other>', '14.0', 'getLine') }],
    ['a slot less', { xml: request('<name>{{name}}</name>') }],
    ['a slot twice', { xml: request('<name>{{name}}</name><a>{{name}}</a><other>{{dirn}}</other>') }],
    ['children in a namespace', { xml: request('<b:name>{{name}}</b:name><other>{{dirn}}</other>') }],
    ['attributes', { xml: request('<name x="y">{{name}}</name><other>{{dirn}}</other>') }],
  ])('is none with %s', (_what, built) => {
    expect(isRight(built)).toBe(false);
  });
});
