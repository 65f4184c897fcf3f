import { isServiceError } from '../domain/errors.js';
import type { AxlOptions } from './axl-options.js';
import { configuredEnvelopes } from './configured-envelopes.js';
import { AxlCallManager } from './adapter/axl-call-manager.js';
import { AxlClient } from './client/axl-client.js';
import { Cluster } from './nodes/cluster.js';
import { Credentials } from './nodes/credentials.js';
import { loadBuiltInEnvelopes } from './soap/envelope.js';
import { newestRelease } from './soap/releases.js';
import { AxlNode } from './nodes/axl-node.js';
import { ConcurrencyLimiter } from './admission/concurrency-limiter.js';
import { Throttle } from './admission/throttle.js';
import type { Observe } from '../observability/observations.js';
import { type CallContext, openCall } from '../use-cases/call-context.js';
import type { CallManager } from '../use-cases/call-manager.js';

/** A call manager that is spoken to by AXL: the port, and what those who run the service need beside it. */
export interface AxlBackend {
  readonly callManager: CallManager;
  readonly limiter: ConcurrencyLimiter;
  readonly throttle: Throttle;
  /** @returns the AXL release that is spoken with the call manager, where that is known already; asks nothing */
  release(): string | undefined;
  /** Asks the call manager for its version: the cheapest sign that it answers and takes the credentials. */
  version(context: CallContext): Promise<string>;
  /** An operator changed the password: it may be tried again. */
  renewCredentials(password: string): void;
  /** The authorities have changed (PEM): new connections are verified by them. */
  renewAuthorities(ca: string): void;
  close(): Promise<void>;
}

/**
 * Builds everything towards the call manager. Sends nothing.
 * @throws UnusableWsdl
 */
export async function createAxlBackend(options: AxlOptions, observe: Observe): Promise<AxlBackend> {
  const envelopes = await configuredEnvelopes(options);
  const credentials = new Credentials(options.username, options.password, options.loginPauseMs);
  const throttle = new Throttle();
  const limiter = new ConcurrencyLimiter(
    { concurrency: options.maxConcurrency, queueLimit: options.maxQueue },
    throttle,
    observe,
  );
  const question = (envelopes ?? (await loadBuiltInEnvelopes(newestRelease))).render('getCCMVersion', {});
  const nodes = options.urls.map(
    (url) =>
      new AxlNode(
        {
          url,
          connections: options.maxConcurrency,
          timeoutMs: options.timeoutMs,
          caFile: options.caFile,
          insecure: options.insecure,
        },
        credentials,
        question,
        options.refusesSimulator,
        observe,
      ),
  );
  const probe = (node: AxlNode) => knock(node, limiter, options.timeoutMs);
  const cluster = new Cluster(nodes, limiter, throttle, probe, observe);
  const client = new AxlClient(cluster, observe, envelopes);
  return {
    callManager: new AxlCallManager(client, limiter, options),
    limiter,
    throttle,
    release: () => client.release,
    version: (context) => client.version(context),
    renewCredentials: (password) => {
      credentials.renew(options.username, password);
    },
    renewAuthorities: (ca) => {
      for (const node of nodes) node.renewAuthorities(ca);
    },
    close: () => cluster.close(),
  };
}

/** A probe belongs to no caller; it takes a place like every other request. */
async function knock(node: AxlNode, limiter: ConcurrencyLimiter, timeoutMs: number): Promise<boolean> {
  // Its own time runs only when it is sent; the limit is for its wait before that.
  const { context, release } = openCall({ requestId: 'probe', timeoutMs: 2 * timeoutMs, isProbe: true });
  try {
    return await limiter.run('read', context, () => node.responds(context.signal));
  } catch (thrown) {
    // It was not its turn in time: that says nothing of the node.
    if (isServiceError(thrown)) return false;
    throw thrown;
  } finally {
    release();
  }
}
