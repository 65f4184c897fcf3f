import path from 'node:path';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { caller } from './caller.js';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.js';
import { runButtons } from './button-command.js';
import { emptyFolder, type Ended, type RunningProcess, start } from './processes.js';
import { serviceSettings, startTestService } from './test-service.js';

/** The setting for a history in a new file. */
export const withHistory = () => ({ DATABASE_URL: `sqlite:${path.join(emptyFolder(), 'history.db')}` });

/** A service in front of a simulator, with a proxy before the service, and the command line that uses them. */
export interface Office {
  readonly simulator: RunningSimulator;
  readonly proxy: FaultyProxy;
  /** The working directory of the command. */
  readonly folder: string;
  /** The whole environment of the command. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts `axl-phone-proxy buttons …`. */
  readonly begin: (...given: readonly string[]) => RunningProcess;
  /** Runs it to its end. */
  readonly buttons: (...given: readonly string[]) => Promise<Ended>;
  /** Runs it to its end, with a text on standard input. */
  readonly fed: (input: string, ...given: readonly string[]) => Promise<Ended>;
  /** Runs it to its end within this process, from the source. */
  readonly command: (...given: readonly string[]) => Promise<Ended>;
  /** Runs it to its end within this process, with a text on standard input. */
  readonly commandFed: (input: string, ...given: readonly string[]) => Promise<Ended>;
  close(): Promise<void>;
}

interface OfficeOptions {
  readonly latencyMs?: number;
  /** More settings of the service. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** @param seed the simulator's seed */
export async function openOffice(seed: unknown, { latencyMs = 0, settings = {} }: OfficeOptions = {}): Promise<Office> {
  const simulator = await startSimulator({ seed, latencyMs });
  const service = await startTestService({ ...serviceSettings(simulator.url), ...settings });
  const proxy = await startFaultyProxy(service.url);
  const folder = emptyFolder();
  const environment = {
    PHONE_PROXY_URL: proxy.url,
    PHONE_PROXY_USERNAME: caller.name,
    PHONE_PROXY_PASSWORD: caller.password,
  };
  const begin = (...given: readonly string[]) => start(['buttons', ...given], { env: environment, cwd: folder });
  return {
    ...{ simulator, proxy, folder, environment, begin },
    buttons: (...given) => begin(...given).ended,
    fed: (input, ...given) => start(['buttons', ...given], { env: environment, cwd: folder, input }).ended,
    command: (...given) => runButtons(given, { env: environment, cwd: folder }),
    commandFed: (input, ...given) => runButtons(given, { env: environment, cwd: folder, input }),
    close: async () => {
      await proxy.close();
      await service.stop('test');
      await simulator.close();
    },
  };
}
