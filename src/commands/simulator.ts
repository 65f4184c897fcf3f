import { SimulatorSettingsFault, runSimulatorCommand } from '../simulator/command.js';
import { Failure } from './failure.js';
import { untilStopped } from './until-stopped.js';

/**
 * Runs the simulator of a call manager in the foreground until it is told to stop.
 * @returns the exit code
 */
export async function simulator(environment: NodeJS.ProcessEnv, write: (line: string) => void): Promise<number> {
  const running = await runSimulatorCommand(environment, write).catch((thrown: unknown) => {
    throw startFailure(thrown);
  });
  return untilStopped(
    () => running.close(),
    () => undefined,
  );
}

function startFailure(thrown: unknown): unknown {
  if (thrown instanceof SimulatorSettingsFault) return new Failure(thrown.message);
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (syscall !== 'listen') return thrown;
  return new Failure(
    `the simulator's port cannot be opened (${code ?? ''}): set SIMULATOR_PORT and SIMULATOR_CONTROL_PORT`,
  );
}
