import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  areSchemasMissing,
  publishedReleases,
  type PublishedRelease,
  publishedSchema,
} from '../support/publisher-schemas.js';
import { envelopesFrom, requestFaults } from './request-proof.js';
import { elementsOf, subsetFaults } from './schema-subset.js';

type Change = (text: string) => string;
interface Alteration {
  readonly wsdl?: Change;
  readonly xsd?: Change;
}

const unchanged: Change = (text) => text;

/** The proof of this project's wsdl/ for one release, with an alteration of its text. @returns what fails */
async function faultsOf(
  release: PublishedRelease,
  { wsdl = unchanged, xsd = unchanged }: Alteration,
): Promise<string[]> {
  try {
    const schema = xsd(ours('AXLSoap.xsd', release));
    const envelopes = await envelopesFrom(wsdl(ours('AXLAPI.wsdl', release)), schema);
    return await requestFaults(release, envelopes, faultsInSchema(release, schema));
  } catch (thrown) {
    return [String(thrown)];
  }
}

function faultsInSchema(release: PublishedRelease, schema: string): string[] {
  return subsetFaults(schema, publishedSchema(release, elementsOf(schema)));
}

function ours(name: string, release: PublishedRelease): string {
  return readFileSync(new URL(`../../wsdl/${name}`, import.meta.url), 'utf8').replaceAll('@RELEASE@', release);
}

/** Replaces a text that must be there once, so that an alteration cannot be without effect. */
function replace(old: string, other: string): Change {
  return (text) => {
    expect(text.split(old)).toHaveLength(2);
    return text.replace(old, () => other);
  };
}

describe.skipIf(areSchemasMissing)('the schema in wsdl/', () => {
  it.each(publishedReleases)('has no name that the schema of the publisher lacks, in AXL %s', (release) => {
    expect(faultsInSchema(release, ours('AXLSoap.xsd', release))).toEqual([]);
  });
});

describe.skipIf(areSchemasMissing)('the proof', () => {
  const dirn = '<xsd:element name="dirn" type="axlapi:String255"/>';
  const label = '<xsd:element name="label" type="xsd:string"/>';
  const features = '<xsd:element name="associatedBlfSdFeatures" type="axlapi:BlfSdFeatures" minOccurs="0"/>';
  const place = '<xsd:element name="index" type="axlapi:XInteger"/>';
  const dial = `${dirn}\n      ${label}`;
  const product = '<xsd:element name="product" type="xsd:string" minOccurs="0"/>';
  const model = '<xsd:element name="model" type="xsd:string" minOccurs="0"/>';
  const tags = `${product}\n      ${model}`;
  const update = '<xsd:element name="updatePhone" type="axlapi:UpdatePhoneReq"/>';
  const sql = '<xsd:element name="sql" type="xsd:string"/>';
  const all = (old: string, other: string): Change => {
    return (text) => text.replaceAll(old, other);
  };

  it('succeeds for an unaltered copy', async () => {
    expect(await faultsOf('14.0', {})).toEqual([]);
  });

  it.each<[what: string, Alteration, fault: string]>([
    ['an element', { xsd: replace(dial, dial.replace('dirn', 'number')) }, 'speeddial/number is not in'],
    ['an element that is sent', { xsd: replace(dial, dial.replace('dirn', 'number')) }, 'speed dials: not the bytes'],
    ['a returned tag', { xsd: replace('"associatedDevices"', '"devices"') }, 'line/devices is not in'],
    ['an operation', { wsdl: all('name="updatePhone"', 'name="setPhone"') }, 'it has no operation updatePhone'],
    [
      "an operation's element",
      { xsd: replace(update, update.replace('updateP', 'setP')) },
      'does not define updatePhone',
    ],
    ['a type', { xsd: replace('name="XSpeeddial"', 'name="Dial"') }, 'speeddial has a type that is declared nowhere'],
  ])('fails when the name of %s is broken', async (_what, alteration, fault) => {
    expect(await faultsOf('14.0', alteration)).toContainEqual(expect.stringContaining(fault));
  });

  it.each<[what: string, Alteration, fault: string]>([
    ['a list', { xsd: replace(dial, `${label}\n${dirn}`) }, 'speeddial/dirn is out of order'],
    ['a list that is sent', { xsd: replace(dial, `${label}\n${dirn}`) }, 'speed dials: not the bytes'],
    [
      'a busy lamp field',
      { xsd: replace(`${features}\n      ${place}`, `${place}\n      ${features}`) },
      '100: not the bytes',
    ],
    [
      'an entry',
      { xsd: replace(`${features}\n      ${place}`, `${place}\n      ${features}`) },
      'Features is out of order',
    ],
    ['returned tags', { xsd: all(tags, `${model}\n      ${product}`) }, 'listPhone with "Reception": not the bytes'],
  ])('fails when the order of %s is broken', async (_what, alteration, fault) => {
    expect(await faultsOf('14.0', alteration)).toContainEqual(expect.stringContaining(fault));
  });

  it.each<[what: string, Alteration, fault: string]>([
    ['the schema', { xsd: all('API/14.0', 'API/14.1') }, 'does not define getCCMVersion'],
    ['the WSDL', { wsdl: all('API/14.0', 'API/12.5') }, 'does not define getCCMVersion'],
    ['both', { wsdl: all('14.0', '12.5'), xsd: all('14.0', '12.5') }, 'getCCMVersion: not the bytes'],
    [
      'the children',
      { xsd: replace('FormDefault="unqualified"\n    v', 'FormDefault="qualified" v') },
      'does not define getCCM',
    ],
    ['a SOAPAction', { wsdl: replace('ver=14.0 getPhone"', 'ver=12.5 getPhone"') }, 'does not define getPhone'],
  ])('fails when the namespace or the release of %s is broken', async (_what, alteration, fault) => {
    expect(await faultsOf('14.0', alteration)).toContainEqual(expect.stringContaining(fault));
  });

  it.each<[what: string, Alteration, fault: string]>([
    ['often', { xsd: replace(sql, sql.replace('/>', ' maxOccurs="2"/>')) }, 'executeSQLQuery/sql may occur too often'],
    ['seldom', { xsd: replace(sql, sql.replace('/>', ' minOccurs="0"/>')) }, 'executeSQLQuery/sql is required'],
    ['long', { xsd: replace('<xsd:maxLength value="255"/>', '') }, 'speeddial/dirn may be too long'],
  ])('fails when an element may be too %s', async (_what, alteration, fault) => {
    expect(await faultsOf('14.0', alteration)).toContainEqual(expect.stringContaining(fault));
  });
});
