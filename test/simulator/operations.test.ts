import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { call, inside, texts } from '../support/axl-caller.js';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

function list(operation: string, criteria: string, tags: string, more = '') {
  const content = `<searchCriteria>${criteria}</searchCriteria><returnedTags>${tags}</returnedTags>${more}`;
  return call(simulator, operation, content);
}

describe('getCCMVersion', () => {
  it('answers with the release', async () => {
    const { status, body } = await call(simulator, 'getCCMVersion', '');
    expect(status).toBe(200);
    expect(inside(body, 'version')).toBe('14.0.1.10000-1');
  });
});

describe('listLine', () => {
  it('gives a row for each partition', async () => {
    const { body } = await list('listLine', '<pattern>2100</pattern>', '<pattern/><routePartitionName/>');
    expect(texts(body, 'pattern')).toEqual(['2100', '2100']);
    expect(texts(body, 'routePartitionName')).toEqual(['PT-Internal', 'PT-München']);
    expect(body).toMatch(/<line uuid="\{[0-9A-F-]{36}\}"><pattern>/);
  });

  it('finds an E.164 number by its stored form, not by the plain form', async () => {
    const escaped = await list('listLine', String.raw`<pattern>\+14085554019</pattern>`, '<pattern/>');
    expect(texts(escaped.body, 'pattern')).toEqual([String.raw`\+14085554019`]);
    const plain = await list('listLine', '<pattern>+14085554019</pattern>', '<pattern/>');
    expect(texts(plain.body, 'pattern')).toEqual([]);
    expect(plain.body).toContain('<return/>');
  });

  it('leaves out translation and route patterns', async () => {
    const { body } = await list('listLine', '<pattern>2001</pattern>', '<usage/><routePartitionName/>');
    expect(texts(body, 'usage')).toEqual(['Device']);
  });

  it('combines criteria with AND, and treats an empty criterion as absent', async () => {
    const criteria = '<pattern>2100</pattern><description></description><routePartitionName>PT-M%</routePartitionName>';
    const { body } = await list('listLine', criteria, '<routePartitionName/>');
    expect(texts(body, 'routePartitionName')).toEqual(['PT-München']);
  });

  it('gives only the key when returnedTags is empty', async () => {
    const { body } = await list('listLine', '<pattern>2001</pattern>', '');
    expect(inside(body, 'return')).toMatch(/^<line uuid="[^"]+"\/>$/);
  });
});

describe('getLine', () => {
  it('names devices of every class', async () => {
    const { body } = await call(
      simulator,
      'getLine',
      '<pattern>2001</pattern><routePartitionName>PT-Internal</routePartitionName>',
    );
    expect(texts(body, 'device')).toEqual(['SEP00A1B2C30001', 'UDP_ASTRID']);
    expect(inside(body, 'usage')).toBe('Device');
  });

  it('accepts a key in either form', async () => {
    const { body } = await list('listLine', '<pattern>2999</pattern>', '<pattern/>');
    const uuid = /uuid="(\{[^"]+\})"/.exec(body)?.[1] ?? '';
    for (const form of [uuid, uuid.slice(1, -1).toLowerCase()]) {
      const answer = await call(simulator, 'getLine', `<uuid>${form}</uuid>`);
      expect(inside(answer.body, 'pattern')).toBe('2999');
      expect(answer.body).toContain('<associatedDevices/>');
    }
  });

  it('accepts returned tags that are nil, as published tools send them', async () => {
    const nil = 'xsi:nil="true"';
    const tags =
      '<returnedTags xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
      `<name ${nil}/><description ${nil}/><speeddials><speeddial><label ${nil}/><index ${nil}/></speeddial></speeddials>` +
      '</returnedTags>';
    const { status, body } = await call(simulator, 'getPhone', `<name>SEP00A1B2C30003</name>${tags}`);
    expect([status, texts(body, 'name'), texts(body, 'index')]).toEqual([
      200,
      ['SEP00A1B2C30003'],
      ['1', '2', '3', '4'],
    ]);
    expect(texts(body, 'model')).toEqual([]);
    const nilName = `<name xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${nil}/>`;
    expect((await call(simulator, 'getPhone', `${nilName}<returnedTags><name/></returnedTags>`)).status).toBe(500);
  });

  it('treats a missing, empty or nil partition as no partition', async () => {
    const nil = '<routePartitionName xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
    for (const partition of ['', '<routePartitionName/>', nil]) {
      const { body } = await call(simulator, 'getLine', `<pattern>5555</pattern>${partition}`);
      expect(inside(body, 'description')).toBe('In no partition');
    }
  });

  it('answers an unknown line with 5007', async () => {
    const { status, body } = await call(simulator, 'getLine', '<pattern>1</pattern>');
    expect(status).toBe(500);
    expect(inside(body, 'axlcode')).toBe('5007');
    expect(inside(body, 'axlmessage')).toBe('Item not valid: The specified Line was not found');
    expect(inside(body, 'request')).toBe('getLine');
  });
});

describe('listPhone', () => {
  it('finds only phones', async () => {
    const { body } = await list('listPhone', '<name>%</name>', '<name/><class/>');
    expect(texts(body, 'name')).toHaveLength(62);
    expect(new Set(texts(body, 'class'))).toEqual(new Set(['Phone']));
    const routePoint = await list('listPhone', '<name>RP_SUPPORT</name>', '<name/>');
    expect(routePoint.body).toContain('<return/>');
  });

  it('treats an underscore as any character, unless escaped, and is case-sensitive', async () => {
    const named = async (pattern: string) =>
      texts((await list('listPhone', `<name>${pattern}</name>`, '<name/>')).body, 'name');
    expect(await named('SEP_LAB_BENCH1')).toEqual(['SEP_LAB_BENCH1', 'SEPXLABXBENCH1']);
    expect(await named(String.raw`SEP\_LAB\_BENCH1`)).toEqual(['SEP_LAB_BENCH1']);
    expect(await named('sep_lab_bench1')).toEqual([]);
    expect(await named('%%QVIST')).toEqual(['CSFALINDQVIST', 'TCTALINDQVIST', 'BOTALINDQVIST', 'TABALINDQVIST']);
  });

  it('searches by every criterion of the schema', async () => {
    const criteria =
      '<name>%</name><description>Carlos%</description><protocol>SIP</protocol>' +
      '<callingSearchSpaceName>CSS-Int%</callingSearchSpaceName><devicePoolName>DP-San José</devicePoolName>' +
      '<securityProfileName>%Non-Secure%</securityProfileName>';
    const { body } = await list('listPhone', criteria, '<name/>');
    expect(texts(body, 'name')).toEqual(['SEP00A1B2C30011']);
  });

  it('pages with skip and first', async () => {
    const page = async (more: string) =>
      texts((await list('listPhone', '<name>%LINDQVIST</name>', '<name/>', more)).body, 'name');
    expect(await page('<skip>1</skip><first>2</first>')).toEqual(['TCTALINDQVIST', 'BOTALINDQVIST']);
    expect(await page('<skip>9</skip>')).toEqual([]);
  });
});

describe('getPhone', () => {
  it('gives everything without returnedTags', async () => {
    const { body } = await call(simulator, 'getPhone', '<name>SEP00A1B2C30001</name>');
    expect(texts(body, 'name')).toEqual(['SEP00A1B2C30001']);
    expect(texts(body, 'blfDirn')).toEqual(['2002', '']);
    expect(inside(body, 'devicePoolName')).toBe('DP-Stockholm');
    expect(texts(body, 'protocolSide')).toEqual(['User']);
  });

  it('gives only what returnedTags names, at every depth', async () => {
    const tags =
      '<lines><line><dirn><pattern/></dirn></line></lines><speeddials><speeddial><index/></speeddial></speeddials>';
    const { body } = await call(
      simulator,
      'getPhone',
      `<name>SEP00A1B2C3000B</name><returnedTags>${tags}</returnedTags>`,
    );
    const phone = inside(body, 'return') ?? '';
    expect(new Set([...phone.matchAll(/<(\w+)/g)].map((found) => found[1]))).toEqual(
      new Set(['phone', 'lines', 'line', 'dirn', 'pattern', 'speeddials', 'speeddial', 'index']),
    );
    expect(texts(body, 'pattern')).toEqual(['2011', '2012', '0100']);
    expect(texts(body, 'index')).toEqual(['150', '2', '10', '1', '99']);
    expect(phone.match(/uuid=/g)).toHaveLength(7);
  });

  it('gives empty collections to a phone that has none', async () => {
    const { body } = await call(simulator, 'getPhone', '<name>SEP00A1B2C30009</name>');
    expect(body).toContain('<lines/><speeddials/><busyLampFields/>');
  });

  it('ignores returned tags that are not in the subset', async () => {
    const tags =
      '<name/><loadInformation/><vendorConfig><x/></vendorConfig><lines/><addOnModules><addOnModule/></addOnModules>';
    const { status, body } = await call(
      simulator,
      'getPhone',
      `<name>SEP00A1B2C30009</name><returnedTags>${tags}</returnedTags>`,
    );
    expect(status).toBe(200);
    expect(inside(body, 'phone')).toBe('<name>SEP00A1B2C30009</name><lines/>');
  });

  it.each(['SEP000000000000', 'RP_RECEPTION', 'UDP_ASTRID', 'gw-sto-01.lindqvist.example', '%'])(
    'does not find %s',
    async (name) => {
      const { status, body } = await call(simulator, 'getPhone', `<name>${name}</name>`);
      expect(status).toBe(500);
      expect(inside(body, 'axlcode')).toBe('5007');
      expect(inside(body, 'faultstring')).toBe(`Item not valid: The specified ${name} was not found`);
    },
  );

  it('returns text unchanged', async () => {
    const bench = await call(simulator, 'getPhone', '<name>SEP00A1B2C30004</name>');
    expect(inside(bench.body, 'description')).toBe('Research &lt;R&amp;D&gt; &quot;x&quot; bench');
    expect(bench.body).toContain('<label>&lt;![CDATA[x]]&gt;</label>');
    const warehouse = await call(simulator, 'getPhone', '<name>SEP00A1B2C30006</name>');
    expect(texts(warehouse.body, 'label').slice(1, 4)).toEqual([
      ' leading space',
      'trailing space ',
      'two  spaces   inside',
    ]);
    expect(warehouse.body).toContain('<description/>');
  });
});

describe('an answer over the limit', () => {
  it('is refused with the number of rows that would fit', async () => {
    const small = await startSimulator({ maxResponseBytes: 2000 });
    const { status, body } = await call(
      small,
      'listPhone',
      '<searchCriteria><name>%</name></searchCriteria><returnedTags><name/></returnedTags>',
    );
    await small.close();
    expect(status).toBe(500);
    expect(inside(body, 'axlcode')).toBe('-1');
    expect(inside(body, 'axlmessage')).toMatch(
      /^Query request too large\. Total rows matched: 62 rows\. Suggestive Row Fetch: less than \d+ rows$/,
    );
  });
});
