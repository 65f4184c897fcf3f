import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busyLampFields } from '../../src/axl/adapter/busy-lamp-fields.js';
import { buttonsWithNumber } from '../../src/axl/adapter/buttons-query.js';
import { phonesWithNumber } from '../../src/axl/adapter/lookup-by-sql.js';
import { StoredButtons } from '../../src/axl/adapter/buttons-of-devices.js';
import type { Envelopes, Item, Values } from '../../src/axl/soap/envelope.js';
import { type Release, releaseTraits } from '../../src/axl/soap/releases.js';
import {
  type Content,
  type RequestName,
  type RequestShape,
  requestShapes,
  requestsIn,
} from '../../src/axl/soap/requests.js';
import { loadEnvelopesFrom } from '../../src/axl/soap/wsdl.js';
import { elementOf, type XmlElement } from '../../src/axl/soap/xml.js';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { DirectoryNumber } from '../../src/domain/identifiers.js';
import { hostileTexts } from './hostile-texts.js';
import { publishedSchema, type PublishedRelease, publishedWsdl, schemaFaults } from '../support/publisher-schemas.js';
import { type Element, parseStrictly } from './strict-xml.js';

/** One request with its values. */
export interface Case {
  readonly title: string;
  readonly name: RequestName;
  readonly values: Values;
  readonly items: readonly Item[];
}

const uuids = ['{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}', '{00000000-0000-0000-0000-000000000000}'];
/** The schema's limit for the name of an object in a request. */
const longestName = 100;
const dial = { dirn: '0100', label: 'Reception', index: '1' };

/** Every request of a release, with every value that could cause trouble. */
export function casesOf(release: Release): Case[] {
  return requestsIn(release).flatMap((name) => {
    const { repeated }: RequestShape = requestShapes[name];
    if (repeated === 'speeddial') return updates(name);
    return repeated === 'busyLampField' ? updatesOfLamps(name, release) : casesOfRequest(name);
  });
}

function casesOfRequest(name: RequestName): Case[] {
  const slots = slotsOf(requestShapes[name].content);
  if (slots.length === 0) return [{ title: name, name, values: {}, items: [] }];
  if (slots.includes('uuid')) {
    return uuids.map((uuid) => ({ title: `${name} ${uuid}`, name, values: { uuid }, items: [] }));
  }
  if (slots.includes('sql')) return hostileTexts.flatMap((text) => queries(name, text));
  return hostileTexts.map((text) => {
    const values = Object.fromEntries(slots.map((slot) => [slot, valueFor(slot, text)]));
    return { title: `${name} with ${JSON.stringify(text)}`, name, values, items: [] };
  });
}

function queries(name: RequestName, text: string): Case[] {
  return [phonesWithNumber, buttonsWithNumber].map((query) => {
    const values = { sql: query(text as DirectoryNumber) };
    return { title: `${name}, ${query.name} ${JSON.stringify(text)}`, name, values, items: [] };
  });
}

const aKey = '{0F2C7E4A-9B1D-4E6F-8A3C-5D7E9F1A2B3C}';

function valueFor(slot: string, text: string): string {
  return slot === 'name' ? text.slice(0, longestName) : text;
}

/** The device of an update: by its name, or by its key where the request takes a key. */
function deviceIn(name: RequestName, device: string): Values {
  const slot = slotsOf(requestShapes[name].content).includes('uuid') ? 'uuid' : 'name';
  return { [slot]: slot === 'uuid' ? aKey : valueFor(slot, device) };
}

/** None, one, two and many speed dials; and each text in all three places for a text. */
function updates(name: RequestName): Case[] {
  const many = Array.from({ length: 100 }, (_, place) => ({ ...dial, index: String(place + 1) }));
  const lists: readonly (readonly Values[])[] = [[], [dial], [dial, { ...dial, index: '02' }], many];
  return [
    ...lists.map((items) => ({
      title: `${name} with ${items.length} speed dials`,
      name,
      values: deviceIn(name, 'SEP00A1B2C30001'),
      items,
    })),
    ...hostileTexts.map((text) => ({
      title: `${name} with ${JSON.stringify(text)}`,
      name,
      values: deviceIn(name, text),
      items: [{ dirn: text, label: text, index: '1' }, dial],
    })),
  ];
}

/**
 * Lists of busy lamp fields as the adapter makes them: empty, new ones of each kind, and ones that were read before.
 */
function updatesOfLamps(name: RequestName, release: Release): Case[] {
  const made = (
    title: string,
    device: string,
    entries: readonly BusyLampField[],
    stored: readonly XmlElement[] = [],
  ) => {
    const held = new StoredButtons(stored.map((element) => ({ element, shown: busyLampFields.shown(element) })));
    const items = busyLampFields.itemsOf(entries, held, releaseTraits[release]);
    return { title: `${name} with ${title}`, name, values: deviceIn(name, device), items };
  };
  return [
    made('none', 'SEP00A1B2C30001', []),
    made(
      '100',
      'SEP00A1B2C30001',
      Array.from({ length: 25 }, (_, place) => newLamps(String(place), String(place))).flat(),
    ),
    ...hostileTexts.map((text) => made(`new ones of ${JSON.stringify(text)}`, text, newLamps(text, '1'))),
    ...hostileTexts.map((text) => {
      const stored = storedLamps(text);
      const shown = stored.map((element) => busyLampFields.shown(element));
      const changed = shown.map((entry) => ({ ...entry, label: `${text}!`, pickup: !entry.pickup }));
      return made(`kept ones of ${JSON.stringify(text)}`, text, [...shown.slice(0, 3), ...changed.slice(3)], stored);
    }),
  ];
}

/** A number and a free-form one, with and without pickup. */
function newLamps(text: string, index: string): BusyLampField[] {
  return [true, false].flatMap((pickup) => [
    { index, dirn: text, partition: text, label: text, pickup },
    { index, destination: text, label: text, pickup },
  ]);
}

/** As they are read: in another order than the schema's, with empty elements, or without optional ones. */
function storedLamps(text: string): XmlElement[] {
  const features = elementOf('associatedBlfSdFeatures', [elementOf('feature', 'Pickup')]);
  const number = { blfDest: '', blfDirn: `5${text.slice(0, 254)}`, routePartition: text, label: text };
  const freeForm = { label: text, blfDest: `5${text}`, blfDirn: '', routePartition: '' };
  return [number, freeForm, { blfDirn: '0100' }, number, freeForm, { blfDirn: '0100' }].map((texts, place) =>
    elementOf('busyLampField', [
      elementOf('index', String(place)),
      ...Object.entries(texts).map(([name, value]) => elementOf(name, value)),
      ...(place % 3 === 0 ? [features] : [elementOf('associatedBlfSdFeatures', '')]),
    ]),
  );
}

function slotsOf(content: Content): string[] {
  return [...JSON.stringify(content).matchAll(/\{\{(\w+)\}\}/g)].map(([, slot = '']) => slot);
}

const published = new Map<PublishedRelease, Promise<Envelopes>>();

/** The requests that soap builds from the publisher's own WSDL of a release. Loaded once, because it takes long. */
export function publishedEnvelopes(release: PublishedRelease): Promise<Envelopes> {
  const operations = Object.values(requestShapes).map(({ operation }) => operation);
  const elements = [...operations, ...operations.map((operation) => `${operation}Response`), 'axlError'];
  const loading =
    published.get(release) ?? envelopesFrom(publishedWsdl(release, operations), publishedSchema(release, elements));
  published.set(release, loading);
  return loading;
}

/** The requests that soap builds from the texts of a WSDL and its schema. */
export async function envelopesFrom(wsdl: string, schema: string): Promise<Envelopes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wsdl-'));
  try {
    await writeFile(path.join(folder, 'AXLAPI.wsdl'), wsdl);
    await writeFile(path.join(folder, 'AXLSoap.xsd'), schema);
    return await loadEnvelopesFrom(path.join(folder, 'AXLAPI.wsdl'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The first of the only two exceptions: an entry that watches a number is sent without blfDest, which the publisher's
 * schemas require. (The second is for schemas that are not available here: up to 10.5 a free-form entry is sent with an
 * empty blfDirn.)
 * @returns the request with the missing element, so that the rest of it can be validated
 */
export function withNamedException(body: string): string {
  return body.replaceAll('<busyLampField><blfDirn>', '<busyLampField><blfDest></blfDest><blfDirn>');
}

/** The content of a request's SOAP Body. */
export function contentOfBody(body: string): string {
  return body.slice(body.indexOf('<soap:Body>') + 11, body.indexOf('</soap:Body>'));
}

/**
 * The proof for one release: every request is valid in the publisher's schema, is byte for byte what soap builds from
 * the publisher's WSDL, and contains its input. The validator is the slowest part, so it runs last, if nothing else is
 * wrong.
 * @param known faults that are known already
 * @returns the faults, one line each
 */
export async function requestFaults(
  release: PublishedRelease,
  envelopes: Envelopes,
  known: readonly string[] = [],
): Promise<string[]> {
  const theirs = await publishedEnvelopes(release);
  const documents = new Map<string, string>();
  const faults = casesOf(release).flatMap((one) => {
    const { title, name, values, items } = one;
    const { body, soapAction } = envelopes.render(name, values, items);
    documents.set(title, withNamedException(contentOfBody(body)));
    const other = theirs.render(name, values, items);
    return [
      ...(body === other.body ? [] : [`${title}: not the bytes that the publisher's WSDL makes`]),
      ...(soapAction === other.soapAction ? [] : [`${title}: ${soapAction} is not ${other.soapAction}`]),
      ...readingFaults(release, one, soapAction, body),
    ];
  });
  const all = [...known, ...faults];
  return all.length > 0 ? all : schemaFaults(release, documents);
}

/**
 * Reads a request back with a strict parser.
 * @returns differences from the input: in the operation, the namespaces, the SOAPAction, the elements or a value
 */
export function readingFaults(release: Release, { title, name, values, items }: Case, action: string, body: string) {
  const shape: RequestShape = requestShapes[name];
  const envelope = parseStrictly(body);
  const operation = envelope.children[0]?.children[0];
  const read = {
    envelope: `${envelope.namespace} ${envelope.name}`,
    children: envelope.children.map((child) => `${child.namespace} ${child.name} ${child.children.length}`),
    operation: `${operation?.namespace ?? ''} ${operation?.name ?? ''}`,
    action,
    content: JSON.stringify(contentOf(operation)),
  };
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const meant = {
    envelope: `${soap} Envelope`,
    children: [`${soap} Body 1`],
    operation: `http://www.cisco.com/AXL/API/${release} ${shape.operation}`,
    action: `"CUCM:DB ver=${release} ${shape.operation}"`,
    content: JSON.stringify(filled(shape.content, values, items)),
  };
  return (Object.keys(meant) as (keyof typeof meant)[])
    .filter((part) => String(read[part]) !== String(meant[part]))
    .map((part) => `${title}: its ${part} reads ${String(read[part])}, meant was ${String(meant[part])}`);
}

type Tree = readonly (readonly [name: string, value: string | Tree])[];

/**
 * The content of an element, in order of name, because the schema checks the order. A name in a namespace shows the
 * namespace.
 */
function contentOf(parent: Element | undefined): Tree {
  const entries = (parent?.children ?? []).map((child) => {
    const shown = child.namespace + child.name + Object.keys(child.attributes).join();
    return [shown, child.children.length > 0 ? contentOf(child) : child.text] as const;
  });
  return sorted(entries);
}

function filled(content: Content, values: Values, items: readonly Item[]): Tree {
  const entries = Object.entries(content).flatMap(([name, value]): [string, string | Tree][] => {
    if (typeof value === 'string') return [[name, value === '' ? '' : (values[value.slice(2, -2)] ?? '')]];
    if (!Array.isArray(value)) {
      const inside = filled(value as Content, values, items);
      return [[name, inside.length > 0 ? inside : '']];
    }
    return items.map((item) => [
      name,
      isElements(item) ? treeOf(item) : filled((value as Content[])[0] ?? {}, item, []),
    ]);
  });
  return sorted(entries);
}

function isElements(item: Item): item is readonly XmlElement[] {
  return Array.isArray(item);
}

function treeOf(elements: readonly XmlElement[]): Tree {
  return sorted(elements.map(({ name, children, text }) => [name, children.length > 0 ? treeOf(children) : text]));
}

function sorted(entries: (readonly [string, string | Tree])[]): Tree {
  return entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
