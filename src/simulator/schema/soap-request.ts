import { AxlFault, malformed } from '../soap/axl-fault.js';
import { soapEnvelope } from '../soap/responses.js';
import { parseXml, type XmlElement, XmlProblem } from '../soap/xml-parser.js';
import type { AxlInterface } from './axl-interface.js';
import { checkElement, SchemaProblem } from './schema-check.js';

/** The correct header: `"CUCM:DB ver=14.0 getPhone"`, quotes optional. */
const strictForms = [/^"?CUCM:DB ver=(?<version>\d+\.\d+) (?<operation>\w+)"?$/];
/**
 * Other forms that common tools send: one of the two parts is missing, or quoted by itself. It is said that call
 * managers accept them.
 */
const looseForms = [
  ...strictForms,
  /^(?:"")?$/,
  /^"?CUCM:DB ver=(?<version>\d+\.\d+)"?$/,
  /^CUCM:DB ver=(?<version>\d+\.\d+) "(?<operation>\w+)"$/,
  /^"(?<operation>\w+)"$/,
];

/** The contents of the SOAPAction header. A strict simulator requires both parts. */
export interface SoapAction {
  readonly version?: string | undefined;
  readonly operation?: string | undefined;
}

/** The schema version and the operation of a request. The operation is empty if the body names none. */
export interface AskedOperation {
  readonly version: string;
  readonly operation: string;
}

/** @returns undefined if the form of the header is not accepted; a missing header is accepted, unless `strict` */
export function readSoapAction(header: string, strict: boolean): SoapAction | undefined {
  const forms = strict ? strictForms : looseForms;
  const form = forms.find((candidate) => candidate.test(header));
  return form && { ...form.exec(header)?.groups };
}

/**
 * Completes the header from the body: the operation's name, and the version in its namespace.
 * @param oldest the version if neither the header nor the body names one. It is said that call managers use it then
 */
export function completeAction({ version, operation }: SoapAction, body: string, oldest: string): AskedOperation {
  const element = version === undefined || operation === undefined ? readableOperation(body) : undefined;
  const told = /^http:\/\/www\.cisco\.com\/AXL\/API\/(\d+\.\d+)$/.exec(element?.namespace ?? '')?.[1];
  return { version: version ?? told ?? oldest, operation: operation ?? element?.name ?? '' };
}

/** The operation's element; undefined if the body cannot be read. */
function readableOperation(body: string): XmlElement | undefined {
  try {
    return operationElement(parseEnvelope(body));
  } catch (thrown) {
    if (thrown instanceof AxlFault) return undefined;
    throw thrown;
  }
}

/**
 * Reads the request out of its envelope, and checks it against header and schema.
 * @param strict refuses `sequence="?"`, as the schema does; tools leave it in their requests
 * @returns the operation's element, valid in the interface's version
 * @throws AxlFault that says what is wrong
 */
export function readRequest(
  body: string,
  contentType: string | undefined,
  action: AskedOperation,
  axl: AxlInterface,
  strict: boolean,
): XmlElement {
  if (!/^text\/xml\s*(;|$)/i.test(contentType ?? '')) {
    throw malformed('Transport level information does not match with SOAP Message namespace URI');
  }
  const request = operationElement(parseEnvelope(body));
  const operation = axl.operations.get(request.name);
  if (operation === undefined) {
    throw malformed(
      `The endpoint reference (EPR) for the Operation not found is /axl/ and the operation = ${request.name}`,
    );
  }
  if (action.operation !== request.name) {
    throw malformed(`SOAPAction names the operation ${action.operation}, the body ${request.name}`);
  }
  if (request.namespace !== axl.namespace) {
    throw malformed(`SOAPAction names version ${action.version}, the body the namespace '${request.namespace}'`);
  }
  try {
    const checked = strict ? request : withoutPlaceholder(request);
    checkElement(checked, operation.request);
    return checked;
  } catch (thrown) {
    if (thrown instanceof SchemaProblem) throw malformed(thrown.message);
    throw thrown;
  }
}

/** Removes the `sequence="?"` that tools leave in requests which they make from the WSDL. */
function withoutPlaceholder(request: XmlElement): XmlElement {
  const attributes = [...request.attributes].filter(([name, value]) => name !== 'sequence' || value !== '?');
  return { ...request, attributes: new Map(attributes) };
}

function parseEnvelope(body: string): XmlElement {
  try {
    return parseXml(body);
  } catch (thrown) {
    if (thrown instanceof XmlProblem) throw malformed(`The request is not well-formed: ${thrown.message}`);
    throw thrown;
  }
}

function operationElement(envelope: XmlElement): XmlElement {
  if (!isSoap(envelope, 'Envelope')) throw malformed('The document is not a SOAP envelope');
  const [body, ...others] = envelope.children.filter((child) => !isSoap(child, 'Header'));
  if (body === undefined || others.length > 0 || !isSoap(body, 'Body'))
    throw malformed('The envelope must have one Body');
  const [request, ...more] = body.children;
  if (request === undefined || more.length > 0) throw malformed('The Body must hold exactly one operation');
  return request;
}

function isSoap(element: XmlElement, name: string): boolean {
  return element.name === name && element.namespace === soapEnvelope;
}
