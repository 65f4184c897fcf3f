import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseXml, type XmlElement } from '../soap/xml-parser.js';
import { Schema, type Type } from './schema.js';

/** One operation as the WSDL binds it. */
export interface OperationBinding {
  readonly name: string;
  readonly soapAction: string;
  readonly request: Type;
}

/** The operations of one schema version. */
export interface AxlInterface {
  readonly version: string;
  readonly namespace: string;
  readonly operations: ReadonlyMap<string, OperationBinding>;
}

const { resolve } = createRequire(import.meta.url);

/** Whether a schema version has the operation. */
type HasOperation = (name: string, version: string) => boolean;

/**
 * @param hasOperation which operations in wsdl/ a version has
 * @returns a function from a version such as `14.0` to its interface
 */
export function interfaceLoader(hasOperation: HasOperation): (version: string) => AxlInterface {
  const loaded = new Map<string, AxlInterface>();
  return (version) => {
    const known = loaded.get(version) ?? load(version, hasOperation);
    loaded.set(version, known);
    return known;
  };
}

function load(version: string, hasOperation: HasOperation): AxlInterface {
  const whole = compiled.get(version) ?? compile(version);
  compiled.set(version, whole);
  return { ...whole, operations: new Map([...whole.operations].filter(([name]) => hasOperation(name, version))) };
}

/** All operations in wsdl/, by version. Every simulator of this process uses a part of them. */
const compiled = new Map<string, AxlInterface>();

function compile(version: string): AxlInterface {
  const wsdl = readDefinition('AXLAPI.wsdl', version);
  const schema = new Schema(readDefinition('AXLSoap.xsd', version), version);
  const [binding] = named(wsdl, 'binding');
  if (binding === undefined) throw new Error('AXLAPI.wsdl has no binding');
  const operations = named(binding, 'operation').map((operation) => bind(operation, wsdl, schema));
  return {
    version,
    namespace: schema.namespace,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
  };
}

function readDefinition(file: string, version: string): XmlElement {
  return parseXml(readFileSync(resolve(`#wsdl/${file}`), 'utf8').replaceAll('@RELEASE@', version));
}

/** Follows an operation from the binding through port type and message to the type of its request. */
function bind(operation: XmlElement, wsdl: XmlElement, schema: Schema): OperationBinding {
  const name = operation.attributes.get('name') ?? '';
  const soapAction = named(operation, 'operation')[0]?.attributes.get('soapAction') ?? '';
  const port = named(wsdl, 'portType').flatMap((type) => named(type, 'operation'));
  const input = port.find((candidate) => candidate.attributes.get('name') === name);
  const messageName = localName(input === undefined ? undefined : named(input, 'input')[0]?.attributes.get('message'));
  const message = named(wsdl, 'message').find((candidate) => candidate.attributes.get('name') === messageName);
  const part = message === undefined ? undefined : named(message, 'part')[0];
  return { name, soapAction, request: schema.elementType(localName(part?.attributes.get('element'))) };
}

function named(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child) => child.name === name);
}

function localName(qualifiedName = ''): string {
  return qualifiedName.slice(qualifiedName.indexOf(':') + 1);
}
