import type { IncomingHttpHeaders } from 'node:http';
import { malformed } from '../soap/axl-fault.js';
import { soapEnvelope } from '../soap/responses.js';
import { parseXml, type XmlElement, XmlProblem } from '../soap/xml-parser.js';
import type { AxlInterface } from './axl-interface.js';
import { checkElement, SchemaProblem } from './schema-check.js';

const soapActionForm = /^"?CUCM:DB ver=(\d+\.\d+) (\w+)"?$/;

/** What the SOAPAction header claims. */
export interface SoapAction {
  readonly version: string;
  readonly operation: string;
}

/** The header `"CUCM:DB ver=14.0 getPhone"`, quotes optional; undefined when it is missing or another. */
export function readSoapAction(headers: IncomingHttpHeaders): SoapAction | undefined {
  const header = headers['soapaction'];
  const [, version, operation] = (typeof header === 'string' ? soapActionForm.exec(header) : null) ?? [];
  return version === undefined || operation === undefined ? undefined : { version, operation };
}

/**
 * Reads the request out of its envelope and holds it against header and schema.
 * @returns the operation's element, valid in the interface's version
 * @throws AxlFault that says what is wrong
 */
export function readRequest(
  body: string,
  contentType: string | undefined,
  action: SoapAction,
  axl: AxlInterface,
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
    checkElement(request, operation.request);
  } catch (thrown) {
    if (thrown instanceof SchemaProblem) throw malformed(thrown.message);
    throw thrown;
  }
  return request;
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
