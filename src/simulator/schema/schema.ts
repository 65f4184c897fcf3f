import type { XmlElement } from '../soap/xml-parser.js';
import { knows, requires } from './releases.js';

/** A value's rule: returns what is wrong with the text, or undefined. */
export type TextRule = (text: string) => string | undefined;

export interface Type {
  /** The rule for the element's text; absent if it contains elements. */
  readonly text?: TextRule;
  readonly content?: Particle;
  /** The names of all elements that the content can have. */
  readonly childNames?: ReadonlySet<string>;
  readonly attributes: ReadonlyMap<string, TextRule>;
  /** xsd:anyType: nothing is checked. */
  readonly anything?: boolean;
}

interface Occurrence {
  readonly min: number;
  /** 0 if this release does not have the element. */
  readonly max: number;
}

export type Particle =
  | (Occurrence & { readonly kind: 'element'; readonly name: string; readonly nillable: boolean; readonly type: Type })
  | (Occurrence & { readonly kind: 'sequence' | 'choice'; readonly items: readonly Particle[] });

/** AXL accepts a key with or without braces, in either case, although the schema's pattern requires braces. */
const eitherUuid = /^\{?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?$/;

const anyText: TextRule = () => undefined;
const matching = (pattern: RegExp, name: string): TextRule => {
  return (text) => (pattern.test(text.trim()) ? undefined : `'${text}' is not a valid value for '${name}'.`);
};

const builtInRules: Record<string, TextRule> = {
  string: anyText,
  integer: matching(/^[+-]?\d+$/, 'integer'),
  int: matching(/^[+-]?\d+$/, 'int'),
  unsignedLong: matching(/^\+?\d+$/, 'unsignedLong'),
};

/**
 * Compiles the types of an XSD once, so that a request is checked without parsing the schema again. It supports only
 * the constructs in wsdl/AXLSoap.xsd. Any other construct causes an error at the start.
 */
export class Schema {
  readonly #root: XmlElement;
  readonly #version: string;
  readonly #named = new Map<string, XmlElement>();
  readonly #compiled = new Map<string, Type>();
  readonly namespace: string;

  /**
   * @param root the schema element
   * @param version elements that this version of AXL does not have yet are left out
   */
  constructor(root: XmlElement, version: string) {
    this.#root = root;
    this.#version = version;
    this.namespace = root.attributes.get('targetNamespace') ?? '';
    for (const child of root.children) {
      if (child.name !== 'element') this.#named.set(child.attributes.get('name') ?? '', child);
    }
  }

  /** The type of a global element. */
  elementType(name: string): Type {
    const element = this.#root.children.find(
      (child) => child.name === 'element' && child.attributes.get('name') === name,
    );
    if (element === undefined) throw new Error(`The schema has no element ${name}`);
    return this.#typeOf(element);
  }

  #typeOf(element: XmlElement): Type {
    const reference = element.attributes.get('type');
    if (reference !== undefined) return this.#typeNamed(reference);
    return this.#compile(only(element), element.attributes.get('name') ?? '');
  }

  #typeNamed(reference: string): Type {
    const name = reference.slice(reference.indexOf(':') + 1);
    if (reference.startsWith('xsd:')) {
      return name === 'anyType' ? { attributes: new Map(), anything: true } : simple(builtIn(name));
    }
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const definition = this.#named.get(name);
    if (definition === undefined) throw new Error(`The schema has no type ${name}`);
    const type = name === 'XUUID' ? simple(matching(eitherUuid, 'XUUID')) : this.#compile(definition, name);
    this.#compiled.set(name, type);
    return type;
  }

  #compile(definition: XmlElement, name: string): Type {
    if (definition.name === 'simpleType') return simple(this.#textRule(definition));
    const derived = definition.children.find((child) => /^(simple|complex)Content$/.test(child.name));
    const body = derived === undefined ? definition : only(derived);
    const base: Type =
      derived === undefined ? { attributes: new Map() } : this.#typeNamed(body.attributes.get('base') ?? '');
    const groups = body.children.filter((child) => child.name === 'sequence' || child.name === 'choice');
    const items = [
      ...(base.content === undefined ? [] : [base.content]),
      ...groups.map((g) => this.#particle(g, name)),
    ];
    const attributes = new Map(base.attributes);
    for (const child of body.children) {
      if (child.name !== 'attribute') continue;
      const rule = this.#typeNamed(child.attributes.get('type') ?? '').text ?? anyText;
      attributes.set(child.attributes.get('name') ?? '', rule);
    }
    if (base.text !== undefined) return { text: base.text, attributes };
    return {
      attributes,
      content: { kind: 'sequence', min: 1, max: 1, items },
      childNames: new Set(items.flatMap(namesIn)),
    };
  }

  #particle(definition: XmlElement, owner: string): Particle {
    const occurrence = occurrenceOf(definition);
    if (definition.name === 'sequence' || definition.name === 'choice') {
      const items = definition.children.map((child) => this.#particle(child, owner));
      return { kind: definition.name, ...occurrence, items };
    }
    if (definition.name !== 'element') throw new Error(`The schema uses ${definition.name}, which is not known here`);
    const name = definition.attributes.get('name') ?? '';
    const nillable = definition.attributes.get('nillable') === 'true';
    const min = requires(this.#version, `${owner}/${name}`) ? 1 : occurrence.min;
    const limits = knows(this.#version, `${owner}/${name}`) ? { min, max: occurrence.max } : { min: 0, max: 0 };
    return { kind: 'element', name, nillable, ...limits, type: this.#typeOf(definition) };
  }

  #textRule(definition: XmlElement): TextRule {
    const body = only(definition);
    if (body.name === 'union') return this.#unionRule(body);
    const base = this.#typeNamed(body.attributes.get('base') ?? '').text ?? anyText;
    const facets = facetRules(body);
    return (text) => base(text) ?? firstComplaint(facets, text);
  }

  #unionRule(union: XmlElement): TextRule {
    const named = (union.attributes.get('memberTypes') ?? '').split(' ').filter((name) => name !== '');
    const members = [
      ...named.map((name) => this.#typeNamed(name).text ?? anyText),
      ...union.children.map((child) => this.#textRule(child)),
    ];
    return (text) => (members.some((member) => member(text) === undefined) ? undefined : members[0]?.(text));
  }
}

function namesIn(particle: Particle): string[] {
  return particle.kind === 'element' ? [particle.name] : particle.items.flatMap(namesIn);
}

function simple(text: TextRule): Type {
  return { text, attributes: new Map() };
}

function builtIn(name: string): TextRule {
  const rule = builtInRules[name];
  if (rule === undefined) throw new Error(`The schema uses xsd:${name}, which is not known here`);
  return rule;
}

function only(element: XmlElement): XmlElement {
  const [child] = element.children;
  if (child === undefined) throw new Error(`The schema has an empty ${element.name}`);
  return child;
}

function occurrenceOf(definition: XmlElement): Occurrence {
  const max = definition.attributes.get('maxOccurs') ?? '1';
  return {
    min: Number(definition.attributes.get('minOccurs') ?? '1'),
    max: max === 'unbounded' ? Number.POSITIVE_INFINITY : Number(max),
  };
}

function facetRules(restriction: XmlElement): TextRule[] {
  const valuesOf = (facet: string) =>
    restriction.children.filter((child) => child.name === facet).map((child) => child.attributes.get('value') ?? '');
  const rules: TextRule[] = valuesOf('maxLength').map((limit) => {
    return (text) => (Array.from(text).length <= Number(limit) ? undefined : tooLong(text, limit));
  });
  rules.push(...valuesOf('pattern').map((pattern) => matching(new RegExp(`^(?:${pattern})$`, 'u'), 'pattern')));
  const allowed = valuesOf('enumeration');
  if (allowed.length > 0) {
    rules.push((text) => (allowed.includes(text) ? undefined : `Value '${text}' is not in the enumeration.`));
  }
  return rules;
}

function tooLong(text: string, limit: string): string {
  return `Value '${text}' with length = '${Array.from(text).length}' is not facet-valid with respect to maxLength '${limit}'.`;
}

function firstComplaint(rules: readonly TextRule[], text: string): string | undefined {
  for (const rule of rules) {
    const complaint = rule(text);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}
