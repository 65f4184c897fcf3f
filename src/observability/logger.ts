import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { type AxlCallSeen, type Observation, type Observe, saysNotThere } from './observations.js';

/** One JSON line for each entry on standard output; readable lines when that is a terminal. */
export function createLogger(level: string): Logger {
  const stream = process.stdout.isTTY
    ? pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l', sync: true })
    : pino.destination({ dest: 1, sync: true });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

/** Decides what of the observations is logged, and at which level. */
export function logTo(logger: Logger): Observe {
  return (observation) => {
    const level = levelOf(observation);
    if (level === undefined || !logger.isLevelEnabled(level)) return;
    logger[level](factsOf(observation), textOf(observation));
  };
}

/** The times of observations. */
const times = ['durationMs', 'axlMs', 'holdMs', 'pauseMs'] as const;

/** What a line says; what is undefined is left out of it. */
function factsOf(observation: Observation): Record<string, unknown> {
  const facts: Record<string, unknown> = { event: observation.kind, ...observation, kind: undefined };
  // To a hundredth of a millisecond: more digits only make lines long.
  for (const name of times) {
    const ms = facts[name];
    if (typeof ms === 'number') facts[name] = Math.round(ms * 100) / 100;
  }
  // A line's own level has that name.
  if (observation.kind === 'throttle') Object.assign(facts, { level: undefined, throttleLevel: observation.level });
  return facts;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

function levelOf(observation: Observation): Level | undefined {
  switch (observation.kind) {
    case 'axl-call':
      return levelOfAxlCall(observation);
    case 'queue-wait':
      return undefined;
    case 'request':
      return observation.status >= 500 ? 'warn' : 'info';
    case 'axl-retry':
    case 'shed':
    case 'throttle':
    case 'login-refused':
    case 'unreadable-characters':
    case 'warning':
      return 'warn';
    case 'credentials-refused':
    case 'unexpected':
      return 'error';
    case 'breaker':
      return observation.state === 'open' ? 'error' : 'info';
    case 'audit-file':
      return observation.state === 'failing' ? 'error' : 'info';
    case 'htpasswd':
      return observation.state === 'unusable' ? 'error' : 'info';
    case 'load-change':
      return observation.outcome === 'ok' ? 'info' : 'warn';
    case 'session-login':
    case 'release':
    case 'write':
    case 'started':
    case 'stopping':
    case 'stopped':
      return 'info';
  }
}

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
    case 'unreadable-characters':
      return `values of the answer to ${observation.operation} hold characters that cannot be read, shown as U+FFFD`;
    case 'started':
      return startedText(observation);
    case 'release':
      return `the call manager is ${observation.version} and speaks AXL ${observation.release}`;
    case 'breaker':
      return `the call manager's node ${observation.node} ${observation.state === 'open' ? 'is down' : 'is back'}`;
    case 'credentials-refused':
      return 'the call manager refused the credentials: no login is tried until the pause is over, or SIGHUP';
    default:
      return observation.kind;
  }
}

function startedText({ url, adminUrl }: Extract<Observation, { kind: 'started' }>): string {
  return `listening on ${url}` + (adminUrl === undefined ? '' : ` (health and metrics on ${adminUrl})`);
}
