import { readFileSync } from 'node:fs';
import { memoryPages, validateXML } from 'xmllint-wasm';
import type { Release } from '../../src/axl/soap/releases.js';
import { lacksTool, toolFile } from './tools.js';
import { schemaPart, wsdlPart } from './schema-part.js';

/** Whether the publisher's schemas are missing here: cisco-axl contains them. */
export const areSchemasMissing = lacksTool('cisco-axl');

/** The releases whose schemas cisco-axl contains, as Cisco published them. */
export const publishedReleases = ['11.0', '11.5', '12.0', '12.5', '14.0', '15.0'] as const satisfies readonly Release[];

export type PublishedRelease = (typeof publishedReleases)[number];

/** Whether the tests read the publisher's files in whole (`npm run prove`). */
const areReadInWhole = process.env['PUBLISHED_FILES'] === 'whole';

function read(release: string, name: string): string {
  return readFileSync(toolFile('cisco-axl', 'schema', release, name), 'utf8');
}

/** @returns what a published AXLSoap.xsd says of these top-level elements */
export function publishedSchema(release: string, elements: Iterable<string>): string {
  const schema = read(release, 'AXLSoap.xsd');
  return areReadInWhole ? schema : schemaPart(schema, elements);
}

/** @returns what a published AXLAPI.wsdl says of these operations */
export function publishedWsdl(release: string, operations: readonly string[]): string {
  const wsdl = read(release, 'AXLAPI.wsdl');
  return areReadInWhole ? wsdl : wsdlPart(wsdl, operations);
}

/**
 * Validates documents against a published AXLSoap.xsd, all in one run of libxml2, because loading the schema is slow.
 * @param documents by the name for their faults; each is the content of a SOAP Body
 * @returns one line for each fault, `name: fault`
 */
export async function schemaFaults(
  release: PublishedRelease,
  documents: ReadonlyMap<string, string>,
): Promise<string[]> {
  const names = [...documents.keys()];
  const elements = [...documents.values()].map((contents) => /^<(?:\w+:)?(\w+)/.exec(contents)?.[1] ?? '');
  const { valid, errors, rawOutput } = await validateXML({
    xml: [...documents.values()].map((contents, place) => ({ fileName: `document-${place}.xml`, contents })),
    schema: [{ fileName: 'AXLSoap.xsd', contents: publishedSchema(release, elements) }],
    preload: [{ fileName: 'AXLEnums.xsd', contents: read(release, 'AXLEnums.xsd') }],
    initialMemoryPages: 64 * memoryPages.MiB,
    maxMemoryPages: 512 * memoryPages.MiB,
  });
  const faults = errors.map(({ loc, message }) => {
    const place = /document-(\d+)/.exec(loc?.fileName ?? '')?.[1];
    return `${place === undefined ? 'libxml2' : (names[Number(place)] ?? place)}: ${message}`;
  });
  if (!valid && faults.length === 0) faults.push(`libxml2: ${rawOutput}`);
  const validated = rawOutput.match(/^document-\d+\.xml validates$/gm)?.length ?? 0;
  if (faults.length === 0 && validated !== documents.size) {
    faults.push(`libxml2: ${validated} of ${documents.size} documents were validated`);
  }
  return faults;
}
