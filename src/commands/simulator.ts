import type { Observation } from '../observability/observations.js';
import { SimulatorSettingsProblem, runSimulatorCommand } from '../simulator/command.js';
import { SeedProblem } from '../simulator/state/seed.js';
import { Failure, type Print } from './terminal.js';
import { untilStopped } from './signals.js';

/**
 * Runs the simulator of a call manager in the foreground until it is told to stop.
 * @returns the exit code
 */
export async function simulator(environment: NodeJS.ProcessEnv, write: Print): Promise<number> {
  const starting = runSimulatorCommand(environment, write).catch((thrown: unknown) => {
    throw startFailure(thrown);
  });
  const stopped = untilStopped(async () => (await starting).close(), tellUnexpected);
  await starting;
  return stopped;
}

/** The simulator has no log. */
function tellUnexpected(observation: Observation): void {
  if (observation.kind !== 'unexpected') return;
  process.stderr.write(`axl-phone-proxy: the simulator failed: ${observation.name}\n${observation.stack}\n`);
}

function startFailure(thrown: unknown): unknown {
  if (thrown instanceof SimulatorSettingsProblem || thrown instanceof SeedProblem) return new Failure(thrown.message);
  const { code, syscall, path } = thrown as NodeJS.ErrnoException;
  if (syscall === 'getaddrinfo') return new Failure(`SIMULATOR_HOST is not an address of this machine (${code ?? ''})`);
  if (path !== undefined) return new Failure(`${path} cannot be opened (${code ?? ''})`);
  if (syscall !== 'listen') return thrown;
  return new Failure(
    `the simulator's port cannot be opened (${code ?? ''}): set SIMULATOR_PORT and SIMULATOR_CONTROL_PORT`,
  );
}
