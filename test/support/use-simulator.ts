import { afterAll, afterEach, beforeAll } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';

/** The simulator of this test file; it runs after `useSimulator`. */
export let simulator: RunningSimulator;

/** Runs one simulator for all tests of a file. After each test its misbehavior is removed and its seed is restored. */
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
