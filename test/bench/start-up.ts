import { once } from 'node:events';
import type { Stage } from './children.js';
import { type Summary, summary } from './statistics.js';
import { firstAnswer, startSubject } from './subjects.js';
import { smallPhone } from './work.js';

export interface StartUp {
  /** From the start of the process to the first answer to a lookup, in milliseconds. */
  readonly proxyMs: Summary;
  /** From the start of a Node process that does nothing to its end. */
  readonly bareNodeMs: Summary;
}

export async function measureStartUp(stage: Stage, rounds: number): Promise<StartUp> {
  const proxy: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await once(stage.node(['--eval', '0'], {}), 'exit');
    bare.push(performance.now() - started);
    proxy.push(await timeToFirstAnswer(stage));
  }
  return { proxyMs: summary(proxy), bareNodeMs: summary(bare) };
}

async function timeToFirstAnswer(stage: Stage): Promise<number> {
  const started = performance.now();
  const running = await startSubject(stage, { subject: 'proxy, lines', concurrency: 4, tls: false });
  const answered = await firstAnswer(running, smallPhone);
  await stage.stop(running.child);
  return answered - started;
}
