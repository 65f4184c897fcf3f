import { AdminListener } from './admin/admin-listener.js';
import { createApp } from './http/app.js';
import { createAuthenticator } from './authentication/create-authenticator.js';
import { createAxlBackend } from './axl/axl-backend.js';
import type { Config } from './config/config.js';
import { asConfigProblems } from './config/config-problems.js';
import { renewedPassword } from './config/renewed-password.js';
import { HttpServer, lastAnswersMs } from './http/server.js';
import { AuditFile } from './observability/audit-file.js';
import type { Observe } from './observability/observations.js';
import { startWarnings } from './config/start-warnings.js';
import { CertificateRenewal } from './tls/certificate-renewal.js';
import { Ending, timeLimit } from './use-cases/ending.js';
import { FindPhones } from './use-cases/find-phones.js';
import { ReplaceSpeedDials } from './use-cases/replace-speed-dials.js';
import { version } from './version.js';

export interface RunningService {
  readonly url: string;
  /** Where health and metrics are asked for, unless that is off. */
  readonly adminUrl: string | undefined;
  /** An operator changed something: passwords and certificates are read anew, the audit file is opened anew (SIGHUP). */
  reload(): Promise<void>;
  /**
   * Stops accepting, finishes what runs within the grace period, ends what still runs then, and closes everything.
   * @param early ends the grace period before its time
   */
  stop(reason: string, early?: Ending): Promise<void>;
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
  const observers = [log];
  const observe: Observe = (observation) => {
    for (const each of observers) each(observation);
  };
  const audit = config.auditLogFile === undefined ? undefined : await AuditFile.open(config.auditLogFile, observe);
  if (audit) observers.push(audit.observe);
  const certificates = new CertificateRenewal(config.tls, config.axl.caFile);
  const side = await createAxlBackend(config.axl, observe).catch((thrown: unknown) => {
    throw asConfigProblems(thrown, config.axl);
  });
  const users = createAuthenticator(config.auth, observe);
  const closeBehind = async (): Promise<void> => {
    certificates.close();
    users.close();
    await side.close();
    await audit?.close();
  };
  const startAdmin = (address: NonNullable<Config['admin']>) =>
    closingOnFailure(AdminListener.start(address, config.axl, { ...side, logLinesLost }, observe), closeBehind);
  const admin = config.admin && (await startAdmin(config.admin));
  if (admin) observers.push(admin.observe);
  const findPhones = new FindPhones(side.callManager);
  const loadsChange = config.axl.afterUpdate !== 'none';
  const replaceSpeedDials = new ReplaceSpeedDials(side.callManager, loadsChange, observe, () => {
    findPhones.phoneChanged();
  });
  const graceOver = new Ending();
  const app = createApp({
    findPhones,
    replaceSpeedDials,
    authenticator: users.authenticator,
    observe,
    deadlineMs: config.requestDeadlineMs,
    graceOver,
    readOnlyUsers: config.auth.readOnlyUsers,
    trustedProxies: config.trustedProxies,
  });
  const server = await closingOnFailure(HttpServer.listen(app, config), async () => {
    await closeBehind();
    await admin?.close();
  });
  certificates.start(
    {
      takeKeyPair: (pair) => {
        server.renewCertificate(pair);
      },
      takeAuthorities: (pem) => {
        side.renewAuthorities(pem);
      },
    },
    observe,
  );
  for (const text of [...config.warnings, ...startWarnings(config)]) observe({ kind: 'warning', text });
  observe({ kind: 'started', url: server.url, adminUrl: admin?.url, version });
  return {
    url: server.url,
    adminUrl: admin?.url,
    reload: async () => {
      await Promise.all([audit?.reopen(), certificates.look()]);
      const renewed = renewedPassword(config.axl, observe);
      if (renewed !== undefined) side.renewCredentials(renewed);
    },
    stop: async (reason, early = new Ending()) => {
      observe({ kind: 'stopping', reason });
      admin?.stopping();
      // First, because it counts what runs at the end of the grace period, before that is ended.
      const closed = server.stop(config.shutdownGraceMs, early);
      const grace = timeLimit(config.shutdownGraceMs);
      early.listen(grace.ending.end);
      // A write that is ended is settled like every write whose time is over: outcome-unknown where it was sent.
      grace.ending.listen(graceOver.end);
      // A write that was accepted is carried through even when its caller has hung up.
      await untilOver(replaceSpeedDials.idle(), grace.ending, lastAnswersMs);
      const unfinished = await closed;
      grace.release();
      await closeBehind();
      observe({ kind: 'stopped', unfinished });
      await admin?.close();
    },
  };
}

/** Leaves nothing open behind a start that failed. */
async function closingOnFailure<Started>(start: Promise<Started>, close: () => Promise<void>): Promise<Started> {
  try {
    return await start;
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Waits for work to be over; when an ending comes before, only so much longer. */
async function untilOver(work: Promise<void>, ending: Ending, msAfterwards: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    ending.listen(() => {
      timer = setTimeout(resolve, msAfterwards);
    });
  });
  await Promise.race([work, given]);
  clearTimeout(timer);
}
