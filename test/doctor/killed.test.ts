import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { Dice } from '../support/dice.js';
import { emptyFolder, run, start, tidy } from '../support/processes.js';
import { serviceSettings } from '../support/test-service.js';

/** `DOCTOR_KILLS=200 npx vitest run test/doctor/killed.test.ts` kills it this often. */
const kills = Number(process.env['DOCTOR_KILLS'] ?? '6');
const seed = Number(process.env['DOCTOR_SEED'] ?? Date.now() % 100_000);
const device = 'SEP00A1B2C30003';
/** About how many requests of these probes write. */
const writes = 56;

afterEach(tidy);

describe('a doctor that is killed', () => {
  it(
    `changes nothing after --restore, ${kills} times (seed ${seed})`,
    async () => {
      const simulator = await startSimulator({ latencyMs: 2 });
      const env = serviceSettings(simulator.url);
      const before = simulator.state();
      const dice = new Dice(seed);
      const endings = { changed: 0, asBefore: 0, notBegun: 0 };
      try {
        // On a busy machine it may be killed too early or too late each time; then it is killed more often.
        for (let time = 0; time < kills || (endings.changed === 0 && time < 3 * kills); time += 1) {
          const cwd = emptyFolder();
          const target = dice.below(writes);
          const asked = () => simulator.stats().requests['updatePhone'] ?? 0;
          const from = asked();
          const only = [
            'write-same',
            'write-replaces',
            'write-clears',
            'label-30',
            'label-quotes',
            'index-twice',
            'lamp-number',
            'lamp-pickup',
            'write-other-list',
            'write-name-case',
          ];
          const options = only.flatMap((name) => ['--only', name]);
          const doctor = start(['doctor', '--write-to', device, '--yes', ...options], { env, cwd });
          const life = { over: false };
          void doctor.ended.then(() => (life.over = true));
          while (!life.over && asked() - from < (target % 20) + 1) await sleep(1);
          await sleep(dice.below(12));
          doctor.kill('SIGKILL');
          await doctor.ended;
          // The call manager's work in progress is carried out.
          await sleep(30);
          const left = readdirSync(cwd).filter((name) => name.endsWith('.saved'));
          const isChanged = JSON.stringify(simulator.state()) !== JSON.stringify(before);
          if (left.length === 0) {
            expect(isChanged, `kill ${time}: changed, and no file`).toBe(false);
            endings.notBegun += 1;
            continue;
          }
          const said = await run(['doctor', '--only', 'login'], { env, cwd });
          expect(said.stderr).toContain(`axl-phone-proxy doctor --restore ${left[0] ?? ''}`);
          const again = await run(['doctor', '--write-to', device, '--yes'], { env, cwd });
          expect(again).toMatchObject({ code: 1 });
          const restored = await run(['doctor', '--restore', path.join(cwd, left[0] ?? '')], { env, cwd });
          expect(restored, `kill ${time}: ${restored.output}`).toMatchObject({ code: 0 });
          expect(simulator.state()).toEqual(before);
          expect(readdirSync(cwd)).toEqual([]);
          endings[isChanged ? 'changed' : 'asBefore'] += 1;
        }
      } finally {
        await simulator.close();
      }
      if (kills > 20) process.stderr.write(`${JSON.stringify(endings)}\n`);
      expect(endings.changed).toBeGreaterThan(0);
    },
    60_000 + kills * 60_000,
  );
});
