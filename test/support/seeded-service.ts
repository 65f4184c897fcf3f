import { password, username } from './one-phone-service.js';
import { environmentFor, startTestService } from './test-service.js';
import { type DeviceState, startSimulator } from '../../src/simulator/simulator.js';

/** The service in front of the simulator with the company of the demo. */
export interface SeededService {
  readonly url: string;
  /** A caller's whole environment. A proxy that is set in the tests' environment would be used for loopback too. */
  readonly callerEnvironment: Readonly<Record<string, string>>;
  /** The present state of a phone in the call manager. */
  phone(name: string): DeviceState | undefined;
  reset(): void;
  close(): Promise<void>;
}

export async function startSeededService(): Promise<SeededService> {
  const simulator = await startSimulator({ strictRequests: true });
  const environment = { ...environmentFor(simulator), AUTH_USERNAME: username, AUTH_PASSWORD: password };
  const service = await startTestService(environment);
  const { PATH = '' } = process.env;
  return {
    url: service.url,
    callerEnvironment: {
      PATH,
      PHONE_PROXY_URL: service.url,
      PHONE_PROXY_USERNAME: username,
      PHONE_PROXY_PASSWORD: password,
    },
    phone: (name) => simulator.state().find((phone) => phone.name === name),
    reset: () => {
      simulator.reset();
    },
    close: async () => {
      await service.stop('test');
      await simulator.close();
    },
  };
}
