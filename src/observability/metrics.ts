import { collectDefaultMetrics, Registry } from 'prom-client';
import { buttonKinds } from '../domain/buttons.js';
import { CertificateMetrics } from './certificate-metrics.js';
import { metricFamilies } from './metric-families.js';
import { type Observation, type Observe, saysNotThere } from './observations.js';

export interface MetricsOptions {
  readonly version: string;
  /** Host and port of each node of the call manager. */
  readonly nodes: readonly string[];
  /** The most AXL calls that may be in flight. */
  readonly concurrency: number;
}

/** What is asked for its present state at each scrape. */
export interface PresentState {
  readonly limiter: { readonly queued: number; readonly inFlight: number };
  readonly throttle: { readonly level: number };
  /** How many lines of the log were lost so far. */
  readonly logLinesLost: () => number;
  /** How many changes ended in a way that the history does not have yet. */
  readonly unsettledChanges: () => number;
}

/** Counts observations for Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #families = metricFamilies(this.#registry);
  readonly #all = Registry.merge([this.#registry, processRegistry()]);
  readonly #certificates = new CertificateMetrics(this.#families.certificateRemaining);
  readonly #recorders = recorders(this.#families, this.#certificates);

  constructor(options: MetricsOptions) {
    this.#families.build.set({ version: options.version }, 1);
    this.#families.axlInFlightLimit.set(options.concurrency);
    this.#startAtZero(options.nodes);
  }

  readonly observe: Observe = (observation) => {
    const record = this.#recorders[observation.kind] as ((observation: Observation) => void) | undefined;
    record?.(observation);
  };

  /** @returns all metrics in Prometheus' text format */
  async exposition({
    limiter,
    throttle,
    logLinesLost,
    unsettledChanges,
  }: PresentState): Promise<{ contentType: string; text: string }> {
    this.#families.axlQueueLength.set(limiter.queued);
    this.#families.axlInFlight.set(limiter.inFlight);
    this.#families.axlThrottle.set(throttle.level);
    this.#families.logLinesLost.reset();
    this.#families.logLinesLost.inc(logLinesLost());
    this.#families.historyUnsettled.set(unsettledChanges());
    this.#certificates.update();
    return { contentType: this.#all.contentType, text: await this.#all.metrics() };
  }

  /** An alert on an increase does not see a series that starts at its first event. */
  #startAtZero(nodes: readonly string[]): void {
    const { axlShed, loginsRefused, writes, historySeconds } = this.#families;
    const { axlBreakerOpen, axlSessionLogins, axlCredentialsRefused } = this.#families;
    for (const operation of ['lock', 'begin', 'settle', 'get', 'list']) {
      historySeconds.zero({ operation, outcome: 'unavailable' });
    }
    for (const reason of ['queue-full', 'deadline', 'throttled']) axlShed.inc({ reason }, 0);
    for (const reason of ['wrong', 'limited']) loginsRefused.inc({ reason }, 0);
    for (const outcome of ['replaced', 'confirmed-by-reading', 'outcome-unknown']) {
      for (const buttons of buttonKinds) writes.inc({ buttons, outcome }, 0);
    }
    for (const node of nodes) {
      axlBreakerOpen.set({ node }, 0);
      axlSessionLogins.inc({ node }, 0);
      axlCredentialsRefused.inc({ node }, 0);
    }
  }
}

const notCounted = undefined;

/** Each kind of observation has an entry: how it is counted, or that it is not. */
type Recorders = {
  readonly [Kind in Observation['kind']]: ((observation: Extract<Observation, { kind: Kind }>) => void) | undefined;
};

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/**
 * What is counted of each kind of observation. One costs half a microsecond; binding its labels beforehand would not
 * make that less, because prom-client builds its key from the labels each time.
 */
function recorders(families: ReturnType<typeof metricFamilies>, certificates: CertificateMetrics): Recorders {
  return {
    request: ({ method, route, status, durationMs }) => {
      const labels = { method: knownMethods.has(method) ? method : 'other', route, status };
      families.requestSeconds.observe(labels, durationMs / 1000);
    },
    'axl-call': (call) => {
      const { operation, node } = call;
      const labels = { operation, node, outcome: saysNotThere(call) ? 'not-there' : call.outcome };
      families.axlSeconds.observe(labels, call.durationMs / 1000);
    },
    'axl-retry': ({ operation, code }) => {
      families.axlRetries.inc({ operation, reason: code });
    },
    'queue-wait': ({ waitMs }) => {
      families.axlQueueSeconds.observe(waitMs / 1000);
    },
    shed: ({ reason }) => {
      families.axlShed.inc({ reason });
    },
    'session-login': ({ node }) => {
      families.axlSessionLogins.inc({ node });
    },
    'unreadable-characters': ({ operation }) => {
      families.axlUnreadableAnswers.inc({ operation });
    },
    'credentials-refused': ({ node }) => {
      families.axlCredentialsRefused.inc({ node });
    },
    breaker: ({ node, state }) => {
      families.axlBreakerOpen.set({ node }, state === 'open' ? 1 : 0);
    },
    release: ({ release, version }) => {
      // A call manager has one version at a time; it is foreign text, so it is bounded.
      families.axlRelease.reset();
      families.axlRelease.set({ release, version: version.slice(0, 64) }, 1);
    },
    'login-refused': ({ reason }) => {
      families.loginsRefused.inc({ reason });
    },
    write: ({ buttons, outcome }) => {
      families.writes.inc({ buttons, outcome });
    },
    change: ({ outcome }) => {
      families.changes.inc({ outcome });
    },
    history: ({ operation, durationMs, cause }) => {
      const outcome = cause === undefined ? 'ok' : 'unavailable';
      families.historySeconds.observe({ operation, outcome }, durationMs / 1000);
    },
    'load-change': ({ outcome }) => {
      families.changeLoads.inc({ outcome });
    },
    'audit-file': ({ state }) => {
      families.auditFileFailing.set(state === 'failing' ? 1 : 0);
    },
    'audit-lines-lost': ({ lines }) => {
      families.auditLinesLost.inc(lines);
    },
    certificates: ({ variable, state, certificates: seen }) => {
      families.certificatesUnusable.set({ file: variable }, state === 'unusable' ? 1 : 0);
      if (state !== 'unusable') certificates.set(variable, seen);
    },
    htpasswd: ({ state }) => {
      families.htpasswdUnusable.set(state === 'unusable' ? 1 : 0);
    },
    unexpected: () => {
      families.unexpectedErrors.inc();
    },
    // The present state tells these two at each scrape.
    throttle: notCounted,
    'log-lines-lost': notCounted,
    started: notCounted,
    warning: notCounted,
    stopping: notCounted,
    stopped: notCounted,
  };
}

/** Gauges that prom-client names like counters; nodejs_active_resources counts the same. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

let ofTheProcess: Registry | undefined;

/** CPU, memory, event loop and garbage collection: watched once, however many services the process holds. */
function processRegistry(): Registry {
  if (ofTheProcess) return ofTheProcess;
  ofTheProcess = new Registry();
  collectDefaultMetrics({ register: ofTheProcess });
  for (const name of misnamed) ofTheProcess.removeSingleMetric(name);
  return ofTheProcess;
}
