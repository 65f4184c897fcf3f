import { startAdminListener } from './admin/admin-app.js';
import { callManagerStatus, Readiness } from './admin/readiness.js';
import { createAuthenticator } from './authentication/create-authenticator.js';
import { type AxlBackend, createAxlBackend } from './axl/axl-backend.js';
import { asConfigProblems, type Config, ConfigProblems, renewedPassword, startWarnings } from './config/config.js';
import { isServiceError } from './domain/errors.js';
import { rightOf } from './domain/rights.js';
import { createApp } from './http/app.js';
import { openConsole } from './http/console/console-files.js';
import { consolePath } from './http/console/serve-console.js';
import { shownInventory } from './http/routes/inventory-state.js';
import { shownStop } from './http/routes/status.js';
import { HttpServer, lastAnswersMs, timeoutsWithin } from './http/server.js';
import { AuditFile } from './observability/audit-file.js';
import { Metrics } from './observability/metrics.js';
import { type Observe, Observers } from './observability/observations.js';
import { traceObservation } from './observability/tracing.js';
import { CertificateRenewal } from './tls/certificate-renewal.js';
import { ReplaceButtons } from './use-cases/replace-buttons.js';
import { WriteWatch } from './use-cases/write-watch.js';
import { WritingStop } from './use-cases/writing-stop.js';
import { changeTables } from './changes/store/tables.js';
import type { OpenInventory } from './inventory/open-inventory.js';
import { undismissed } from './inventory/undismissed.js';
import type { OpenChanges, OpenChangesOptions, OpenHistory } from './changes/open-changes.js';
import { openStore } from './store/open-store.js';
import { StoreUnusable } from './store/problems.js';
import type { Store } from './store/sql.js';
import { timeLimit, whenAborted } from './use-cases/time-limit.js';
import { liveLookups } from './use-cases/lookups.js';
import { FindButtons } from './use-cases/find-buttons.js';
import { FindPhones } from './use-cases/find-phones.js';
import { version } from './version.js';

export interface RunningService {
  readonly url: string;
  /** The address of health and metrics; undefined if they are off. */
  readonly adminUrl: string | undefined;
  /** The address of the console; undefined if there is none. */
  readonly consoleUrl: string | undefined;
  /** On SIGHUP: reads passwords and certificates again, opens the audit file again, and resumes writing. */
  reload(): Promise<void>;
  /**
   * Stops accepting requests, lets running ones finish in the grace period, ends the others, and closes everything.
   * @param early ends the grace period before its time
   */
  stop(reason: string, early?: AbortSignal): Promise<void>;
}

/**
 * Builds the service from its configuration and starts it.
 * @param log takes everything that the service logs
 * @param logLinesLost how many lines of the log were lost so far
 * @throws ConfigProblems, AdminCannotListen, or the system's error when the port or a file cannot be opened
 */
export async function startService(
  config: Config,
  log: Observe,
  logLinesLost: () => number = () => 0,
): Promise<RunningService> {
  const open = new OpenParts();
  try {
    const parts = await build(config, log, open);
    const listeners = await listen(config, parts, logLinesLost);
    return running(config, parts, listeners, open);
  } catch (thrown) {
    await open.close();
    throw thrown;
  }
}

type Parts = Awaited<ReturnType<typeof build>>;
type Listeners = Awaited<ReturnType<typeof listen>>;

/** Builds everything except the listeners. The observers are made first, so that they observe everything. */
async function build(config: Config, log: Observe, open: OpenParts) {
  const { axl, auth, admin, auditLogFile } = config;
  const observers = new Observers(log, traceObservation);
  const { observe } = observers;
  // Without the admin listener, no one reads the metrics.
  const nodes = axl.urls.map(({ host }) => host);
  const metrics = admin && new Metrics({ version, nodes, concurrency: axl.maxConcurrency });
  if (metrics) observers.add(metrics.observe);
  const audit = auditLogFile === undefined ? undefined : open.add(await AuditFile.open(auditLogFile, observe));
  if (audit) observers.add(audit.observe);

  // It is created before anything else reads the files, so that it notices each later change.
  const certificates = new CertificateRenewal({
    tls: config.tls,
    axlCaFile: axl.caFile,
    historyCaFile: config.database?.store === 'postgres' ? config.database.tls?.caFile : undefined,
  });
  const backend = open.add(await createBackend(axl, observe));
  const readiness = new Readiness((context) => backend.version(context));
  observers.add(readiness.observe);
  const users = open.add(createAuthenticator(auth, observe));
  // It is closed before the backend, so that a closed backend gets no new certificate.
  open.add(certificates);

  const kept = await openHistoryOf(config, observe, open);
  const history = kept?.history;
  const inventory = await openInventoryOf(config, backend, history, observe, open);
  if (kept && inventory) kept.retention.needed = () => inventory.needed();

  const { callManager } = backend;
  const findPhones = new FindPhones(callManager);
  const findButtons = new FindButtons(callManager, config.mostButtons);
  const live = liveLookups(callManager, findPhones, findButtons);
  const writingStop = new WritingStop(observe, kept?.keptStop);
  const watch = config.verifiesWrites ? new WriteWatch(writingStop, observe) : undefined;
  const replaceButtons = new ReplaceButtons({
    callManager,
    loadsChange: axl.afterUpdate !== 'none',
    journal: history,
    writingStop,
    watch,
    observe,
    changed: () => {
      findPhones.phoneChanged();
      findButtons.listChanged();
    },
  });
  const graceOver = new AbortController();
  const watched = inventory?.watched(live) ?? live;
  const lookups = { live: watched, kept: inventory?.inventory.lookups, taken: config.taken };
  const findings = inventory && undismissed(inventory.inventory);
  const writes = { callManager, replaceButtons, writingStop, lookups, findings };
  const changes = await openChangesOf(config, { ...writes, kept, users, graceOver, observe }, open);
  const consoleFiles = config.console && openConsole(config.console.idleMinutes, observe);
  const app = createApp({
    live: watched,
    taken: config.taken,
    replaceButtons,
    writingStop,
    history,
    changes: changes?.changes,
    inventory: inventory?.inventory,
    authenticator: users.authenticator,
    observe,
    deadlineMs: config.requestDeadlineMs,
    graceOver: graceOver.signal,
    callManagerStatus: (signal) => callManagerStatus(readiness, backend, signal),
    roles: auth.roles,
    trustedProxies: config.trustedProxies,
    console: consoleFiles,
    hstsMaxAgeS: config.hstsMaxAgeS,
    allowedOrigins: config.allowedOrigins,
  });
  const used = { observe, metrics, audit, certificates, backend, readiness, replaceButtons, writingStop };
  const stored = { history, changes, graceOver };
  return { ...used, ...stored, app, inventory, hasConsole: consoleFiles !== undefined };
}

/** The open store, and the history in it. */
type KeptHistory = OpenHistory & { readonly database: Store };

/** @returns undefined if the database is off */
async function openHistoryOf(
  { database }: Config,
  observe: Observe,
  open: OpenParts,
): Promise<KeptHistory | undefined> {
  if (!database) return undefined;
  const store = await openStore(database, [changeTables]).catch((thrown: unknown) => {
    throw thrown instanceof StoreUnusable ? new ConfigProblems([thrown.message]) : thrown;
  });
  const { openHistory } = await import('./changes/open-changes.js');
  return { ...open.add(await openHistory(store, database, observe)), database: store };
}

/** @returns undefined without an inventory; then none of its code is loaded */
async function openInventoryOf(
  { inventory, database: history, requestDeadlineMs }: Config,
  { clusterPages: pages, limiter }: AxlBackend,
  journal: KeptHistory['history'] | undefined,
  observe: Observe,
  open: OpenParts,
): Promise<OpenInventory | undefined> {
  if (!inventory || !history || !journal) return undefined;
  const { openInventory } = await import('./inventory/open-inventory.js');
  const pace = { ...inventory, pageTimeoutMs: requestDeadlineMs };
  const isBusy = (): boolean => !limiter.hasRoom;
  return open.add(await openInventory({ history, journal, pages, pace, isBusy, observe }));
}

/** @returns undefined if the database is off; then none of its code is loaded */
async function openChangesOf(
  { auth: { roles }, changes, requestDeadlineMs: listMs }: Config,
  { kept, users, graceOver, ...parts }: ChangeParts,
  open: OpenParts,
): Promise<OpenChanges | undefined> {
  if (!kept) return undefined;
  const { openChanges } = await import('./changes/open-changes.js');
  const { history, store } = kept;
  const right = (user: string) => (users.has(user) ? rightOf(user, roles) : undefined);
  const options = { ...parts, history, store, ...changes, listMs, rightOf: right, graceOver: graceOver.signal };
  return open.add(openChanges(options));
}

interface ChangeParts extends Pick<
  OpenChangesOptions,
  'callManager' | 'replaceButtons' | 'writingStop' | 'observe' | 'lookups' | 'findings'
> {
  readonly kept: KeptHistory | undefined;
  readonly users: ReturnType<typeof createAuthenticator>;
  readonly graceOver: AbortController;
}

function createBackend(axl: Config['axl'], observe: Observe): Promise<AxlBackend> {
  return createAxlBackend(axl, observe).catch((thrown: unknown) => {
    throw asConfigProblems(thrown, axl);
  });
}

/**
 * Opens the ports. The port for health and metrics opens first, and the port for callers opens when everything else is
 * ready.
 */
async function listen(config: Config, parts: Parts, logLinesLost: () => number) {
  const { observe, metrics, readiness, backend, certificates, history, writingStop, app } = parts;
  const writingStopped = async () => shownStop(await writingStop.shown());
  const present = { ...backend, logLinesLost, unsettledChanges: () => history?.unsettled ?? 0, writingStopped };
  const admin =
    config.admin && metrics
      ? await startAdminListener(config.admin, {
          readiness,
          metrics: () => metrics.exposition(present),
          writingStopped,
          inventory: () => shownInventory(parts.inventory?.inventory),
          observe,
        })
      : undefined;
  const { requestDeadlineMs: deadlineMs } = config;
  const server = await HttpServer.listen(app, { ...config, observe }, timeoutsWithin(deadlineMs)).catch(
    async (thrown: unknown) => {
      await admin?.close();
      throw thrown;
    },
  );
  certificates.start(server, backend, observe);
  for (const text of [...config.warnings, ...startWarnings(config)]) observe({ kind: 'warning', text });
  parts.inventory?.start();
  parts.changes?.work.start();
  observe({ kind: 'started', url: server.url, adminUrl: admin?.url, database: shownDatabase(config), version });
  return { server, admin };
}

/** @returns the database for the log, without a password */
function shownDatabase({ database }: Config): string {
  if (!database) return 'off';
  return database.store === 'sqlite' ? database.path : `${database.database} on ${database.host}:${database.port}`;
}

function running(config: Config, parts: Parts, { server, admin }: Listeners, open: OpenParts): RunningService {
  const { observe, audit, certificates, backend, readiness, replaceButtons, writingStop, graceOver } = parts;
  return {
    url: server.url,
    adminUrl: admin?.url,
    consoleUrl: parts.hasConsole ? server.url + consolePath : undefined,
    reload: async () => {
      await Promise.all([audit?.reopen(), certificates.look()]);
      const renewed = renewedPassword(config.axl, observe);
      if (renewed !== undefined) backend.renewCredentials(renewed);
      await writingStop.resume('SIGHUP').catch((thrown: unknown) => {
        if (!isServiceError(thrown)) throw thrown;
        observe({ kind: 'warning', text: 'Writing could not be resumed, because the database cannot be asked.' });
      });
    },
    stop: async (reason, early = new AbortController().signal) => {
      observe({ kind: 'stopping', reason });
      readiness.stop();
      parts.changes?.work.stop();
      parts.changes?.changes.stopWaiting();
      // The server is told to stop first, because it counts the requests that run at the end of the grace period,
      // before they are ended.
      const closed = server.stop(config.shutdownGraceMs, early);
      const grace = timeLimit(config.shutdownGraceMs);
      whenAborted(early, grace.end);
      // A write that is ended gets the same outcome as a write whose time is over: outcome-unknown, if it was sent.
      whenAborted(grace.signal, () => {
        graceOver.abort();
      });
      const unfinished = await closed;
      // An accepted write is completed even if its caller has hung up.
      await untilOver(replaceButtons.idle(), grace.signal, lastAnswersMs);
      grace.release();
      await open.close();
      observe({ kind: 'stopped', unfinished });
      await admin?.close();
    },
  };
}

/** What has to be closed. */
interface OpenPart {
  close(): void | Promise<void>;
}

/** The parts that are open. They close in reverse order, at the end or if the start fails. */
export class OpenParts {
  readonly #parts: OpenPart[] = [];

  /** @returns the part itself */
  add<Part extends OpenPart>(part: Part): Part {
    this.#parts.push(part);
    return part;
  }

  async close(): Promise<void> {
    for (const part of this.#parts.splice(0).reverse()) await part.close();
  }
}

/** Waits for work to end; after the signal aborts, only for `msAfterwards`. */
async function untilOver(work: Promise<void>, signal: AbortSignal, msAfterwards: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    whenAborted(signal, () => {
      timer = setTimeout(resolve, msAfterwards);
    });
  });
  await Promise.race([work, given]);
  clearTimeout(timer);
}
