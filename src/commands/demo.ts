import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { type Log, openLog } from '../observability/logger.js';
import { flushSpans } from '../observability/tracing.js';
import { type RunningService, startService } from '../service.js';
import { type RunningSimulator, startSimulator } from '../simulator/simulator.js';
import { canLoad } from '../store/problems.js';
import { configOf } from './configuration.js';
import { Failure, type Print } from './terminal.js';
import { untilStopped } from './signals.js';
import { startFailure } from './serve.js';

/**
 * Runs the simulator and the service on loopback, with generated passwords, and prints curl lines that work.
 * @returns the exit code
 */
export async function demo(environment: NodeJS.ProcessEnv, write: Print): Promise<number> {
  if (environment['NODE_ENV'] === 'production') throw new Failure('the demo does not run in production');
  const folder = await mkdtemp(path.join(tmpdir(), 'axl-phone-proxy-demo-'));
  try {
    return await runDemo(environment, folder, write);
  } finally {
    await flushSpans();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param folder where the database is */
async function runDemo(environment: NodeJS.ProcessEnv, folder: string, write: Print): Promise<number> {
  // Without a driver for this machine, the demo shows everything else.
  const keepsHistory = await canLoad('libsql');
  const axlPassword = randomBytes(8).toString('hex');
  const simulator = await startSimulator({ username: 'axl', password: axlPassword });
  const settings = {
    PORT: environment['PORT'],
    // Any free port: on a developer's machine the default port may be in use.
    ADMIN_PORT: environment['ADMIN_PORT'] ?? '0',
    LOG_LEVEL: environment['LOG_LEVEL'] ?? 'info',
    AXL_URL: simulator.url,
    AXL_VERSION: simulator.release,
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: axlPassword,
    AUTH_USERNAME: 'demo',
    AUTH_PASSWORD: randomBytes(4).toString('hex'),
    DATA_DIR: folder,
    ...(keepsHistory ? { INVENTORY: 'on' } : { DATABASE_URL: 'off' }),
  };
  const config = configOf(settings, '');
  const log = await openLog(config.logLevel);
  const service = await start(config, log, environment['PORT'] !== undefined).catch(async (thrown: unknown) => {
    await simulator.close();
    await log.close();
    throw startFailure(thrown, config);
  });
  const stop = async (reason: string, early?: AbortSignal): Promise<void> => {
    await service.stop(reason, early);
    await simulator.close();
    await log.close();
  };
  const stopped = untilStopped(stop, log.observe);
  try {
    if (config.port !== 0 && Number(new URL(service.url).port) !== config.port) {
      await write(`\nPort ${config.port} is in use, so the demo uses another one. Set PORT to choose one.`);
    }
    await write(introduction(service, settings.AUTH_PASSWORD, simulator, keepsHistory).join('\n'));
  } catch (thrown) {
    // The history's thread may be at work: a process that exits then may crash in its driver.
    await stop('standard output');
    throw thrown;
  }
  return stopped;
}

/** The demo starts on another port if its default port is in use, but not if a port was given. */
async function start(config: Config, { observe, linesLost }: Log, isPortGiven: boolean): Promise<RunningService> {
  try {
    return await startService(config, observe, linesLost);
  } catch (thrown) {
    if (isPortGiven || (thrown as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw thrown;
    return startService({ ...config, port: 0 }, observe, linesLost);
  }
}

function introduction(
  { url, consoleUrl }: RunningService,
  password: string,
  simulator: RunningSimulator,
  keepsHistory: boolean,
): string[] {
  const curl = 'curl -u "$PHONE_PROXY_USERNAME:$PHONE_PROXY_PASSWORD"';
  const ofPhone = '"$PHONE_PROXY_URL/changes?phone=SEP00A1B2C30003&user=demo&limit=1"';
  const idOnly = `sed -n 's/^{"id":"\\([0-9]*\\)".*/\\1/p'`;
  const shown = `${curl} -s "$PHONE_PROXY_URL/changes/$change"`;
  const untilEnded = [`while ${shown} | grep '^{"id":"[0-9]*","state":"r' > /dev/null; do sleep 1; done`, shown];
  return [
    '',
    `The service listens on ${url}, in front of a simulated call manager at ${simulator.url}.`,
    '',
    ...(consoleUrl === undefined ? [] : [`The console: ${consoleUrl} (user demo, password ${password})`, '']),
    '# In another terminal: where the service is, and the login',
    `export PHONE_PROXY_URL=${url} PHONE_PROXY_USERNAME=demo PHONE_PROXY_PASSWORD=${password}`,
    '',
    '# Find the phones with a number: one phone, a shared line, a number stored as \\+14085554019',
    `${curl} "$PHONE_PROXY_URL/phone/?dirn=2003"`,
    `${curl} "$PHONE_PROXY_URL/phone/?dirn=3100"`,
    `${curl} "$PHONE_PROXY_URL/phone/?dirn=%2B14085554019"`,
    '',
    '# Replace the speed dials of a phone, and look again',
    `${curl} "$PHONE_PROXY_URL/speeddials?phone=SEP00A1B2C30003" -H 'Content-Type: application/json' \\`,
    `  -d '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro 😀"}]'`,
    `${curl} "$PHONE_PROXY_URL/phone/?dirn=2003"`,
    '',
    '# Find the buttons to a number',
    `${curl} "$PHONE_PROXY_URL/buttons/?dirn=6150"`,
    `${program()} buttons find 6150`,
    '',
    ...(keepsHistory
      ? [
          '# Show what changed, and who changed it',
          `${curl} ${ofPhone}`,
          '',
          '# Give all buttons to a number a new label, and show the change when it has ended',
          `change=$(${curl} -s "$PHONE_PROXY_URL/changes" -H 'Content-Type: application/json' \\`,
          `  -d '{"relabel":{"dirn":"6150","label":"Petra Sandström"},"apply":true}' | ${idOnly})`,
          ...untilEnded,
          '',
          '# Undo it',
          `change=$(${curl} -s -X POST "$PHONE_PROXY_URL/changes/$change/undo" | ${idOnly})`,
          ...untilEnded,
          '',
        ]
      : []),
    '# Make the call manager misbehave, and see what callers get',
    `curl '${simulator.controlUrl}misbehaviour' -d '{"kind":"503","times":9}'`,
    `${curl} -i "$PHONE_PROXY_URL/phone/?dirn=2003"`,
    '',
    'Stop with Ctrl-C.',
    '',
  ];
}

/** The command that starts this program from the current directory. */
function program(): string {
  const [, file = ''] = process.argv;
  const name = path.basename(file);
  const below = path.relative(process.cwd(), file);
  return name === 'axl-phone-proxy' ? name : `node ${below.startsWith('..') ? file : below}`;
}
