import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { caller } from './caller.js';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.js';
import { emptyFolder, type Ended, type RunningProcess, start } from './processes.js';
import { serviceSettings, startTestService } from './test-service.js';

/** A service in front of a simulator, with a proxy before it, and the command line that uses them. */
export interface Office {
  readonly simulator: RunningSimulator;
  readonly proxy: FaultyProxy;
  /** Where the command runs. */
  readonly folder: string;
  /** The whole environment of the command. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts `axl-phone-proxy buttons …`. */
  readonly begin: (...given: readonly string[]) => RunningProcess;
  /** Runs it to its end. */
  readonly buttons: (...given: readonly string[]) => Promise<Ended>;
  close(): Promise<void>;
}

/** @param seed of the simulator */
export async function openOffice(seed: unknown, latencyMs = 0): Promise<Office> {
  const simulator = await startSimulator({ seed, latencyMs });
  const service = await startTestService(serviceSettings(simulator.url));
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
    close: async () => {
      await proxy.close();
      await service.stop('test');
      await simulator.close();
    },
  };
}
