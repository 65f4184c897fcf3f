import { setMaxListeners } from 'node:events';
import { startAdminListener } from './admin/admin-listener.js';
import { callManagerStatus } from './admin/call-manager-status.js';
import { Readiness } from './admin/readiness.js';
import { createAuthenticator } from './authentication/create-authenticator.js';
import { type AxlBackend, createAxlBackend } from './axl/axl-backend.js';
import type { Config } from './config/config.js';
import { asConfigProblems, ConfigProblems } from './config/config-problems.js';
import { renewedPassword } from './config/renewed-password.js';
import { startWarnings } from './config/start-warnings.js';
import { createApp } from './http/app.js';
import { openConsole } from './http/console/open-console.js';
import { consolePath } from './http/console/serve-console.js';
import { HttpServer, lastAnswersMs } from './http/server.js';
import { AuditFile } from './observability/audit-file.js';
import { Metrics } from './observability/metrics.js';
import type { Observe } from './observability/observations.js';
import { Observers } from './observability/observers.js';
import { OpenParts } from './service/open-parts.js';
import { untilOver } from './service/until-over.js';
import { CertificateRenewal } from './tls/certificate-renewal.js';
import { createButtonWriters } from './use-cases/button-writers.js';
import type { History } from './history/history.js';
import { HistoryUnusable } from './history/store/history-problems.js';
import { openHistory } from './history/open-history.js';
import { timeLimit, whenAborted } from './use-cases/time-limit.js';
import { FindPhones } from './use-cases/find-phones.js';
import { version } from './version.js';

export interface RunningService {
  readonly url: string;
  /** Where health and metrics are asked for, unless that is off. */
  readonly adminUrl: string | undefined;
  /** Where the console is, unless there is none. */
  readonly consoleUrl: string | undefined;
  /** An operator changed something: passwords and certificates are read anew, the audit file is opened anew (SIGHUP). */
  reload(): Promise<void>;
  /**
   * Stops accepting, finishes what runs within the grace period, ends what still runs then, and closes everything.
   * @param early ends the grace period before its time
   */
  stop(reason: string, early?: AbortSignal): Promise<void>;
}

/**
 * Builds the service from its configuration and starts it.
 * @param log where everything that the service says about itself goes
 * @param logLinesLost how many lines of that were lost so far
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

/** Builds everything but the listeners. Whoever observes comes first, so that nothing happens unobserved. */
async function build(config: Config, log: Observe, open: OpenParts) {
  const { axl, auth, admin, auditLogFile } = config;
  const observers = new Observers(log);
  const { observe } = observers;
  // Where there is no listener for them, nobody asks for metrics.
  const nodes = axl.urls.map(({ host }) => host);
  const metrics = admin && new Metrics({ version, nodes, concurrency: axl.maxConcurrency });
  if (metrics) observers.add(metrics.observe);
  const audit = auditLogFile === undefined ? undefined : open.add(await AuditFile.open(auditLogFile, observe));
  if (audit) observers.add(audit.observe);

  // Before anybody else reads the files: it tells of each change from then on.
  const certificates = new CertificateRenewal(config.tls, axl.caFile);
  const backend = open.add(await createBackend(axl, observe));
  const readiness = new Readiness((context) => backend.version(context));
  observers.add(readiness.observe);
  const users = open.add(createAuthenticator(auth, observe));
  // Closed before the backend, so that no certificate is taken up by what is closed.
  open.add(certificates);

  const history = await openHistoryOf(config, observe, open);

  const { callManager } = backend;
  const findPhones = new FindPhones(callManager);
  const buttonWriters = createButtonWriters({
    callManager,
    loadsChange: axl.afterUpdate !== 'none',
    journal: history,
    observe,
    changed: () => {
      findPhones.phoneChanged();
    },
  });
  const graceOver = new AbortController();
  // Every request in flight listens to it.
  setMaxListeners(0, graceOver.signal);
  const consoleFiles = config.console && openConsole(config.console.idleMinutes, observe);
  const app = createApp({
    findPhones,
    callManager,
    buttonWriters,
    history,
    authenticator: users.authenticator,
    observe,
    deadlineMs: config.requestDeadlineMs,
    graceOver: graceOver.signal,
    callManagerStatus: () => callManagerStatus(readiness, backend),
    readOnlyUsers: auth.readOnlyUsers,
    trustedProxies: config.trustedProxies,
    console: consoleFiles,
  });
  const used = { observe, metrics, audit, certificates, backend, readiness, buttonWriters, history, graceOver };
  return { ...used, app, hasConsole: consoleFiles !== undefined };
}

/** @returns undefined where none is kept */
async function openHistoryOf(
  { history, axl }: Config,
  observe: Observe,
  open: OpenParts,
): Promise<History | undefined> {
  if (!history) return undefined;
  const kept = await openHistory(history, axl.maxConcurrency, observe).catch((thrown: unknown) => {
    throw thrown instanceof HistoryUnusable ? new ConfigProblems([thrown.message]) : thrown;
  });
  return open.add(kept).history;
}

function createBackend(axl: Config['axl'], observe: Observe): Promise<AxlBackend> {
  return createAxlBackend(axl, observe).catch((thrown: unknown) => {
    throw asConfigProblems(thrown, axl);
  });
}

/** Opens the ports: that for health and metrics first, and that for the callers when everything else is there. */
async function listen(config: Config, parts: Parts, logLinesLost: () => number) {
  const { observe, metrics, readiness, backend, certificates, history, app } = parts;
  const present = { ...backend, logLinesLost, unsettledChanges: () => history?.unsettled ?? 0 };
  const admin =
    config.admin && metrics
      ? await startAdminListener(config.admin, { readiness, metrics: () => metrics.exposition(present), observe })
      : undefined;
  const server = await HttpServer.listen(app, config).catch(async (thrown: unknown) => {
    await admin?.close();
    throw thrown;
  });
  certificates.start(server, backend, observe);
  for (const text of [...config.warnings, ...startWarnings(config)]) observe({ kind: 'warning', text });
  observe({ kind: 'started', url: server.url, adminUrl: admin?.url, version });
  return { server, admin };
}

function running(config: Config, parts: Parts, { server, admin }: Listeners, open: OpenParts): RunningService {
  const { observe, audit, certificates, backend, readiness, buttonWriters, graceOver } = parts;
  return {
    url: server.url,
    adminUrl: admin?.url,
    consoleUrl: parts.hasConsole ? server.url + consolePath : undefined,
    reload: async () => {
      await Promise.all([audit?.reopen(), certificates.look()]);
      const renewed = renewedPassword(config.axl, observe);
      if (renewed !== undefined) backend.renewCredentials(renewed);
    },
    stop: async (reason, early = new AbortController().signal) => {
      observe({ kind: 'stopping', reason });
      readiness.stop();
      // First, because it counts what runs at the end of the grace period, before that is ended.
      const closed = server.stop(config.shutdownGraceMs, early);
      const grace = timeLimit(config.shutdownGraceMs);
      whenAborted(early, grace.end);
      // A write that is ended is settled like every write whose time is over: outcome-unknown where it was sent.
      whenAborted(grace.signal, () => {
        graceOver.abort();
      });
      // A write that was accepted is carried through even when its caller has hung up.
      await untilOver(buttonWriters.idle(), grace.signal, lastAnswersMs);
      const unfinished = await closed;
      grace.release();
      await open.close();
      observe({ kind: 'stopped', unfinished });
      await admin?.close();
    },
  };
}
