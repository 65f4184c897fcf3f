import type { AxlOptions } from './axl-options.js';
import { configuredEnvelopes } from './configured-envelopes.js';
import { AxlCallManager } from './adapter/axl-call-manager.js';
import { AxlClient } from './client/axl-client.js';
import { Cluster } from './nodes/cluster.js';
import { Credentials } from './nodes/credentials.js';
import { loadBuiltInEnvelopes } from './soap/envelope.js';
import { AxlNode } from './nodes/axl-node.js';
import { Gate } from './admission/concurrency-limiter.js';
import { Throttle } from './admission/throttle.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext, CallManager } from '../use-cases/call-manager.js';
import { Ending } from '../use-cases/ending.js';

/** A call manager that is spoken to by AXL: the port, and what those who run the service need beside it. */
export interface AxlBackend {
  readonly callManager: CallManager;
  readonly gate: Gate;
  readonly throttle: Throttle;
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
  const gate = new Gate({ concurrency: options.maxConcurrency, queueLimit: options.maxQueue }, throttle, observe);
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
        options.refusesSimulator,
        observe,
      ),
  );
  const probeEnvelopes = envelopes ?? (await loadBuiltInEnvelopes('15.0'));
  const probe = (node: AxlNode) => node.exchange(probeEnvelopes.render('getCCMVersion', {}), probeContext());
  const cluster = new Cluster(nodes, gate, throttle, probe, observe);
  const client = new AxlClient(cluster, observe, envelopes);
  return {
    callManager: new AxlCallManager(client, gate, options),
    gate,
    throttle,
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

/** A probe belongs to no caller; the attempt's own time-out bounds it. */
function probeContext(): CallContext {
  return {
    requestId: 'probe',
    arrival: 0,
    user: '',
    deadline: () => Infinity,
    ending: new Ending(),
    tally: { axlCalls: 0, axlMs: 0 },
  };
}
