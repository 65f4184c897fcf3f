import { newestRelease, type Release, releaseTraits } from './soap/releases.js';
import { isServiceError } from '../domain/errors.js';
import { AxlCallManager } from './adapter/axl-call-manager.js';
import { AxlClusterPages } from './adapter/cluster-pages.js';
import { AxlClient } from './client/axl-client.js';
import { Cluster } from './nodes/cluster.js';
import { Credentials } from './nodes/credentials.js';
import { type Envelopes, loadBuiltInEnvelopes } from './soap/envelope.js';
import { AxlNode } from './nodes/axl-node.js';
import type { Health } from './nodes/circuit-breaker.js';
import { ConcurrencyLimiter } from './admission/concurrency-limiter.js';
import { Throttle } from './admission/throttle.js';
import type { Heard } from './transport/transport.js';
import type { Observe } from '../observability/observations.js';
import { type CallContext, openCall } from '../use-cases/call-context.js';
import type { ClusterPages } from '../inventory/cluster-pages.js';
import type { CallManager } from '../use-cases/call-manager.js';

/** What the backend must know about the call manager. */
export interface AxlOptions {
  /** The publisher comes first. */
  readonly urls: readonly URL[];
  readonly username: string;
  readonly password: string;
  /** Undefined: the call manager is asked. */
  readonly release: Release | undefined;
  /** The AXLAPI.wsdl to build the requests from; undefined: the built-in requests. */
  readonly wsdlFile: string | undefined;
  /** How numbers are looked up. Undefined: by lines, or by SQL for a release whose lines name no devices. */
  readonly lookup: 'lines' | 'sql' | undefined;
  readonly afterUpdate: 'none' | 'apply' | 'restart' | 'reset';
  /** The authorities (PEM) that verify the call manager's certificate; undefined: those of Node. */
  readonly caFile: string | undefined;
  /** Accepts any certificate of the call manager. */
  readonly insecure: boolean;
  /** The longest that one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxConcurrency: number;
  /** How many callers may wait for their turn. */
  readonly maxQueue: number;
  /** How long no login is tried after a refused one, in milliseconds. */
  readonly loginPauseMs: number;
  /** True in production: the simulator is refused as a call manager. */
  readonly refusesSimulator: boolean;
}

/** A call manager that is reached by AXL: the port, and what administrators of the service need. */
export interface AxlBackend {
  readonly callManager: CallManager;
  /** Its tables, for the inventory. */
  readonly clusterPages: ClusterPages;
  readonly limiter: ConcurrencyLimiter;
  readonly throttle: Throttle;
  /** @returns the AXL release in use, if it is known already; nothing is sent for this */
  release(): string | undefined;
  /** Asks the call manager for its version: the cheapest proof that it answers and accepts the credentials. */
  version(context: CallContext): Promise<string>;
  /** An administrator has changed the password, so it may be tried again. */
  renewCredentials(password: string): void;
  /** The authorities (PEM) have changed: they verify new connections. */
  renewAuthorities(ca: string): void;
  close(): Promise<void>;
}

/** The way to a call manager by AXL, without the operations. */
export interface AxlConnection {
  readonly client: AxlClient;
  readonly cluster: Cluster;
  /** The publisher comes first. */
  readonly nodes: readonly AxlNode[];
  readonly credentials: Credentials;
  readonly limiter: ConcurrencyLimiter;
  readonly throttle: Throttle;
}

/**
 * Builds the way to the call manager. Sends nothing.
 * @param heard is called with every exchange, for recording or testing
 * @throws UnusableWsdl
 */
export async function connectToAxl(options: AxlOptions, observe: Observe, heard?: Heard): Promise<AxlConnection> {
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
          heard,
        },
        credentials,
        question,
        options.refusesSimulator,
        observe,
      ),
  );
  const probe = (node: AxlNode) => probeNode(node, limiter, options.timeoutMs);
  const cluster = new Cluster(nodes, limiter, throttle, probe, observe);
  const client = new AxlClient(cluster, observe, envelopes);
  return { client, cluster, nodes, credentials, limiter, throttle };
}

/**
 * Builds everything that talks to the call manager. Sends nothing.
 * @throws UnusableWsdl
 */
export async function createAxlBackend(options: AxlOptions, observe: Observe): Promise<AxlBackend> {
  const { client, cluster, nodes, credentials, limiter, throttle } = await connectToAxl(options, observe);
  return {
    callManager: new AxlCallManager(client, limiter, options),
    clusterPages: new AxlClusterPages(client),
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

/** A probe belongs to no caller; it takes a slot like every other request. */
async function probeNode(node: AxlNode, limiter: ConcurrencyLimiter, timeoutMs: number): Promise<Health> {
  // The probe's own timeout starts when it is sent. This limit is for its wait before that.
  const { context, release } = openCall({ requestId: 'probe', timeoutMs: 2 * timeoutMs, isProbe: true });
  try {
    return await limiter.slot('read', context, () => node.health(context.signal));
  } catch (thrown) {
    // The probe got no slot in time, so the node gave no sign of life.
    if (isServiceError(thrown)) return 'silent';
    throw thrown;
  } finally {
    release();
  }
}

/** The option that contradicts a WSDL file; `wsdlFile` if the file itself is wrong. */
type RefusedOption = 'wsdlFile' | 'release' | 'lookup' | 'afterUpdate';

/** The WSDL file cannot be used, or not together with another option. The message names the file and the reason. */
export class UnusableWsdl extends Error {
  override readonly name = 'UnusableWsdl';

  constructor(
    readonly option: RefusedOption,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Loads the requests of the configured release or WSDL file.
 * @returns undefined if the call manager must be asked for its release
 * @throws UnusableWsdl
 */
export async function configuredEnvelopes(options: AxlOptions): Promise<Envelopes | undefined> {
  const { wsdlFile, release } = options;
  if (wsdlFile === undefined) return release && loadBuiltInEnvelopes(release);
  // Loaded only here: soap and its WSDL take a fifth of the start time.
  const { loadEnvelopesFrom, NotAnAxlWsdl } = await import('./soap/wsdl.js');
  const envelopes = await loadEnvelopesFrom(wsdlFile).catch((thrown: unknown) => {
    throw thrown instanceof NotAnAxlWsdl ? new UnusableWsdl('wsdlFile', thrown.message) : thrown;
  });
  checkThatItFits(envelopes, wsdlFile, options);
  return envelopes;
}

function checkThatItFits(envelopes: Envelopes, wsdlFile: string, { release, lookup, afterUpdate }: AxlOptions): void {
  const isFor = `${wsdlFile} is for AXL ${envelopes.release}`;
  const { lineNamesDevices, canLoadChange } = releaseTraits[envelopes.release];
  if (release !== undefined && release !== envelopes.release) throw new UnusableWsdl('release', isFor);
  if (lookup === 'lines' && !lineNamesDevices) {
    throw new UnusableWsdl('lookup', `${isFor}, whose lines do not name devices`);
  }
  if (afterUpdate !== 'none' && !canLoadChange) {
    throw new UnusableWsdl('afterUpdate', `${isFor}, which cannot load a change`);
  }
}
