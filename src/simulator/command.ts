import { writeFileSync } from 'node:fs';
import { defaultOptions, type SimulatorOptions } from './options.js';
import type { RunningSimulator } from './running-simulator.js';
import { startSimulator } from './simulator.js';
import { commandDefaults, simulatorVariables } from './variables.js';

/** Wrong environment variables; the message has one line for each. */
export class SimulatorSettingsProblem extends Error {
  override name = 'SimulatorSettingsProblem';

  constructor(readonly problems: readonly string[]) {
    super(`The simulator cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/**
 * Starts the simulator from the environment (SIMULATOR_...) and prints its addresses.
 * @param write prints text for the terminal
 * @throws SimulatorSettingsProblem that names every wrong variable; always in production
 */
export async function runSimulatorCommand(
  env: NodeJS.ProcessEnv,
  write: (text: string) => Promise<void>,
): Promise<RunningSimulator> {
  const options = readEnvironment(env);
  const simulator = await startSimulator(options);
  const certificateFile = env['SIMULATOR_CERT_FILE_OUT'];
  if (certificateFile !== undefined && simulator.certificate !== undefined) {
    writeFileSync(certificateFile, simulator.certificate);
  }
  await write(introduction(simulator, options, certificateFile).join('\n'));
  return simulator;
}

/**
 * Reads the options from the environment.
 * @throws SimulatorSettingsProblem
 */
export function readEnvironment(env: NodeJS.ProcessEnv): SimulatorOptions {
  const problems: string[] = [];
  if (env['NODE_ENV'] === 'production')
    problems.push('NODE_ENV: the simulated call manager does not run in production');
  const given: [option: string, value: unknown][] = [];
  for (const [name, { option, read }] of Object.entries(simulatorVariables)) {
    const text = env[name];
    // An empty variable counts as not set.
    if (option === undefined || text === undefined || text === '') continue;
    try {
      given.push([option, read(text)]);
    } catch (thrown) {
      problems.push(`${name}: ${thrown instanceof Error ? thrown.message : 'cannot be read'}`);
    }
  }
  const options: SimulatorOptions = { ...commandDefaults, ...Object.fromEntries(given) };
  const { replicationLagMs, subscribers = 0 } = options;
  if (Array.isArray(replicationLagMs) && replicationLagMs.length !== subscribers) {
    problems.push('SIMULATOR_REPLICATION_LAG_MS: one number is expected, or one for each of SIMULATOR_SUBSCRIBERS');
  }
  if (problems.length > 0) throw new SimulatorSettingsProblem(problems);
  return options;
}

function introduction(simulator: RunningSimulator, options: SimulatorOptions, certificateFile?: string): string[] {
  const { username = defaultOptions.username, password } = options;
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
    `  AXL_PASSWORD=${password === undefined ? defaultOptions.password : '(the SIMULATOR_PASSWORD)'}`,
    ...trust,
  ];
}
