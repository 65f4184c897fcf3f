import type { AxlFault } from './axl-fault.js';
import { escapeXml, writeXml, type XmlNode } from './xml-writer.js';

/** An HTTP response before it is sent. */
export interface SimulatedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The namespace of a SOAP envelope. */
export const soapEnvelope = 'http://schemas.xmlsoap.org/soap/envelope/';
const xsiNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** The page that clients look for when they probe AXL. */
const welcomeText = 'The AXL Web Service is working and accepting requests. Use HTTP POST to send a request.';

/**
 * The response of an operation.
 * @param namespace the namespace of the request
 * @param declaresXsi true since 14.0: the namespace of nil is declared on the root of the response
 */
export function operationResponse(
  operation: string,
  content: XmlNode,
  namespace: string,
  declaresXsi: boolean,
): SimulatedResponse {
  const xsi = declaresXsi ? ` xmlns:xsi="${xsiNamespace}"` : '';
  const name = `ns:${operation}Response`;
  return xmlResponse(200, `<${name} xmlns:ns="${namespace}"${xsi}>${writeXml(content)}</${name}>`);
}

/**
 * A SOAP fault with HTTP 500.
 * @param request the name of the operation, as axlError repeats it
 * @param namespace the namespace of axlError, as in some releases
 */
export function faultResponse(fault: AxlFault, request: string, namespace?: string): SimulatedResponse {
  const message = escapeXml(fault.message);
  const [open, close] =
    namespace === undefined ? ['axlError', 'axlError'] : [`ns:axlError xmlns:ns="${namespace}"`, 'ns:axlError'];
  return xmlResponse(
    500,
    `<soapenv:Fault><faultcode>soapenv:${fault.side}</faultcode><faultstring>${message}</faultstring><detail>` +
      `<${open}><axlcode>${fault.axlCode}</axlcode><axlmessage>${message}</axlmessage>` +
      `<request>${escapeXml(request)}</request></${close}></detail></soapenv:Fault>`,
  );
}

/** The responses that AXL, or something in front of it, sends as a page instead of SOAP. */
export function pageResponse(
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
): SimulatedResponse {
  const body =
    `<!DOCTYPE html>\n<html><head><title>${escapeXml(title)}</title></head>` +
    `<body><h1>${escapeXml(title)}</h1><p>${escapeXml(text)}</p></body></html>\n`;
  return { status, headers: { 'content-type': 'text/html;charset=utf-8', ...headers }, body };
}

/** The pages by status, in the form of Tomcat. */
export const pages = {
  welcome: () => pageResponse(200, 'Cisco CallManager: AXL Web Service', welcomeText),
  unauthorized: () =>
    pageResponse(401, 'HTTP Status 401 - Unauthorized', 'This request requires HTTP authentication.', {
      'www-authenticate': 'Basic realm="Cisco Web Services Realm"',
    }),
  forbidden: () =>
    pageResponse(403, 'HTTP Status 403 - Forbidden', 'Access to the requested resource has been denied.'),
  notFound: () => pageResponse(404, 'HTTP Status 404 - Not Found', 'The requested resource is not available.'),
  methodNotAllowed: () =>
    pageResponse(405, 'HTTP Status 405 - Method Not Allowed', 'Use GET or POST.', { allow: 'GET, HEAD, POST' }),
  tooLarge: () => pageResponse(413, 'HTTP Status 413 - Payload Too Large', 'The request is too large.'),
  tooMany: (retryAfter?: string) =>
    pageResponse(429, '429 Too Many Requests', 'Please try again later.', waiting(retryAfter)),
  badGateway: () => pageResponse(502, '502 Bad Gateway', 'The server behind this one does not answer.'),
  unavailable: (retryAfter?: string) =>
    pageResponse(
      503,
      'HTTP Status 503 - Service Unavailable',
      'The service is temporarily unavailable. Please try again later.',
      waiting(retryAfter),
    ),
  unsupportedVersion: (text: string) => pageResponse(599, 'HTTP Status 599', text),
  serverError: () => pageResponse(500, 'HTTP Status 500 - Internal Server Error', 'The simulator failed.'),
};

function waiting(retryAfter: string | undefined): Record<string, string> {
  return { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
}

function xmlResponse(status: number, body: string): SimulatedResponse {
  const envelope =
    `<?xml version='1.0' encoding='UTF-8'?><soapenv:Envelope xmlns:soapenv="${soapEnvelope}">` +
    `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;
  return { status, headers: { 'content-type': 'text/xml;charset=UTF-8' }, body: envelope };
}
