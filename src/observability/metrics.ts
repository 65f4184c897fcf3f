import { collectDefaultMetrics, type Gauge, Registry } from 'prom-client';
import { buttonKinds } from '../domain/button-kinds.js';
import { sweptTables } from '../domain/swept-tables.js';
import { metricFamilies } from './metric-families.js';
import {
  historyOperations,
  lateLists,
  loginRefusals,
  type Observation,
  type Observe,
  saysNotThere,
  shedReasons,
  sweepOutcomes,
} from './observations.js';

interface Certificate {
  readonly subject: string;
  readonly notAfter: string;
}

/** A bundle of authorities may contain hundreds of certificates; the ones that expire first are shown. */
const mostOfAFile = 20;

/** How long certificates are still valid, from the time of each scrape. */
class CertificateMetrics {
  readonly #remaining: Gauge<'file' | 'subject'>;
  readonly #now: () => number;
  readonly #ofFiles = new Map<string, readonly (readonly [subject: string, end: number])[]>();

  constructor(remaining: Gauge<'file' | 'subject'>, now: () => number = Date.now) {
    this.#remaining = remaining;
    this.#now = now;
  }

  /** Replaces the certificates of a file. */
  set(file: string, certificates: readonly Certificate[]): void {
    const earliestFirst = certificates
      .map(({ subject, notAfter }) => [subject, Date.parse(notAfter)] as const)
      .sort(([, one], [, other]) => one - other);
    const earliest = new Map<string, number>();
    for (const [subject, end] of earliestFirst) if (!earliest.has(subject)) earliest.set(subject, end);
    this.#ofFiles.set(file, [...earliest].slice(0, mostOfAFile));
  }

  /** Sets the gauge again, from the present time. */
  update(): void {
    this.#remaining.reset();
    for (const [file, certificates] of this.#ofFiles) {
      for (const [subject, end] of certificates) this.#remaining.set({ file, subject }, (end - this.#now()) / 1000);
    }
  }
}

interface MetricsOptions {
  readonly version: string;
  /** Host and port of each node of the call manager. */
  readonly nodes: readonly string[];
  /** How many AXL calls may be in flight. */
  readonly concurrency: number;
}

/** Sources of the present state, which are read at each scrape. */
interface PresentState {
  readonly limiter: { readonly queued: number; readonly inFlight: number };
  readonly throttle: { readonly level: number };
  /** How many lines of the log were lost so far. */
  readonly logLinesLost: () => number;
  /** How many changes have an outcome that the history does not have yet. */
  readonly unsettledChanges: () => number;
  /** Why nothing is written; undefined if this service writes. */
  readonly writingStopped: () => Promise<object | undefined>;
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
    writingStopped,
  }: PresentState): Promise<{ contentType: string; text: string }> {
    this.#families.axlQueueLength.set(limiter.queued);
    this.#families.axlInFlight.set(limiter.inFlight);
    this.#families.axlThrottle.set(throttle.level);
    this.#families.logLinesLost.reset();
    this.#families.logLinesLost.inc(logLinesLost());
    this.#families.historyUnsettled.set(unsettledChanges());
    this.#families.writingStopped.set((await writingStopped()) ? 1 : 0);
    this.#certificates.update();
    return { contentType: this.#all.contentType, text: await this.#all.metrics() };
  }

  /**
   * Starts every series at 0, because an alert on an increase does not notice a series that begins with its first
   * event.
   */
  #startAtZero(nodes: readonly string[]): void {
    const { axlShed, loginsRefused, writes, historySeconds } = this.#families;
    const { axlBreakerOpen, axlSessionLogins, axlCredentialsRefused, lateAnswers } = this.#families;
    const { inventorySweeps, inventoryPageSeconds, inventoryRows, inventoryBytes } = this.#families;
    for (const operation of historyOperations) historySeconds.zero({ operation, outcome: 'unavailable' });
    for (const reason of shedReasons) axlShed.inc({ reason }, 0);
    for (const reason of loginRefusals) loginsRefused.inc({ reason }, 0);
    for (const outcome of ['replaced', 'confirmed-by-reading', 'outcome-unknown', 'stored-otherwise']) {
      for (const buttons of buttonKinds) writes.inc({ buttons, outcome }, 0);
    }
    for (const list of [...lateLists, 'nothing']) lateAnswers.inc({ list }, 0);
    for (const outcome of sweepOutcomes) inventorySweeps.inc({ outcome }, 0);
    for (const table of sweptTables) {
      inventoryPageSeconds.zero({ table });
      inventoryRows.inc({ table }, 0);
      inventoryBytes.inc({ table }, 0);
    }
    for (const node of nodes) {
      axlBreakerOpen.set({ node }, 0);
      axlSessionLogins.inc({ node }, 0);
      axlCredentialsRefused.inc({ node }, 0);
    }
  }
}

const notCounted = undefined;

/** Each kind of observation has an entry: a function that counts it, or undefined if it is not counted. */
type Recorders = {
  readonly [Kind in Observation['kind']]: ((observation: Extract<Observation, { kind: Kind }>) => void) | undefined;
};

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/**
 * How each kind of observation is counted. It takes half a microsecond. Binding its labels in advance would not be
 * faster, because prom-client builds its key from the labels each time.
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
      // A call manager has only one version at a time. The text is foreign, so its length is limited.
      families.axlRelease.reset();
      families.axlRelease.set({ release, version: version.slice(0, 64) }, 1);
    },
    'login-refused': ({ reason }) => {
      families.loginsRefused.inc({ reason });
    },
    write: ({ buttons, outcome }) => {
      families.writes.inc({ buttons, outcome });
    },
    'writing-stopped': notCounted,
    'writing-resumed': notCounted,
    'changed-beside': notCounted,
    change: ({ state: outcome }) => {
      families.changes.inc({ outcome });
    },
    'change-carried': () => undefined,
    history: ({ operation, durationMs, cause }) => {
      const outcome = cause === undefined ? 'ok' : 'unavailable';
      families.historySeconds.observe({ operation, outcome }, durationMs / 1000);
    },
    'late-answer': ({ list = 'nothing' }) => {
      families.lateAnswers.inc({ list });
    },
    'inventory-page': ({ table, rows, bytes, durationMs }) => {
      families.inventoryPageSeconds.observe({ table }, durationMs / 1000);
      families.inventoryRows.inc({ table }, rows);
      families.inventoryBytes.inc({ table }, bytes);
    },
    'inventory-sweep': ({ outcome, findings = {}, durationMs }) => {
      families.inventorySweeps.inc({ outcome });
      if (outcome === 'failed') return;
      for (const [kind, count] of Object.entries(findings)) families.inventoryFindings.set({ kind }, count);
      families.inventorySweepSeconds.set(durationMs / 1000);
      families.inventoryWholeTime.setToCurrentTime();
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
    // The present state provides these two at each scrape.
    throttle: notCounted,
    'log-lines-lost': notCounted,
    started: notCounted,
    warning: notCounted,
    stopping: notCounted,
    stopped: notCounted,
  };
}

/** Gauges that prom-client names like counters. nodejs_active_resources shows the same. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

let ofTheProcess: Registry | undefined;

/** CPU, memory, event loop and garbage collection: collected once, even if the process has several services. */
function processRegistry(): Registry {
  if (ofTheProcess) return ofTheProcess;
  ofTheProcess = new Registry();
  collectDefaultMetrics({ register: ofTheProcess });
  for (const name of misnamed) ofTheProcess.removeSingleMetric(name);
  return ofTheProcess;
}
