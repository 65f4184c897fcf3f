import { globalAgent } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { lacksTool, loadTool } from '../support/tools.js';

/** What this test uses of the npm package cisco-axl, which has no types. */
interface ForeignClient {
  readonly _OPTIONS: { endpoint: string };
  getOperationTags(operation: string): Promise<Record<string, unknown>>;
  executeOperation(operation: string, tags: Record<string, unknown>): Promise<unknown>;
}
type ForeignClientConstructor = new (
  host: string,
  username: string,
  password: string,
  version: string,
) => ForeignClient;

let simulator: RunningSimulator;
let client: ForeignClient;

beforeAll(async () => {
  simulator = await startSimulator({ tls: true });
  // The client has no TLS options; it uses Node's global agent.
  globalAgent.options.ca = simulator.certificate;
  const CiscoAxl = loadTool('cisco-axl') as ForeignClientConstructor;
  client = new CiscoAxl('localhost', 'axl', 'axl-demo', '14.0');
  // It always uses port 8443; the simulator of a test has another one.
  client._OPTIONS.endpoint = simulator.url.replace('127.0.0.1', 'localhost');
});

afterEach(() => {
  simulator.reset();
});

afterAll(async () => {
  // The agent's options, also those that are undefined, come before those of a request.
  delete globalAgent.options.ca;
  await simulator.close();
});

describe.skipIf(lacksTool('cisco-axl'))('the npm client cisco-axl, on another SOAP stack, over https', () => {
  it('gets a phone with its speed dials', async () => {
    const answer = await client.executeOperation('getPhone', { name: 'SEP00A1B2C30003' });
    expect(answer).toMatchObject({
      phone: {
        name: 'SEP00A1B2C30003',
        description: 'Büro Zoë Müller – Buchhaltung',
        model: 'Cisco 7841',
        speeddials: {
          speeddial: expect.arrayContaining([expect.objectContaining({ label: '日本事務所' })]) as unknown,
        },
      },
    });
  });

  it('lists by criteria, with all returned tags of the full schema and empty criteria', async () => {
    const tags = await client.getOperationTags('listPhone');
    (tags['searchCriteria'] as Record<string, string>)['name'] = 'CSF%%';
    const answer = await client.executeOperation('listPhone', tags);
    expect(answer).toMatchObject({ phone: [{ name: 'CSFALINDQVIST' }, { name: 'CSFCPENA' }] });
  });

  it('gets a phone with all returned tags of the full schema', async () => {
    const tags = await client.getOperationTags('getPhone');
    tags['name'] = 'SEP00A1B2C30001';
    tags['uuid'] = '';
    const answer = await client.executeOperation('getPhone', tags);
    expect(answer).toMatchObject({ phone: { name: 'SEP00A1B2C30001', product: 'Cisco 8861' } });
  });

  it('reads with SQL', async () => {
    const sql = "SELECT name FROM device WHERE name LIKE 'TCT%' ORDER BY name";
    const answer = await client.executeOperation('executeSQLQuery', { sql });
    expect(answer).toMatchObject({ row: [{ name: 'TCTALINDQVIST' }] });
  });

  it('sees its update in the next get', async () => {
    const speeddial = [{ dirn: '2001', label: 'Astrid & <Oskar>', index: '7' }];
    const update = await client.executeOperation('updatePhone', { name: 'SEP00A1B2C30006', speeddials: { speeddial } });
    expect(update).toMatch(/^\{[0-9A-F-]{36}\}$/);
    const answer = await client.executeOperation('getPhone', { name: 'SEP00A1B2C30006' });
    expect(answer).toMatchObject({ phone: { speeddials: { speeddial: [{ label: 'Astrid & <Oskar>', index: '7' }] } } });
  });

  it('gets a fault with its axlcode', async () => {
    const fault: unknown = await client
      .executeOperation('getPhone', { name: 'SEP000000000000' })
      .catch((error: unknown) => error);
    expect(JSON.stringify(fault)).toContain('5007');
    expect(JSON.stringify(fault)).toContain('The specified SEP000000000000 was not found');
  });
});
