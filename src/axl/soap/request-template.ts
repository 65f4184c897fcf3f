import type { RequestShape } from './requests.js';
import { escapeText, writeElement, type XmlElement } from './xml.js';

export type Values = Readonly<Record<string, string>>;

/**
 * What a repeated element holds: a value for each of its slots; or, where entries differ in what they have, its
 * children, which are put into the order of the schema.
 */
export type Item = Values | readonly XmlElement[];

/** A request ready to be sent. */
export interface Envelope {
  readonly operation: string;
  /** The header's value with its quotes: `"CUCM:DB ver=14.0 getPhone"`. */
  readonly soapAction: string;
  readonly body: string;
  /** The device that the request names, if it names one. */
  readonly device: string | undefined;
}

/** A request as soap built it, with slots where its values go. */
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
  /** The children of the repeated element, in the order of the schema. */
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
   * @param items what each repeated element holds; none is an empty list
   */
  render(values: Values, items: readonly Item[]): Envelope {
    const list = items.map((item) => (isElements(item) ? this.#written(item) : fill(this.#item, item))).join('');
    const body = fill(this.#before, values) + list + fill(this.#after, values);
    return { operation: this.#operation, soapAction: this.#soapAction, body, device: values['name'] };
  }

  #written(children: readonly XmlElement[]): string {
    const inOrder = inSchemaOrder(children, this.#order);
    return `<${this.#repeated}>${inOrder.map(writeElement).join('')}</${this.#repeated}>`;
  }
}

function isElements(item: Item): item is readonly XmlElement[] {
  return Array.isArray(item);
}

/** Elements that the schema does not have stay behind the one that they came after. */
function inSchemaOrder(elements: readonly XmlElement[], order: readonly string[]): XmlElement[] {
  let place = -1;
  const placed = elements.map((element) => {
    const known = order.indexOf(element.name);
    if (known >= 0) place = known;
    return { place, element };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ element }) => element);
}

/**
 * Whether what soap built is the request that AXL defines: the operation in the release's namespace, children
 * without one, each slot in its place once, and the release in the SOAPAction as well. soap itself does not mind a
 * schema that is cut off, of another release or of another kind: it then builds something else.
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

/** @returns where the repeated element starts and ends; nowhere, at the very end, when none is */
function extentOf(xml: string, repeated: string | undefined): [number, number] {
  if (repeated === undefined) return [xml.length, xml.length];
  const close = `</${repeated}>`;
  return [xml.indexOf(`<${repeated}>`), xml.indexOf(close) + close.length];
}

/** @returns the names of the children of the one element that the text is, in order */
function childrenOf(element: string): string[] {
  const inside = element.slice(element.indexOf('>') + 1, element.lastIndexOf('<'));
  return Array.from(inside.matchAll(/<(\w+)>.*?<\/\1>/gs), ([, name = '']) => name);
}

function cut(text: string): Pieces {
  return text.split(slot);
}

function fill(pieces: Pieces, values: Values): string {
  let text = pieces[0] ?? '';
  for (let place = 1; place < pieces.length; place += 2) {
    const value = values[pieces[place] ?? ''];
    if (value === undefined) throw new Error(`a request lacks its value for ${pieces[place] ?? ''}`);
    text += escapeText(value) + (pieces[place + 1] ?? '');
  }
  return text;
}
