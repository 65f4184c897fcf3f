import { writeFileSync } from 'node:fs';
import { readRules } from './misbehaviour/rules.js';
import { demoPassword, demoUsername, type SimulatorOptions } from './options.js';
import { isRelease, releases } from './schema/releases.js';
import type { RunningSimulator } from './running-simulator.js';
import { startSimulator } from './simulator.js';

const defaultPort = 8443;
const defaultControlPort = 8444;

/** Every variable that the command reads, save NODE_ENV. */
export const SIMULATOR_VARIABLES = [
  'SIMULATOR_HOST',
  'SIMULATOR_PORT',
  'SIMULATOR_CONTROL_PORT',
  'SIMULATOR_TLS',
  'SIMULATOR_CERT_FILE_OUT',
  'SIMULATOR_USERNAME',
  'SIMULATOR_PASSWORD',
  'SIMULATOR_LOCK_AFTER',
  'SIMULATOR_RELEASE',
  'SIMULATOR_SEED_FILE',
  'SIMULATOR_SESSION_IDLE_MS',
  'SIMULATOR_LATENCY_MS',
  'SIMULATOR_SUBSCRIBERS',
  'SIMULATOR_REPLICATION_LAG_MS',
  'SIMULATOR_SESSION_COOKIES',
  'SIMULATOR_ANY_CASE_NAMES',
  'SIMULATOR_COUNTS_ABANDONED',
  'SIMULATOR_MISBEHAVIOUR',
] as const;

type SimulatorVariable = (typeof SIMULATOR_VARIABLES)[number];

/** Environment variables that make no sense; the message has a line for each. */
export class SimulatorSettingsProblem extends Error {
  override name = 'SimulatorSettingsProblem';

  constructor(readonly faults: readonly string[]) {
    super(`The simulator cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Starts the simulator from the environment (SIMULATOR_...) and says where it is.
 * @param write takes the lines for the terminal
 * @throws SimulatorSettingsProblem that names every wrong variable; in production always
 */
export async function runSimulatorCommand(
  env: NodeJS.ProcessEnv,
  write: (line: string) => void,
): Promise<RunningSimulator> {
  const options = readEnvironment(env);
  const simulator = await startSimulator(options);
  const certificateFile = env['SIMULATOR_CERT_FILE_OUT'];
  if (certificateFile !== undefined && simulator.certificate !== undefined) {
    writeFileSync(certificateFile, simulator.certificate);
  }
  for (const line of introduction(simulator, options, certificateFile)) write(line);
  return simulator;
}

/**
 * The options that the environment asks for.
 * @throws SimulatorSettingsProblem
 */
export function readEnvironment(env: NodeJS.ProcessEnv): SimulatorOptions {
  const faults: string[] = [];
  if (env['NODE_ENV'] === 'production') faults.push('NODE_ENV: a simulated call manager has no place in production');
  const attempt = <Value>(name: SimulatorVariable, read: (text: string) => Value): Value | undefined => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    try {
      return read(text);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : 'cannot be read'}`);
      return undefined;
    }
  };
  const options = present({
    host: env['SIMULATOR_HOST'],
    port: attempt('SIMULATOR_PORT', whole(65_535)) ?? defaultPort,
    controlPort: attempt('SIMULATOR_CONTROL_PORT', whole(65_535)) ?? defaultControlPort,
    tls: attempt('SIMULATOR_TLS', trueOrFalse) ?? true,
    username: env['SIMULATOR_USERNAME'],
    password: env['SIMULATOR_PASSWORD'],
    release: attempt('SIMULATOR_RELEASE', release),
    seed: env['SIMULATOR_SEED_FILE'],
    latencyMs: attempt('SIMULATOR_LATENCY_MS', whole(600_000)),
    lockAfter: attempt('SIMULATOR_LOCK_AFTER', whole(1_000)),
    sessionIdleMs: attempt('SIMULATOR_SESSION_IDLE_MS', whole(86_400_000)),
    subscribers: attempt('SIMULATOR_SUBSCRIBERS', whole(10)),
    replicationLagMs: attempt('SIMULATOR_REPLICATION_LAG_MS', lags),
    sessionCookies: attempt('SIMULATOR_SESSION_COOKIES', trueOrFalse),
    anyCaseNames: attempt('SIMULATOR_ANY_CASE_NAMES', trueOrFalse),
    countsAbandoned: attempt('SIMULATOR_COUNTS_ABANDONED', trueOrFalse),
    misbehaviour: attempt('SIMULATOR_MISBEHAVIOUR', (text) => readRules(JSON.parse(text))),
  });
  const { replicationLagMs, subscribers = 0 } = options;
  if (Array.isArray(replicationLagMs) && replicationLagMs.length !== subscribers) {
    faults.push('SIMULATOR_REPLICATION_LAG_MS: one number is expected, or one for each of SIMULATOR_SUBSCRIBERS');
  }
  if (faults.length > 0) throw new SimulatorSettingsProblem(faults);
  return options;
}

/** Drops what was not given: an empty variable counts as none. */
function present(options: { [Name in keyof SimulatorOptions]: SimulatorOptions[Name] | undefined }): SimulatorOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== ''));
}

function whole(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number > max) throw new Error(`a whole number from 0 to ${max} is expected`);
    return number;
  };
}

/** One number for all subscribers, or one for each, separated by commas. */
function lags(text: string): number | number[] {
  const each = text.split(',').map(whole(3_600_000));
  return each.length === 1 && each[0] !== undefined ? each[0] : each;
}

function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('true or false is expected');
  return text === 'true';
}

function release(text: string): string {
  if (!isRelease(text)) throw new Error(`one of ${releases.join(', ')} is expected`);
  return text;
}

function introduction(simulator: RunningSimulator, options: SimulatorOptions, certificateFile?: string): string[] {
  const { username = demoUsername, password } = options;
  const trust =
    simulator.certificate === undefined
      ? []
      : [`  AXL_CA_FILE=${certificateFile ?? '(set SIMULATOR_CERT_FILE_OUT to get the certificate as a file)'}`];
  return [
    `AXL simulator, release ${simulator.release}: ${simulator.urls.join(', ')}`,
    `Control path: ${simulator.controlUrl}`,
    'To point the proxy at it:',
    `  AXL_URL=${simulator.urls.join(',')}`,
    `  AXL_USERNAME=${username}`,
    `  AXL_PASSWORD=${password === undefined ? demoPassword : '(the SIMULATOR_PASSWORD)'}`,
    ...trust,
  ];
}
