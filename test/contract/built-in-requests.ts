import { fileURLToPath } from 'node:url';
import { newestRelease } from '../../src/axl/soap/releases.js';
import { anyRelease, type BuiltRequests } from '../../src/axl/soap/envelope.js';
import { requestsIn } from '../../src/axl/soap/requests.js';
import { buildRequests } from '../../src/axl/soap/wsdl.js';

const wsdl = fileURLToPath(new URL('../../wsdl/AXLAPI.wsdl', import.meta.url));

/** @returns what soap builds now from this project's own WSDL; the newest release has every request */
export function rebuiltRequests(): Promise<BuiltRequests> {
  return buildRequests(wsdl, anyRelease, requestsIn(newestRelease));
}
