import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { OperationName } from '../../src/simulator/operations/simulated-operations.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { call, speedDials } from '../support/axl-caller.js';
import { representative } from '../support/programs.js';
import { areSchemasMissing, publishedReleases, publishedSchema } from '../support/publisher-schemas.js';

/** Each operation: all tags returned, some tags returned, and nothing found. */
const requestsOf: Readonly<Record<OperationName, readonly string[]>> = {
  getCCMVersion: [''],
  listLine: [
    '<searchCriteria><pattern>%</pattern></searchCriteria><returnedTags><pattern/><description/><usage/><routePartitionName/></returnedTags>',
    '<searchCriteria><pattern>none</pattern></searchCriteria><returnedTags/>',
  ],
  getLine: [
    '<pattern>4200</pattern><routePartitionName>PT-Internal</routePartitionName>',
    '<pattern>2999</pattern><routePartitionName>PT-Internal</routePartitionName>',
    '<pattern>5555</pattern><returnedTags><associatedDevices/></returnedTags>',
  ],
  listPhone: [
    '<searchCriteria><name>%</name></searchCriteria><returnedTags><name/><description/><product/><model/><class/><protocol/><protocolSide/><callingSearchSpaceName/><devicePoolName/></returnedTags>',
  ],
  // The test below adds every phone of the company.
  getPhone: [],
  updatePhone: [
    `<name>SEP00A1B2C30001</name>${speedDials(['1', '', ''], ['2', '*55#', '&lt;R&amp;D&gt;'])}`,
    '<name>SEP00A1B2C30002</name><speeddials/>',
    '<name>SEP00A1B2C30100</name><busyLampFields/>',
  ],
  applyPhone: ['<name>SEP00A1B2C30001</name>'],
  restartPhone: ['<name>SEP00A1B2C30001</name>'],
  resetPhone: ['<name>SEP00A1B2C30001</name>'],
  listDeviceProfile: [
    '<searchCriteria><name>%</name></searchCriteria><returnedTags><name/><description/><product/><model/><class/><protocol/><protocolSide/></returnedTags>',
    '<searchCriteria><description>none</description></searchCriteria><returnedTags/>',
  ],
  // The test below adds every profile of the company.
  getDeviceProfile: [],
  updateDeviceProfile: [
    '<name>UDP_NIGHT</name><busyLampFields><busyLampField><blfDest>1</blfDest><index>1</index></busyLampField></busyLampFields>',
    '<name>UDP_FRONTDESK</name><speeddials/>',
  ],
  executeSQLQuery: [
    '<sql>SELECT * FROM device d LEFT OUTER JOIN speeddial s ON s.fkdevice = d.pkid</sql>',
    "<sql>SELECT name FROM device WHERE name = 'none'</sql>",
  ],
};

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator({ accepts: publishedReleases });
});

afterAll(() => simulator.close());

async function responsesIn(version: string): Promise<{ fileName: string; contents: string }[]> {
  const requests = Object.entries(requestsOf).flatMap(([operation, contents]) =>
    contents.map((content) => [operation, content] as const),
  );
  const getAll = [
    ...simulator.state().map(({ name }) => ['getPhone', `<name>${name}</name>`] as const),
    ...simulator.profiles().map(({ name }) => ['getDeviceProfile', `<name>${name}</name>`] as const),
  ];
  const replies = await Promise.all(
    [...requests, ...getAll].map(async ([operation, content]) => {
      const { status, body } = await call(simulator, operation, content, { version });
      expect(status, body).toBe(200);
      return /<soapenv:Body>(.*)<\/soapenv:Body>/s.exec(body)?.[1] ?? '';
    }),
  );
  return replies.map((contents, position) => ({ fileName: `response-${position}.xml`, contents }));
}

/** What the schema says of the responses, and of the error within a fault. */
function schemaOf(version: string): string {
  return publishedSchema(version, [...Object.keys(requestsOf).map((operation) => `${operation}Response`), 'axlError']);
}

function validate(version: string, xml: { fileName: string; contents: string }[]) {
  const schema = [{ fileName: 'AXLSoap.xsd', contents: schemaOf(version) }];
  return validateXML({ xml, schema, maxMemoryPages: 16_384 });
}

describe.skipIf(areSchemasMissing)(
  'every response of the simulator is valid in the schema that the publisher ships',
  () => {
    it.each(representative(publishedReleases, 3))('of release %s', async (version) => {
      const result = await validate(version, await responsesIn(version));
      expect(result.errors.map((error) => error.message)).toEqual([]);
      expect(result.valid).toBe(true);
    });

    it('and a response with another order or a malformed key is not', async () => {
      const responses = await responsesIn('11.0');
      const contents =
        responses.find((response) => response.contents.includes('<speeddials><speeddial>'))?.contents ?? '';
      const result = await validate('11.0', [
        { fileName: 'key.xml', contents: contents.replace(/<phone uuid="\{(.*?)\}"/, '<phone uuid="$1"') },
        { fileName: 'order.xml', contents: contents.replace(/(<dirn>.*?<\/dirn>)(<label>.*?<\/label>)/, '$2$1') },
      ]);
      expect(result.rawOutput).toContain('key.xml fails to validate');
      expect(result.rawOutput).toContain('order.xml fails to validate');
    });

    it.each(publishedReleases)('and its products and models are among those that release %s names', (version) => {
      const schema = schemaOf(version);
      const names = simulator.state().flatMap(({ product, model }) => [product, model]);
      expect([...new Set(names)].filter((name) => !schema.includes(`enumeration value="${name}"`))).toEqual([]);
    });

    it('and so is the error within a fault, when it has a namespace', async () => {
      simulator.misbehave({ kind: 'fault', axlcode: -239, message: 'a < b', namespaced: true, times: 1 });
      const { body } = await call(simulator, 'updatePhone', '<name>SEP00A1B2C30001</name>');
      const contents = /<detail>(.*)<\/detail>/.exec(body)?.[1] ?? '';
      expect((await validate('14.0', [{ fileName: 'fault.xml', contents }])).errors).toEqual([]);
    });
  },
);
