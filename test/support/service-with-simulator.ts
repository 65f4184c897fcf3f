import { onTestFinished } from 'vitest';
import { environmentFor, startTestService, type TestService } from './test-service.js';
import { startSimulator } from '../../src/simulator/simulator.js';

/** Starts the whole service in this process in front of a simulator; both are stopped after the test. */
export async function startWithSimulator(settings: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const simulator = await startSimulator({ strictRequests: true });
  onTestFinished(() => simulator.close());
  const service = await startTestService({ ...environmentFor(simulator), ...settings });
  onTestFinished(async () => {
    await service.stop('test');
  });
  return service;
}
