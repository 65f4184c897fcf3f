import { writeFileSync } from 'node:fs';
import { builtInRequests } from '../../src/axl/soap/envelope.js';
import { rebuiltRequests } from './built-in-requests.js';

/** Writes wsdl/requests.json: what soap builds from this project's own WSDL. */
writeFileSync(builtInRequests, `${JSON.stringify(await rebuiltRequests(), null, 2)}\n`);
