import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type RequestName, type RequestShape, requestShapes, requestsIn } from './requests.js';
import { elementOf, escapeText, type TakeRows, writeElement, type XmlElement } from './xml.js';
import type { Release } from './releases.js';

export type Values = Readonly<Record<string, string>>;

/**
 * One repetition of an element: a value for each of its slots. If entries have different children, it is the list of
 * its children, which are put into the order of the schema.
 */
export type Item = Values | readonly XmlElement[];

/** How the rows of a response are read, if there may be many. */
export interface RowReading {
  /** Receives the rows of the response while it is read. They are then not in its result. */
  readonly takeRows?: TakeRows | undefined;
  /** Names the device of a row, if the row itself does not. It is called after the last row. */
  readonly deviceOfRow?: ((row: XmlElement) => string) | undefined;
}

/** A request ready to be sent. */
export interface Envelope extends RowReading {
  readonly operation: string;
  /** The header's value with its quotes: `"CUCM:DB ver=14.0 getPhone"`. */
  readonly soapAction: string;
  readonly body: string;
  /** The device that the request names, if any. */
  readonly device: string | undefined;
}

/** A request as soap built it, with slots for its values. */
export interface BuiltRequest {
  readonly soapAction: string;
  readonly xml: string;
}

type Pieces = readonly string[];

/** A request cut at its slots: text, slot name, text, slot name, …, text. */
export class RequestTemplate {
  readonly #operation: string;
  readonly #soapAction: string;
  readonly #before: Pieces;
  readonly #item: Pieces;
  readonly #after: Pieces;
  readonly #repeated: string;
  /** The names of the repeated element's children, in the order of the schema. */
  readonly #order: readonly string[];

  constructor(shape: RequestShape, { soapAction, xml }: BuiltRequest) {
    this.#operation = shape.operation;
    this.#soapAction = soapAction;
    const [start, end] = extentOf(xml, shape.repeated);
    this.#before = cut(xml.slice(0, start));
    this.#item = cut(xml.slice(start, end));
    this.#after = cut(xml.slice(end));
    this.#repeated = shape.repeated ?? '';
    this.#order = childrenOf(xml.slice(start, end));
  }

  /**
   * @param values one for each slot outside the repeated element
   * @param items the repetitions of the element; none is an empty list
   */
  render(values: Values, items: readonly Item[], { takeRows, deviceOfRow }: RowReading): Envelope {
    const list = items.map((item) => (isElements(item) ? this.#written(item) : fill(this.#item, item))).join('');
    const body = fill(this.#before, values) + list + fill(this.#after, values);
    const [operation, soapAction] = [this.#operation, this.#soapAction];
    return { operation, soapAction, body, device: values['name'], takeRows, deviceOfRow };
  }

  #written(children: readonly XmlElement[]): string {
    return writeElement(elementOf(this.#repeated, inSchemaOrder(children, this.#order)));
  }
}

function isElements(item: Item): item is readonly XmlElement[] {
  return Array.isArray(item);
}

/** An element that is not in the schema stays after the element before it. */
function inSchemaOrder(elements: readonly XmlElement[], order: readonly string[]): XmlElement[] {
  let position = -1;
  const positioned = elements.map((element) => {
    const known = order.indexOf(element.name);
    if (known >= 0) position = known;
    return { position, element };
  });
  return positioned.sort((a, b) => a.position - b.position).map(({ element }) => element);
}

/**
 * Whether soap built the request that AXL defines. The operation must be in the release's namespace, and its children
 * in no namespace. Each slot must appear once, in its place. The SOAPAction must name the release. This check is needed
 * because soap also accepts a schema that is cut off, or that is of another release or kind, and then builds something
 * else.
 */
export function isRequestOf(shape: RequestShape, release: string, { soapAction, xml }: BuiltRequest): boolean {
  const { operation, content } = shape;
  const element = new RegExp(
    `<soap:Body><(\\w+):${operation} xmlns:\\1="http://www.cisco.com/AXL/API/${release}">` +
      `(?:[^<]|</?\\w+>)*</\\1:${operation}></soap:Body>`,
  );
  const slots = slotsIn(JSON.stringify(content));
  return (
    soapAction === `"CUCM:DB ver=${release} ${operation}"` && element.test(xml) && slotsIn(xml).join() === slots.join()
  );
}

function slotsIn(text: string): string[] {
  return (text.match(slot) ?? []).sort();
}

const slot = /\{\{(\w+)\}\}/g;

/** @returns where the repeated element starts and ends; both are the end of the text if no element is repeated */
function extentOf(xml: string, repeated: string | undefined): [number, number] {
  if (repeated === undefined) return [xml.length, xml.length];
  const close = `</${repeated}>`;
  return [xml.indexOf(`<${repeated}>`), xml.indexOf(close) + close.length];
}

/** @returns the names of an element's children, in order */
function childrenOf(element: string): string[] {
  const inside = element.slice(element.indexOf('>') + 1, element.lastIndexOf('<'));
  return Array.from(inside.matchAll(/<(\w+)>.*?<\/\1>/gs), ([, name = '']) => name);
}

function cut(text: string): Pieces {
  return text.split(slot);
}

function fill(pieces: Pieces, values: Values): string {
  let text = pieces[0] ?? '';
  for (let index = 1; index < pieces.length; index += 2) {
    const value = values[pieces[index] ?? ''];
    if (value === undefined) throw new Error(`a request lacks its value for ${pieces[index] ?? ''}`);
    text += escapeText(value) + (pieces[index + 1] ?? '');
  }
  return text;
}

/** Builds the requests of one release. */
export interface Envelopes {
  readonly release: Release;
  /**
   * @param name a request that exists in the release
   * @param values one for each slot of the request
   * @param items the repetitions of the element; none is an empty list
   */
  render(name: RequestName, values: Values, items?: readonly Item[], reading?: RowReading): Envelope;
}

/** The placeholder for the release in this project's own WSDL and in the requests that were built from it. */
export const anyRelease = '@RELEASE@';

/**
 * The requests that soap builds from this project's own WSDL, as a file (`npm run requests` writes it), so that the
 * service starts without soap. A test compares the file with what soap builds.
 */
export const builtInRequests = pathToFileURL(createRequire(import.meta.url).resolve('#wsdl/requests.json'));

/** Loads the requests of a release, built from this project's own WSDL. */
export async function loadBuiltInEnvelopes(release: Release): Promise<Envelopes> {
  const text = await readFile(builtInRequests, 'utf8');
  return envelopesOf(release, JSON.parse(text.replaceAll(anyRelease, release)) as BuiltRequests);
}

/** Requests as soap built them, by name; at least the ones that exist in their release. */
export type BuiltRequests = Readonly<Partial<Record<RequestName, BuiltRequest>>>;

/** Cuts each request into the text between its slots. */
export function envelopesOf(release: Release, requests: BuiltRequests): Envelopes {
  const templates: Partial<Record<RequestName, RequestTemplate>> = {};
  for (const name of requestsIn(release)) {
    const built = requests[name];
    if (built) templates[name] = new RequestTemplate(requestShapes[name], built);
  }
  return {
    release,
    render: (name, values, items = [], reading = {}) => {
      const template = templates[name];
      if (!template) throw new Error(`AXL ${release} has no request ${name}`);
      return template.render(values, items, reading);
    },
  };
}
