import { AxlCallManager } from './adapter/axl-call-manager.js';
import { AxlClient } from './client/axl-client.js';
import { Cluster } from './nodes/cluster.js';
import { Credentials } from './nodes/credentials.js';
import { type Envelopes, loadBuiltInEnvelopes } from './soap/envelope.js';
import { AxlNode } from './nodes/axl-node.js';
import { ConcurrencyLimiter } from './admission/concurrency-limiter.js';
import { releaseTraits } from './soap/releases.js';
import { Throttle } from './admission/throttle.js';
import { type AxlConfig, ConfigFaults } from '../config/config.js';
import type { Observe } from '../observability/observations.js';
import { type CallContext, openCall } from '../use-cases/call-context.js';
import type { CallManager } from '../use-cases/call-manager.js';

/** The call manager's side, put together. */
export interface CallManagerSide {
  readonly callManager: CallManager;
  readonly limiter: ConcurrencyLimiter;
  readonly throttle: Throttle;
  /** Asks the call manager for its version: the cheapest sign that it answers and takes the credentials. */
  version(context: CallContext): Promise<string>;
  /** An operator changed the password: it may be tried again. */
  renewCredentials(password: string): void;
  /** AXL_CA_FILE has changed (PEM): new connections are verified by it. */
  renewAuthorities(ca: string): void;
  close(): Promise<void>;
}

/**
 * Builds everything towards the call manager from its configuration. Sends nothing.
 * @throws ConfigFaults when AXL_WSDL names a file that cannot be used
 */
export async function createCallManager(config: AxlConfig, observe: Observe): Promise<CallManagerSide> {
  const envelopes = await configuredEnvelopes(config);
  const credentials = new Credentials(config.username, config.password, config.loginPauseMs);
  const throttle = new Throttle();
  const limiter = new ConcurrencyLimiter(
    { concurrency: config.maxConcurrency, queueLimit: config.maxQueue },
    throttle,
    observe,
  );
  const nodes = config.urls.map(
    (url) =>
      new AxlNode(
        {
          url,
          connections: config.maxConcurrency,
          timeoutMs: config.timeoutMs,
          caFile: config.caFile,
          insecure: config.insecure,
        },
        credentials,
        config.refusesSimulator,
        observe,
      ),
  );
  const probeEnvelopes = envelopes ?? (await loadBuiltInEnvelopes('15.0'));
  const probe = (node: AxlNode) => askVersion(node, probeEnvelopes, limiter, config.timeoutMs);
  const cluster = new Cluster(nodes, limiter, throttle, probe, observe);
  const client = new AxlClient(cluster, observe, envelopes);
  return {
    callManager: new AxlCallManager(client, limiter, config),
    limiter,
    throttle,
    version: (context) => client.version(context),
    renewCredentials: (password) => {
      credentials.renew(config.username, password);
    },
    renewAuthorities: (ca) => {
      for (const node of nodes) node.renewAuthorities(ca);
    },
    close: () => cluster.close(),
  };
}

/**
 * Loads the requests of the release, or of the WSDL, that is configured.
 * @returns undefined when the call manager is to be asked for its release
 * @throws ConfigFaults when AXL_WSDL names a file that cannot be used
 */
export async function configuredEnvelopes(config: AxlConfig): Promise<Envelopes | undefined> {
  const { wsdlFile, release, lookup, afterUpdate } = config;
  if (wsdlFile === undefined) return release && loadBuiltInEnvelopes(release);
  // Loaded here alone: soap and its WSDL take a fifth of the time of a start.
  const { loadEnvelopesFrom, NotAnAxlWsdl } = await import('./soap/wsdl.js');
  const envelopes = await loadEnvelopesFrom(wsdlFile).catch((thrown: unknown) => {
    throw thrown instanceof NotAnAxlWsdl ? new ConfigFaults([`AXL_WSDL cannot be used: ${thrown.message}`]) : thrown;
  });
  const isFor = `${wsdlFile} is for AXL ${envelopes.release}`;
  if (release !== undefined && release !== envelopes.release) {
    throw new ConfigFaults([`AXL_WSDL cannot be used: ${isFor}, but AXL_VERSION is ${release}`]);
  }
  const { lineNamesDevices, canLoadChange } = releaseTraits[envelopes.release];
  if (lookup === 'lines' && !lineNamesDevices) {
    throw new ConfigFaults([`AXL_LOOKUP must be sql (or not set): ${isFor}, whose lines do not name devices`]);
  }
  if (afterUpdate !== 'none' && !canLoadChange) {
    throw new ConfigFaults([`AXL_AFTER_UPDATE must be none (or not set): ${isFor}, which cannot load a change`]);
  }
  return envelopes;
}

/** A probe belongs to no caller; it takes a place like every other request. */
async function askVersion(
  node: AxlNode,
  envelopes: Envelopes,
  limiter: ConcurrencyLimiter,
  timeoutMs: number,
): Promise<void> {
  // Its own time runs only when it is sent; the limit is for its wait before that.
  const { context, release } = openCall({ requestId: 'probe', timeoutMs: 2 * timeoutMs, isProbe: true });
  try {
    await limiter.run('read', context, () => node.exchange('read', envelopes.render('getCCMVersion', {}), context));
  } finally {
    release();
  }
}
