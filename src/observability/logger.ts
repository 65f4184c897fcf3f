import { isatty } from 'node:tty';
import { constants, fstatSync, openSync, write as writeToFile } from 'node:fs';
import { promisify } from 'node:util';
import { type Logger, pino } from 'pino';
import { LineWriter } from './line-writer.js';
import { type AxlCallSeen, type Observation, type Observe, saysNotThere } from './observations.js';

/** How many bytes of the log may wait while standard output is full or slow. */
const mostWaitingBytes = 1024 * 1024;
/** How long the end of the process waits for standard output, in milliseconds. */
const longestFlushMs = 1_000;

/** The log of the process, on standard output. */
export interface Log {
  readonly observe: Observe;
  /** How many lines were lost so far because standard output did not take them. */
  readonly linesLost: () => number;
  /** Writes the remaining lines, if standard output accepts them. */
  close(): Promise<void>;
}

/**
 * Opens the log: one JSON line for each entry, readable lines on a terminal. If standard output is full,
 * slow or gone, the service does not wait: lines stay in memory while they fit, and the log tells how many were lost.
 */
export async function openLog(level: string, write = writeToStandardOutput): Promise<Log> {
  let linesLost = 0;
  const lines = new LineWriter({
    write,
    mostBytes: mostWaitingBytes,
    collectMs: 10,
    retryMs: 1_000,
    lost: () => {
      linesLost += 1;
    },
    working: (lost) => {
      if (lost > 0) observe({ kind: 'log-lines-lost', lines: lost });
    },
  });
  const observe = logTo(await createLogger(level, lines));
  return { observe, linesLost: () => linesLost, close: () => lines.flush(longestFlushMs) };
}

async function createLogger(level: string, lines: LineWriter): Promise<Logger> {
  const shown = isatty(1) ? await readableLines() : (line: string) => line;
  const stream = {
    write: (line: string) => {
      lines.add(shown(line));
    },
  };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

/** The package is loaded only on a terminal, because other starts do not need it. */
async function readableLines(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  return prettyFactory({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' });
}

/** Decides which observations are logged, which of their properties, and at which level. */
export function logTo(logger: Logger): Observe {
  return (observation) => {
    const level = levelOf(observation);
    if (level === undefined || !logger.isLevelEnabled(level)) return;
    logger[level](factsOf(observation), textOf(observation));
  };
}

/** The times of observations. */
const times = ['durationMs', 'axlMs', 'holdMs', 'pauseMs'] as const;

/** The properties of a line; undefined ones are left out. */
function factsOf(observation: Observation): Record<string, unknown> {
  const facts: Record<string, unknown> = { event: observation.kind, ...observation, kind: undefined };
  if ('span' in observation) {
    Object.assign(facts, { span: undefined, traceId: observation.span?.spanContext().traceId });
  }
  // Round times to a hundredth of a millisecond, because more digits only make lines long.
  for (const name of times) {
    const ms = facts[name];
    if (typeof ms === 'number') facts[name] = Math.round(ms * 100) / 100;
  }
  // The log line itself has a property of that name.
  if (observation.kind === 'throttle') Object.assign(facts, { level: undefined, throttleLevel: observation.level });
  return facts;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

function levelOf(observation: Observation): Level | undefined {
  switch (observation.kind) {
    case 'axl-call':
      return levelOfAxlCall(observation);
    case 'queue-wait':
    case 'change':
    case 'inventory-page':
      return undefined;
    case 'inventory-sweep':
      return observation.outcome === 'whole' ? 'info' : 'warn';
    case 'history':
      return observation.cause === undefined ? 'debug' : 'warn';
    case 'request':
      return observation.status >= 500 ? 'warn' : 'info';
    case 'axl-retry':
    case 'shed':
    case 'throttle':
    case 'login-refused':
    case 'late-answer':
    case 'unreadable-characters':
    case 'changed-beside':
    case 'writing-resumed':
    case 'warning':
      return 'warn';
    case 'credentials-refused':
    case 'writing-stopped':
    case 'unexpected':
      return 'error';
    case 'breaker':
      return observation.state === 'open' ? 'error' : 'info';
    case 'certificates':
      return { 'in-use': 'debug', renewed: 'info', unusable: 'error' }[observation.state] as Level;
    case 'audit-lines-lost':
      return 'error';
    case 'log-lines-lost':
      return 'warn';
    case 'audit-file':
      return observation.state === 'failing' ? 'error' : 'info';
    case 'htpasswd':
      return observation.state === 'unusable' ? 'error' : 'info';
    case 'load-change':
      return observation.outcome === 'ok' ? 'info' : 'warn';
    case 'session-login':
    case 'change-carried':
    case 'release':
    case 'write':
    case 'started':
    case 'stopping':
    case 'stopped':
      return 'info';
  }
}

const anotherCluster =
  'more than a third of the devices differ from the last sweep of the inventory: a backup was restored, or this is ' +
  'another cluster; the history records no changes from this sweep';

function levelOfAxlCall(call: AxlCallSeen): Level {
  if (call.outcome === 'ok' || call.outcome === 'abandoned') return 'debug';
  return saysNotThere(call) ? 'info' : 'warn';
}

function textOf(observation: Observation): string {
  switch (observation.kind) {
    case 'request':
      return `${observation.method} ${observation.route} ${observation.status}`;
    case 'axl-call':
      return `AXL ${observation.operation}: ${observation.outcome}`;
    case 'warning':
      return observation.text;
    case 'inventory-sweep':
      return observation.outcome === 'another' ? anotherCluster : observation.kind;
    case 'unreadable-characters':
      return `the answer to ${observation.operation} has characters that cannot be read, shown as U+FFFD`;
    case 'log-lines-lost':
      return `standard output accepts lines again; ${observation.lines} lines of this log are lost`;
    case 'certificates':
      return `the certificates of ${observation.variable} are ${observation.state}`;
    case 'audit-lines-lost':
      return `${observation.lines} lines of the audit file are lost`;
    case 'started':
      return startedText(observation);
    case 'release':
      return `the call manager is ${observation.version} and speaks AXL ${observation.release}`;
    case 'breaker':
      return `the call manager's node ${observation.node} ${observation.state === 'open' ? 'is down' : 'is back'}`;
    case 'credentials-refused':
      return 'the call manager refused the credentials: there is no login until the pause ends or SIGHUP arrives';
    case 'writing-stopped':
      return `nothing is written any more: after a write to ${observation.device}, the call manager ${observation.words}`;
    case 'writing-resumed':
      return `writing is resumed by ${observation.by}`;
    case 'changed-beside':
      return `during a write to ${observation.device}, someone ${observation.words}`;
    case 'change-carried':
      return `change ${observation.id} is ${observation.state}`;
    case 'audit-file':
    case 'axl-retry':
    case 'change':
    case 'history':
    case 'htpasswd':
    case 'inventory-page':
    case 'late-answer':
    case 'load-change':
    case 'login-refused':
    case 'queue-wait':
    case 'session-login':
    case 'shed':
    case 'stopped':
    case 'stopping':
    case 'throttle':
    case 'unexpected':
    case 'write':
      return observation.kind;
  }
}

function startedText({ url, adminUrl, database }: Extract<Observation, { kind: 'started' }>): string {
  const admin = adminUrl === undefined ? '' : `health and metrics on ${adminUrl}, `;
  return `listening on ${url} (${admin}database ${database})`;
}

const standardOutput = 1;
const writeBytes = promisify(writeToFile);

/**
 * Opens standard output so that a write to it never waits.
 *
 * A write to a pipe that no one reads blocks its thread: the event loop, or one of the four threads that look up names,
 * read files and check passwords. So pipes are opened without waiting (O_NONBLOCK). Regular files do not have that mode
 * and a disk may be slow, so all writes run in one of those threads. The mode belongs to the open file, and another
 * process that shares our standard output may reset it. Opening a pipe or a terminal again gives it a mode of its own.
 * That does not work for a socket or a pipe of another user. A regular file stays open, to keep its position.
 */
function openWithoutWaiting(): number {
  try {
    if (!fstatSync(standardOutput).isFIFO() && !isatty(standardOutput)) return sharedWithoutWaiting();
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync(`/proc/self/fd/${standardOutput}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return sharedWithoutWaiting();
  }
}

/** @returns the file descriptor itself, in that mode if it has one */
function sharedWithoutWaiting(): number {
  // Node sets the mode for pipes and sockets when process.stdout is first used.
  return process.stdout.fd;
}

let opened: number | undefined;

/**
 * Writes to standard output without waiting for its reader.
 * @returns how many of the bytes were written; rejects with EAGAIN when the reader is behind
 */
async function writeToStandardOutput(bytes: Uint8Array): Promise<number> {
  opened ??= openWithoutWaiting();
  return (await writeBytes(opened, bytes)).bytesWritten;
}
