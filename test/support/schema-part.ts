/**
 * The published schemas and WSDLs declare some 4,600 names, of which the operations of this project need a hundred. To
 * read the others took most of the time of the tests. So the tests read a part: what the operations need, word for
 * word. If a part lacked a name that it needs, libxml2 would not accept it as a schema.
 */

/** A top-level declaration of a published AXLSoap.xsd, with its name. It is indented by a tab or four spaces. */
const declarations =
  /^(?:\t| {4})<xsd:(element|complexType|simpleType) [^>/]*\bname="(\w+)"[^>/]*(?:\/>|>[\s\S]*?^(?:\t| {4})<\/xsd:\1>)/gm;

/** A message of a published AXLAPI.wsdl, or an operation of its port or binding, with the name of the operation. */
const parts = /^\t{1,2}<(message|operation) name="(\w+?)(?:In|Out)?">[\s\S]*?^\t{1,2}<\/\1>\n/gm;

/**
 * @param schema the text of a published AXLSoap.xsd
 * @param elements the top-level elements that the part must have
 * @returns the schema without the declarations that these elements do not need
 */
export function schemaPart(schema: string, elements: Iterable<string>): string {
  const texts = new Map<string, string>();
  const others = schema.replace(declarations, (text, _kind, name: string) => {
    texts.set(name, (texts.get(name) ?? '') + text);
    return '';
  });
  const needed = new Set([...elements, ...referencesIn(others)]);
  // A set also goes through what is added meanwhile.
  for (const name of needed) for (const other of referencesIn(texts.get(name) ?? '')) needed.add(other);
  return schema.replace(declarations, (text, _kind, name: string) => (needed.has(name) ? text : ''));
}

/** The names of the other declarations that a text refers to. */
function referencesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:type|base|ref|itemType|memberTypes)="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' ').map((name) => name.replace(/^axlapi:/, '')),
  );
}

/** @returns a published AXLAPI.wsdl without other operations than these */
export function wsdlPart(wsdl: string, operations: readonly string[]): string {
  const kept = new Set([...operations, 'AXLError']);
  return wsdl.replace(parts, (text, _kind, name: string) => (kept.has(name) ? text : ''));
}
