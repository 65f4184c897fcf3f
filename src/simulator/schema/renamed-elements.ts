import type { XmlElement } from '../soap/xml-parser.js';
import type { XmlNode } from '../soap/xml-writer.js';
import { renamesIn } from './releases.js';
import { SchemaProblem } from './schema-check.js';

/**
 * Gives the elements of a request their names in wsdl/, so that one schema serves all versions. Within `returnedTags`,
 * a name that the version does not have is ignored.
 * @throws SchemaProblem for an element that has another name in the version
 */
export function nameAsInWsdl(request: XmlElement, version: string): XmlElement {
  const renames = renamesIn(version);
  if (renames.size === 0) return request;
  const wsdlNames = new Map(
    Array.from(renames, ([element, name]) => {
      const [parent = '', own = ''] = element.split('/');
      return [`${parent}/${name}`, own];
    }),
  );
  const named = (element: XmlElement, lenient: boolean): XmlElement => {
    const children = element.children.flatMap((child) => {
      if (renames.has(`${element.name}/${child.name}`)) {
        if (lenient) return [];
        throw new SchemaProblem(
          `cvc-complex-type.2.4.a: Invalid content was found starting with element '${child.name}'.`,
        );
      }
      const name = wsdlNames.get(`${element.name}/${child.name}`) ?? child.name;
      return [named({ ...child, name }, lenient || name === 'returnedTags')];
    });
    return { ...element, children };
  };
  return named(request, false);
}

/** Gives the elements of a response their names in the version of the request. */
export function nameAsInVersion(response: XmlNode, version: string): XmlNode {
  const renames = renamesIn(version);
  if (renames.size === 0) return response;
  const named = (node: XmlNode): XmlNode => ({
    ...node,
    ...(node.children && {
      children: node.children.map((child) => {
        return { ...named(child), name: renames.get(`${node.name}/${child.name}`) ?? child.name };
      }),
    }),
  });
  return named(response);
}
