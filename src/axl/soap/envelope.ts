import { readFile } from 'node:fs/promises';
import type { Release } from './releases.js';
import { type BuiltRequest, type Envelope, type Item, RequestTemplate, type Values } from './request-template.js';
import { type RequestName, requestShapes, requestsIn } from './requests.js';

export type { Envelope, Item, Values } from './request-template.js';

/** Builds the requests of one release. */
export interface Envelopes {
  readonly release: Release;
  /**
   * @param name a request that exists in the release
   * @param values one for each slot of the request
   * @param items what each repeated element holds; none is an empty list
   */
  render(name: RequestName, values: Values, items?: readonly Item[]): Envelope;
}

/** Stands for the release in this project's own WSDL, and in the requests that were built from it. */
export const anyRelease = '@RELEASE@';

/**
 * What soap builds from this project's own WSDL, kept as a file (`npm run requests` makes it), so that the service need
 * not load soap to start. A test holds the file to what soap builds.
 */
export const builtInRequests = new URL('../../../wsdl/requests.json', import.meta.url);

/** Loads the requests of a release, as this project's own WSDL has them. */
export async function loadBuiltInEnvelopes(release: Release): Promise<Envelopes> {
  const text = await readFile(builtInRequests, 'utf8');
  return envelopesOf(release, JSON.parse(text.replaceAll(anyRelease, release)) as BuiltRequests);
}

/** Requests as soap built them, by name; at least those that exist in the release they are for. */
export type BuiltRequests = Readonly<Partial<Record<RequestName, BuiltRequest>>>;

/** Keeps of each request the text between its slots. */
export function envelopesOf(release: Release, requests: BuiltRequests): Envelopes {
  const templates: Partial<Record<RequestName, RequestTemplate>> = {};
  for (const name of requestsIn(release)) {
    const built = requests[name];
    if (built) templates[name] = new RequestTemplate(requestShapes[name], built);
  }
  return {
    release,
    render: (name, values, items = []) => {
      const template = templates[name];
      if (!template) throw new Error(`AXL ${release} has no request ${name}`);
      return template.render(values, items);
    },
  };
}
