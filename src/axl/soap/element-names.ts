import type { Renames } from './releases.js';
import type { Content } from './requests.js';
import type { XmlElement } from './xml.js';

/**
 * The element names of a release. Within the service an element has one name, the one in requests.ts. If a release uses
 * another name (`renames` in releases.ts), it is translated here in requests and responses. Parents always have the
 * service's names.
 */
export class ElementNames {
  /** The release's name by `parent/name`. */
  readonly #theirs: ReadonlyMap<string, string>;
  /** The service's name by `parent/name of the release`. */
  readonly #ours: ReadonlyMap<string, string>;

  /** @param renames the renames of a release, from `renamesIn` */
  constructor(renames: Renames) {
    this.#theirs = new Map(Object.entries(renames));
    this.#ours = new Map(
      Array.from(this.#theirs, ([element, name]) => [
        element.replace(/[^/]+$/, () => name),
        element.slice(element.indexOf('/') + 1),
      ]),
    );
  }

  /** @returns an element of a response, with everything below it, in the service's names */
  read(element: XmlElement): XmlElement {
    if (this.#ours.size === 0) return element;
    const children = element.children.map((child) => {
      return this.read({ ...child, name: this.#ours.get(`${element.name}/${child.name}`) ?? child.name });
    });
    return { ...element, children };
  }

  /** @returns an element for a request, with everything below it in the release's names */
  written(element: XmlElement): XmlElement {
    if (this.#theirs.size === 0) return element;
    const children = element.children.map((child) => {
      return { ...this.written(child), name: this.#theirNameOf(element.name, child.name) };
    });
    return { ...element, children };
  }

  /** @returns the content of a request, in the release's names */
  contentOf(parent: string, content: Content): Content {
    const valueOf = (name: string, value: Content[string]): Content[string] => {
      if (typeof value === 'string') return value;
      if (isList(value)) return value.map((one) => this.contentOf(name, one));
      return this.contentOf(name, value);
    };
    const entries = Object.entries(content);
    return Object.fromEntries(
      entries.map(([name, value]) => [this.#theirNameOf(parent, name), valueOf(name, value)] as const),
    );
  }

  /** @returns a request that was built with the service's names, in the release's names */
  textOf(xml: string): string {
    if (this.#theirs.size === 0) return xml;
    const open: string[] = [];
    return xml.replace(
      /<(\/?)((?:\w+:)?)(\w+)([^<>]*)>/g,
      (_tag, slash: string, prefix, name: string, rest: string) => {
        if (slash === '/') open.pop();
        const written = this.#theirNameOf(open.at(-1) ?? '', name);
        if (slash === '' && !rest.endsWith('/')) open.push(name);
        return `<${slash}${String(prefix)}${written}${rest}>`;
      },
    );
  }

  #theirNameOf(parent: string, name: string): string {
    return this.#theirs.get(`${parent}/${name}`) ?? name;
  }
}

function isList(value: Content | readonly Content[]): value is readonly Content[] {
  return Array.isArray(value);
}
