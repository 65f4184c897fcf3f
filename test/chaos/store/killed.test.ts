import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidy } from '../../support/processes.js';
import { provesEverything } from '../../support/programs.js';
import { type SimulatorProcess, spawnSimulator } from '../../support/simulator-process.js';
import { killAtRandom } from './killed.js';

/** Each takes about three seconds: few for `npm test`, more if CI proves everything. */
const kills = provesEverything ? 20 : 5;

describe('the service, killed at random moments while callers write', () => {
  let simulator: SimulatorProcess;

  beforeAll(async () => {
    simulator = await spawnSimulator();
  });
  afterAll(async () => {
    await simulator.stop();
    await tidy();
  });

  it('after its next start, it has each acknowledged change, and none in progress', { timeout: 240_000 }, async () => {
    const { acknowledged, unknown, wrong } = await killAtRandom(simulator, kills);
    expect(wrong).toEqual([]);
    expect(acknowledged + unknown).toBeGreaterThan(kills);
    expect(acknowledged).toBeGreaterThan(0);
  });
});
