import type { PhoneProxyClient } from '../../src/client/index.js';

/**
 * Completes a client of a test: each call that the test does not have is never answered. The files that a worker runs
 * share the console's modules, and some of these call the service when someone signs in.
 */
export function withOtherCalls(client: Partial<PhoneProxyClient>): PhoneProxyClient {
  const get = (own: object, name: string | symbol): unknown =>
    name in own ? Reflect.get(own, name) : () => new Promise(() => undefined);
  return new Proxy(client, { get }) as PhoneProxyClient;
}
