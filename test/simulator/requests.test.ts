import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedVersions, releases } from '../../src/simulator/schema/releases.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { call, envelope, inside, speedDials, texts } from '../support/axl-caller.js';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

describe('a request that violates the schema is answered with a fault', () => {
  const name = '<name>SEP00A1B2C30001</name>';
  const violations: readonly (readonly [what: string, operation: string, content: string, words: string])[] = [
    ['an unknown element', 'getPhone', '<nam>x</nam>', "One of '{name, uuid}' is expected"],
    ['a missing element', 'getPhone', '', "The content of element 'getPhone' is not complete"],
    ['both of a choice', 'getPhone', `${name}<uuid>{00000000-0000-0000-0000-000000000000}</uuid>`, "element 'uuid'"],
    ['an element twice', 'getPhone', name + name, "element 'name'"],
    ['another order', 'updatePhone', `<description>x</description>${name}`, "element 'description'"],
    [
      'another order deep inside',
      'updatePhone',
      `${name}<speeddials><speeddial><label>x</label><dirn>1</dirn><index>1</index></speeddial></speeddials>`,
      "element 'label'",
    ],
    [
      'a speed dial without label',
      'updatePhone',
      `${name}<speeddials><speeddial><dirn>1</dirn><index>1</index></speeddial></speeddials>`,
      "element 'index'",
    ],
    [
      'an asciiLabel',
      'updatePhone',
      `${name}<speeddials><speeddial><dirn>1</dirn><label>x</label><asciiLabel>x</asciiLabel><index>1</index></speeddial></speeddials>`,
      "element 'asciiLabel'",
    ],
    [
      'a returned tag out of order',
      'getPhone',
      `${name}<returnedTags><model/><name/></returnedTags>`,
      "element 'name'",
    ],
    [
      'an index that is no integer',
      'updatePhone',
      name + speedDials(['x', '1', 'a']),
      "'x' is not a valid value for 'integer'",
    ],
    ['a number over 255 characters', 'updatePhone', name + speedDials(['1', '1'.repeat(256), 'a']), "maxLength '255'"],
    ['a name over 100 characters', 'getPhone', `<name>${'x'.repeat(101)}</name>`, "maxLength '100'"],
    ['a key that is none', 'getPhone', '<uuid>{x}</uuid>', 'XUUID'],
    ['a count that is none', 'listPhone', '<searchCriteria/><returnedTags/><first>-1</first>', 'unsignedLong'],
    [
      'a list without returnedTags',
      'listPhone',
      '<searchCriteria><name>%</name></searchCriteria>',
      "'{returnedTags}' is expected",
    ],
    [
      'a criterion that does not exist',
      'listPhone',
      '<searchCriteria><pattern>1</pattern></searchCriteria><returnedTags/>',
      "element 'pattern'",
    ],
    ['text between elements', 'getPhone', `stray${name}`, 'cannot have character children'],
    ['an element within a text', 'getPhone', '<name><b/></name>', 'simple type'],
    ['an attribute that does not exist', 'getPhone', '<name lang="en">x</name>', "Attribute 'lang'"],
    [
      'a nil that is not allowed',
      'getPhone',
      '<name xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>',
      'not nillable',
    ],
    ['a child with a namespace', 'getPhone', '<ns:name>x</ns:name>', "element 'name'"],
  ];
  it.each(violations)('%s', async (_what, operation, content, words) => {
    const { status, headers, body } = await call(simulator, operation, content);
    expect(status).toBe(500);
    expect(headers['content-type']).toBe('text/xml;charset=UTF-8');
    expect(inside(body, 'faultcode')).toBe('soapenv:Client');
    expect(inside(body, 'faultstring')).toContain(words);
    expect(inside(body, 'request')).toBe(operation);
  });

  it('accepts what the schema allows: sequence number, no returned tags, white space', async () => {
    const body = envelope('getPhone', '\n <name>SEP00A1B2C30001</name>\r\n <returnedTags>\n</returnedTags> ').replace(
      '<ns:getPhone ',
      '<ns:getPhone sequence="12" ',
    );
    expect((await call(simulator, 'getPhone', '', { body })).status).toBe(200);
  });
});

describe('a request that violates the protocol is answered with a fault', () => {
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const good = envelope('getPhone', '<name>SEP00A1B2C30001</name>');
  const bodies: readonly (readonly [what: string, body: string, words: string])[] = [
    ['an empty body', '', 'not well-formed'],
    ['a truncated body', good.slice(0, -30), 'not well-formed'],
    ['two roots', `${good}<x/>`, 'not well-formed'],
    ['an unknown entity', good.replace('SEP', '&nbsp;'), 'not well-formed'],
    ['a forbidden character', good.replace('SEP', '\u0001'), 'not well-formed'],
    ['a forbidden reference', good.replace('SEP', '&#1;'), 'not well-formed'],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${good.slice(good.indexOf('<soapenv'))}`, 'document type'],
    ['a prefix that is not bound', good.replace('<name>', '<x:name>').replace('</name>', '</x:name>'), 'not bound'],
    ['1,000 nested elements', good.replace('SEP', '<a>'.repeat(1000) + '</a>'.repeat(1000)), 'not well-formed'],
    ['no envelope', '<x/>', 'not a SOAP envelope'],
    ['SOAP 1.2', good.replace(soap, 'http://www.w3.org/2003/05/soap-envelope'), 'not a SOAP envelope'],
    ['no Body', `<s:Envelope xmlns:s="${soap}"/>`, 'one Body'],
    ['an empty Body', `<s:Envelope xmlns:s="${soap}"><s:Body/></s:Envelope>`, 'exactly one operation'],
    ['another namespace than the header says', good.replace('API/14.0', 'API/12.5'), 'SOAPAction names version 14.0'],
    [
      'another operation than the header says',
      envelope('getCCMVersion', ''),
      'SOAPAction names the operation getPhone',
    ],
    ['an operation outside the subset', envelope('doLdapSync', ''), 'Operation not found'],
  ];
  it.each(bodies)('%s', async (_what, body, words) => {
    const reply = await call(simulator, 'getPhone', '', { body });
    expect(reply.status).toBe(500);
    expect(inside(reply.body, 'faultstring')).toContain(words);
  });

  it.each(['getPhone', 'CUCM:DB ver=x getPhone', '"getCCMVersion"'])('SOAPAction %j', async (soapaction) => {
    const { status, body } = await call(simulator, 'getPhone', '', { body: good, headers: { soapaction } });
    expect(status).toBe(500);
    expect(inside(body, 'faultstring')).toContain('SOAPAction');
  });

  it('accepts SOAPAction without quotes, and a SOAP header', async () => {
    const soapaction = 'CUCM:DB ver=14.0 getPhone';
    const body = good.replace('<soapenv:Body>', '<soapenv:Header><x/></soapenv:Header><soapenv:Body>');
    expect((await call(simulator, 'getPhone', '', { body, headers: { soapaction } })).status).toBe(200);
  });

  it.each(['', 'application/soap+xml', 'text/xmlx'])('Content-Type %j', async (type) => {
    expect((await call(simulator, 'getPhone', '', { body: good, headers: { 'content-type': type } })).status).toBe(500);
  });
});

describe('requests of common tools', () => {
  const phone = '<name>SEP00A1B2C30001</name>';
  const good = envelope('getPhone', phone, '12.5');
  const forms: readonly (readonly [what: string, headers: Record<string, string>, body: string])[] = [
    ['no SOAPAction', { soapaction: '' }, good],
    ['an empty SOAPAction', { soapaction: '""' }, good],
    ['the version alone', { soapaction: 'CUCM:DB ver=12.5' }, good],
    ['the version alone, in quotes', { soapaction: '"CUCM:DB ver=12.5"' }, good],
    ['the operation alone, in quotes', { soapaction: '"getPhone"' }, good],
    ['the operation in quotes behind the version', { soapaction: 'CUCM:DB ver=12.5 "getPhone"' }, good],
    ['a sequence that is a question mark', {}, good.replace('<ns:getPhone ', '<ns:getPhone sequence="?" ')],
  ];

  it.each(forms)(
    '%s is accepted, counted and answered in its version; a strict simulator refuses it',
    async (_what, headers, body) => {
      const send = () => call(simulator, 'getPhone', '', { version: '12.5', body, headers });
      simulator.reset();
      const taken = await send();
      expect(simulator.stats().requests).toEqual({ getPhone: 1 });
      simulator.setTraits({ strictRequests: true });
      const refused = await send().finally(() => {
        simulator.setTraits({ strictRequests: false });
      });
      expect(taken.status).toBe(200);
      expect(taken.body).toContain('<ns:getPhoneResponse xmlns:ns="http://www.cisco.com/AXL/API/12.5"');
      expect(inside(taken.body, 'name')).toBe('SEP00A1B2C30001');
      expect(refused.status).toBe(500);
      expect(inside(refused.body, 'faultstring')).toMatch(/SOAPAction|sequence|unsignedLong/);
    },
  );

  it('without a header matches only the rules for its operation', async () => {
    const send = (body = good) => call(simulator, 'getPhone', '', { body, headers: { soapaction: '' } });
    simulator.misbehave([
      { kind: '503', operation: 'getPhone', times: 1 },
      { kind: 'wrong-element', operation: 'getPhone', times: 1 },
    ]);
    expect((await send(envelope('getCCMVersion', '', '12.5'))).status).toBe(200);
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([503, 200, 200]);
    expect(simulator.misbehaviour()).toEqual([]);
  });

  it('is refused if the namespace names no accepted version, or the body cannot be read', async () => {
    const send = (body: string) => call(simulator, 'getPhone', '', { body, headers: { soapaction: '' } });
    expect((await send(envelope('getPhone', phone, '15.0'))).status).toBe(599);
    const none = await send(good.replace('http://www.cisco.com/AXL/API/12.5', 'urn:none'));
    expect([none.status, inside(none.body, 'faultstring')]).toEqual([500, expect.stringContaining("'urn:none'")]);
    const unreadable = await send('<x');
    expect([unreadable.status, inside(unreadable.body, 'faultstring')]).toEqual([
      500,
      expect.stringContaining('not well-formed'),
    ]);
  });

  it('continues after a client that disconnected in the middle of a body without a header', async () => {
    const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /axl/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n<soapenv:Env');
    socket.destroy();
    await once(socket, 'close');
    await expect.poll(() => simulator.stats().inFlight).toBe(0);
    expect((await call(simulator, 'getCCMVersion', '')).status).toBe(200);
  });
});

describe('releases', () => {
  it('are listed oldest first, and accept no newer schema', () => {
    expect(releases).toEqual([...releases].sort((a, b) => Number(a) - Number(b)));
    for (const release of releases) expect(acceptedVersions(release).at(-1)).toBe(release);
  });

  const lookUp = '<pattern>2001</pattern><routePartitionName>PT-Internal</routePartitionName>';

  it('answers another schema version with 599 and a page that names its own', async () => {
    const { status, headers, body } = await call(simulator, 'getCCMVersion', '', { version: '15.0' });
    expect(status).toBe(599);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('Incorrect axl version. Supported axl versions are 11.x, 12.x and 14.0<');
  });

  it.each([
    ['8.5', '8.5', '12.5'],
    ['9.1', '8.5', '10.0'],
    ['10.5', '8.5', '11.0'],
    ['11.5', '9.0', '12.0'],
    ['12.5', '10.0', '9.1'],
    ['15.0', '12.0', '11.5'],
  ])('as %s accepts %s and not %s', async (release, accepted, refused) => {
    const other = await startSimulator({ release });
    const own = await call(other, 'getCCMVersion', '', { version: release });
    const older = await call(other, 'getCCMVersion', '', { version: accepted });
    const refusal = await call(other, 'getCCMVersion', '', { version: refused });
    await other.close();
    expect(inside(own.body, 'version')).toBe(`${release}.1.10000-1`);
    expect(older.body).toContain(`xmlns:ns="http://www.cisco.com/AXL/API/${accepted}"`);
    expect(refusal.status).toBe(599);
    expect(own.body.includes('xmlns:xsi')).toBe(release === '15.0');
  });

  it('list the devices of a line, and push to phones, only in later schemas', async () => {
    const other = await startSimulator({ release: '10.5' });
    const tags = '<returnedTags><associatedDevices><device/></associatedDevices></returnedTags>';
    const old = await call(other, 'getLine', lookUp, { version: '8.5' });
    const oldAsked = await call(other, 'getLine', lookUp + tags, { version: '8.5' });
    const later = await call(other, 'getLine', lookUp + tags, { version: '10.0' });
    const push = '<name>SEP00A1B2C30001</name>';
    const oldPush = await call(other, 'applyPhone', push, { version: '9.1' });
    const laterPush = await call(other, 'applyPhone', push, { version: '10.0' });
    await other.close();
    expect(old.body).not.toContain('associatedDevices');
    expect(inside(oldAsked.body, 'faultstring')).toContain("element 'associatedDevices'");
    expect(texts(later.body, 'device')).toHaveLength(2);
    expect([oldPush.status, laterPush.status]).toEqual([500, 200]);
  });

  it('uses the accepted versions of the option, and refuses an unknown release', async () => {
    const other = await startSimulator({ release: '15.0', accepts: ['15.0'] });
    const { body } = await call(other, 'getCCMVersion', '', { version: '14.0' });
    await other.close();
    expect(body).toContain('Supported axl versions are 15.0<');
    await expect(startSimulator({ release: '13.0' })).rejects.toThrow('The release 13.0 is not one of 8.5, 9.0');
  });
});
