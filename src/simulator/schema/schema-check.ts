import type { XmlElement } from '../soap/xml-parser.js';
import type { Particle, Type } from './schema.js';

const xsi = '{http://www.w3.org/2001/XMLSchema-instance}';

/** How a request violates the schema, in the words of a validating parser. */
export class SchemaProblem extends Error {
  override name = 'SchemaProblem';
}

/**
 * Checks an element against its type: names, order, required and repeated elements, choices, values, attributes. Inside
 * `returnedTags`, the check is lenient, because clients send all tags of the publisher's schema there, and nil for a
 * tag without a value. There, it ignores unknown names, values and xsi:nil, and does not enforce choices. It still
 * checks the order.
 * @throws SchemaProblem
 */
export function checkElement(element: XmlElement, type: Type, lenient = false): void {
  if (type.anything === true) return;
  const isNil = element.attributes.get(`${xsi}nil`) === 'true';
  if (!lenient) checkAttributes(element, type);
  if (type.content === undefined) {
    checkText(element, type, lenient || isNil);
    return;
  }
  if (element.text.trim() !== '')
    fail('cvc-complex-type.2.3', `Element '${element.name}' cannot have character children.`);
  const children = lenient ? element.children.filter((child) => type.childNames?.has(child.name)) : element.children;
  const end = match(type.content, children, 0, element, lenient);
  const next = children[end];
  if (next !== undefined) unexpected(next, []);
}

function checkAttributes(element: XmlElement, type: Type): void {
  for (const [name, value] of element.attributes) {
    if (name.startsWith(xsi)) continue;
    const rule = type.attributes.get(name);
    if (rule === undefined) {
      fail('cvc-complex-type.3.2.2', `Attribute '${name}' is not allowed to appear in element '${element.name}'.`);
    }
    const complaint = rule(value);
    if (complaint !== undefined) fail('cvc-attribute.3', complaint);
  }
}

function checkText(element: XmlElement, type: Type, lenient: boolean): void {
  const [child] = element.children;
  if (child !== undefined) {
    if (lenient) return;
    fail('cvc-type.3.1.2', `Element '${element.name}' is a simple type, so it must have no element '${child.name}'.`);
  }
  const complaint = lenient ? undefined : type.text?.(element.text);
  if (complaint !== undefined)
    fail('cvc-type.3.1.3', `The value of element '${element.name}' is not valid: ${complaint}`);
}

/** Matches the particle, beginning at a position. The schema is deterministic, so the first match is the only one. */
function match(
  particle: Particle,
  children: readonly XmlElement[],
  from: number,
  parent: XmlElement,
  lenient: boolean,
): number {
  let position = from;
  let count = 0;
  while (count < particle.max && starts(particle, children[position])) {
    position = matchOnce(particle, children, position, parent, lenient);
    count += 1;
  }
  if (count < particle.min && !isEmptiable(particle) && !lenient) {
    // If a sequence has begun, the message names the missing element.
    const next = children[position];
    if (next === undefined) incomplete(parent, firstNames(particle));
    unexpected(next, firstNames(particle));
  }
  return position;
}

function matchOnce(
  particle: Particle,
  children: readonly XmlElement[],
  from: number,
  parent: XmlElement,
  lenient: boolean,
): number {
  if (particle.kind === 'element') {
    const child = children[from];
    if (child === undefined) return from;
    if (child.namespace !== '') unexpected(child, [particle.name]);
    if (!lenient) refuseNil(child, particle.nillable);
    checkElement(child, particle.type, lenient || child.name === 'returnedTags');
    return from + 1;
  }
  if (particle.kind === 'choice' && !lenient) {
    const chosen = particle.items.find((item) => starts(item, children[from]));
    return chosen === undefined ? from : match(chosen, children, from, parent, lenient);
  }
  return particle.items.reduce((position, item) => match(item, children, position, parent, lenient), from);
}

function refuseNil(child: XmlElement, nillable: boolean): void {
  if (nillable || !child.attributes.has(`${xsi}nil`)) return;
  fail('cvc-elt.3.1', `Attribute 'xsi:nil' must not appear on element '${child.name}', it is not nillable.`);
}

function starts(particle: Particle, child: XmlElement | undefined): boolean {
  if (child === undefined || particle.max === 0) return false;
  if (particle.kind === 'element') return particle.name === child.name;
  if (particle.kind === 'choice') return particle.items.some((item) => starts(item, child));
  for (const item of particle.items) {
    if (starts(item, child)) return true;
    if (!isEmptiable(item)) return false;
  }
  return false;
}

function isEmptiable(particle: Particle): boolean {
  if (particle.min === 0) return true;
  if (particle.kind === 'element') return false;
  return particle.kind === 'choice' ? particle.items.some(isEmptiable) : particle.items.every(isEmptiable);
}

function firstNames(particle: Particle): string[] {
  if (particle.kind === 'element') return [particle.name];
  if (particle.kind === 'choice') return particle.items.flatMap(firstNames);
  const end = particle.items.findIndex((item) => !isEmptiable(item));
  return particle.items.slice(0, end === -1 ? undefined : end + 1).flatMap(firstNames);
}

function unexpected(child: XmlElement, expected: readonly string[]): never {
  const wanted = expected.length === 0 ? 'No child element is expected at this point.' : oneOf(expected);
  fail('cvc-complex-type.2.4.a', `Invalid content was found starting with element '${child.name}'. ${wanted}`);
}

function incomplete(parent: XmlElement, expected: readonly string[]): never {
  fail('cvc-complex-type.2.4.b', `The content of element '${parent.name}' is not complete. ${oneOf(expected)}`);
}

function oneOf(names: readonly string[]): string {
  return `One of '{${names.join(', ')}}' is expected.`;
}

function fail(rule: string, message: string): never {
  throw new SchemaProblem(`${rule}: ${message}`);
}
