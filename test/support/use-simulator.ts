import { afterAll, afterEach, beforeAll } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';

/** The simulator of this test file; it runs from `useSimulator` on. */
export let simulator: RunningSimulator;

/** Runs one simulator for all tests of a file. After each test it behaves well again and has the state of the seed. */
export function useSimulator(): void {
  beforeAll(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => {
    simulator.behave();
    simulator.reset();
  });
  afterAll(() => simulator.close());
}
