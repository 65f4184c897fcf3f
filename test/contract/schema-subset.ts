import { type Element, parseStrictly } from './strict-xml.js';

/**
 * Compares this project's schema with the publisher's of a release. Every element of ours must be one of theirs, in
 * their order, at most as often, and required where theirs is. Then everything that is valid in ours is valid in
 * theirs, concerning names, order and number. What call managers are known to accept or give beyond their published
 * schema is in `knownDeviations`.
 * @param ours the text of our AXLSoap.xsd, @param theirs the text of the publisher's
 * @returns the differences, one line each
 */
export function subsetFaults(ours: string, theirs: string): string[] {
  const [mine, other] = [new Schema(ours), new Schema(theirs)];
  const faults = mine.namespace === other.namespace ? [] : [`namespace ${mine.namespace} is not ${other.namespace}`];
  for (const [name, element] of mine.elements) {
    const counterpart = other.elements.get(name);
    if (!counterpart) faults.push(`${name} is no element of the publisher's schema`);
    else compare([mine, element], [other, counterpart], name, faults, new Set());
  }
  return faults.filter((fault) => !knownDeviations.some((known) => known.test(fault)));
}

/** @returns the names of the top-level elements of a schema */
export function elementsOf(schema: string): string[] {
  return [...new Schema(schema).elements.keys()];
}

/**
 * Where this project's schema accepts more than the publisher's. An entry that watches a line is sent without blfDest,
 * which the publisher's schema requires and call managers do not; some call managers give asciiLabel beside label.
 */
const knownDeviations = [
  /^update(Phone|DeviceProfile)\/busyLampFields\/busyLampField\/blfDest is required in the publisher's schema$/,
  /\/busyLampFields\/busyLampField\/asciiLabel is not in the publisher's schema$/,
];

/** An element's declaration, with its schema. */
type Declaration = readonly [Schema, Element];

function compare(ours: Declaration, theirs: Declaration, path: string, faults: string[], seen: Set<string>): void {
  const mark = `${ours[1].attributes['type'] ?? path} ${theirs[1].attributes['type'] ?? path}`;
  if (seen.has(mark)) return;
  seen.add(mark);
  const type = typeOf(ours);
  if (type === 'missing') faults.push(`${path} has a type that is declared nowhere`);
  const available = childrenOf(theirs);
  let place = 0;
  for (const { name, element, optional } of childrenOf(ours)) {
    const found = available.findIndex((candidate, at) => at >= place && candidate.name === name);
    const counterpart = available[found];
    if (!counterpart) {
      const isLate = available.some((candidate) => candidate.name === name);
      faults.push(`${path}/${name} ${isLate ? 'is out of order' : "is not in the publisher's schema"}`);
      continue;
    }
    place = found;
    if (optional && !counterpart.optional) faults.push(`${path}/${name} is required in the publisher's schema`);
    if (most(element) > most(counterpart.element)) faults.push(`${path}/${name} may occur too often`);
    if (longest(ours[0], element) > longest(theirs[0], counterpart.element))
      faults.push(`${path}/${name} may be too long`);
    compare([ours[0], element], [theirs[0], counterpart.element], `${path}/${name}`, faults, seen);
  }
}

function most(element: Element): number {
  const bound = element.attributes['maxOccurs'] ?? '1';
  return bound === 'unbounded' ? Infinity : Number(bound);
}

/** How long an element's text may be. */
function longest(schema: Schema, element: Element): number {
  const type = typeOf([schema, element]);
  if (typeof type === 'string') return Infinity;
  const restriction = type.children.find(({ name }) => name === 'restriction');
  const bound = restriction?.children.find(({ name }) => name === 'maxLength')?.attributes['value'];
  return bound === undefined ? Infinity : Number(bound);
}

/** @returns the declared type of an element; `built-in` for one of XML Schema's own */
function typeOf([schema, element]: Declaration): Element | 'built-in' | 'missing' {
  const inline = element.children.find(({ name }) => name === 'complexType' || name === 'simpleType');
  const type = element.attributes['type'] ?? '';
  if (inline) return inline;
  return type.startsWith('xsd:') ? 'built-in' : (schema.types.get(withoutPrefix(type)) ?? 'missing');
}

interface Child {
  readonly name: string;
  readonly element: Element;
  readonly optional: boolean;
}

/** The elements that an element may contain, in order; those of the extended type first. */
function childrenOf(declaration: Declaration): Child[] {
  const type = typeOf(declaration);
  return typeof type === 'string' ? [] : particlesIn(declaration[0], type, false);
}

function particlesIn(schema: Schema, node: Element, optional: boolean): Child[] {
  return node.children.flatMap((part): Child[] => {
    const isOptional = optional || part.name === 'choice' || part.attributes['minOccurs'] === '0';
    switch (part.name) {
      case 'element':
        return [{ name: part.attributes['name'] ?? '', element: part, optional: isOptional }];
      case 'extension': {
        const base = schema.types.get(withoutPrefix(part.attributes['base'] ?? ''));
        return [...(base ? particlesIn(schema, base, optional) : []), ...particlesIn(schema, part, optional)];
      }
      case 'sequence':
      case 'choice':
      case 'complexContent':
        return particlesIn(schema, part, isOptional);
      default:
        return [];
    }
  });
}

/** The top-level declarations of a schema document. */
class Schema {
  readonly namespace: string;
  readonly elements = new Map<string, Element>();
  readonly types = new Map<string, Element>();

  constructor(text: string) {
    const root = parseStrictly(text);
    this.namespace = root.attributes['targetNamespace'] ?? '';
    for (const part of root.children) {
      const name = part.attributes['name'] ?? '';
      if (part.name === 'element') this.elements.set(name, part);
      if (part.name === 'complexType' || part.name === 'simpleType') this.types.set(name, part);
    }
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
