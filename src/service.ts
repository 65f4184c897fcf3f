import { AdminListener } from './admin/admin-listener.js';
import { createApp } from './http/app.js';
import { GuardedAuthenticator } from './authentication/guarded-authenticator.js';
import { HtpasswdFile } from './authentication/htpasswd-file.js';
import { htpasswdUsers, singleUser } from './authentication/password-source.js';
import { warningOfUnknownUsers } from './authentication/read-only-users.js';
import { createCallManager } from './axl/axl-backend.js';
import { type AuthConfig, type Config, readSecret } from './config/config.js';
import { HttpServer, lastAnswersMs } from './http/server.js';
import { AuditFile } from './observability/audit-file.js';
import type { Observe } from './observability/observations.js';
import { startWarnings } from './config/start-warnings.js';
import { CertificateRenewal } from './tls/certificate-renewal.js';
import { timeLimit, whenAborted } from './use-cases/time-limit.js';
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
  stop(reason: string, early?: AbortSignal): Promise<void>;
}

/**
 * Builds the service from its configuration and starts it.
 * @param log where everything that the service says about itself goes
 * @param logLinesLost how many lines of that were lost so far
 * @throws ConfigFaults, AdminCannotListen, or the system's error when the port or a file cannot be opened
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
  const side = await createCallManager(config.axl, observe);
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
  users.watch();
  const findPhones = new FindPhones(side.callManager);
  const loadsChange = config.axl.afterUpdate !== 'none';
  const replaceSpeedDials = new ReplaceSpeedDials(side.callManager, loadsChange, observe, () => {
    findPhones.phoneChanged();
  });
  const graceOver = new AbortController();
  const app = createApp({
    findPhones,
    replaceSpeedDials,
    authenticator: users.authenticator,
    observe,
    deadlineMs: config.requestDeadlineMs,
    graceOver: graceOver.signal,
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
    stop: async (reason, early = new AbortController().signal) => {
      observe({ kind: 'stopping', reason });
      admin?.stopping();
      // First, because it counts what runs at the end of the grace period, before that is ended.
      const closed = server.stop(config.shutdownGraceMs, early);
      const grace = timeLimit(config.shutdownGraceMs);
      whenAborted(early, grace.end);
      // A write that is ended is settled like every write whose time is over: outcome-unknown where it was sent.
      whenAborted(grace.signal, () => {
        graceOver.abort();
      });
      // A write that was accepted is carried through even when its caller has hung up.
      await untilOver(replaceSpeedDials.idle(), grace.signal, lastAnswersMs);
      const unfinished = await closed;
      grace.release();
      await closeBehind();
      observe({ kind: 'stopped', unfinished });
      await admin?.close();
    },
  };
}

/** @returns the password towards the call manager as it is now; undefined when its file holds none, which is told */
function renewedPassword({ passwordFile, password }: Config['axl'], observe: Observe): string | undefined {
  if (passwordFile === undefined) return password;
  try {
    const renewed = readSecret(passwordFile);
    if (renewed !== '') return renewed;
    observe({ kind: 'warning', text: `AXL_PASSWORD_FILE ${passwordFile} is empty: the password stays as it was` });
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    const text = `AXL_PASSWORD_FILE ${passwordFile} cannot be read (${code}): the password stays as it was`;
    observe({ kind: 'warning', text });
  }
  return undefined;
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

/** Waits for work to be over; when a signal comes before, only so much longer. */
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

interface Users {
  readonly authenticator: GuardedAuthenticator;
  /** Tells what is wrong with them, and takes up changes from now on. */
  watch(): void;
  close(): void;
}

function createAuthenticator({ user, htpasswdFile, readOnlyUsers }: AuthConfig, observe: Observe): Users {
  const tellUnknown = (names: Iterable<string>): void => {
    const text = warningOfUnknownUsers(readOnlyUsers, names);
    if (text !== undefined) observe({ kind: 'warning', text });
  };
  if (user) {
    const authenticator = new GuardedAuthenticator(singleUser(user.name, user.password), observe);
    const watch = (): void => {
      tellUnknown([user.name]);
    };
    return { authenticator, watch, close: () => undefined };
  }
  const file = new HtpasswdFile(htpasswdFile ?? '');
  const authenticator = new GuardedAuthenticator(
    htpasswdUsers(() => file.entries),
    observe,
  );
  return {
    authenticator,
    watch: () => {
      tellUnknown(file.entries.keys());
      file.watch(observe, () => {
        authenticator.forget();
        tellUnknown(file.entries.keys());
      });
    },
    close: () => {
      file.close();
    },
  };
}
