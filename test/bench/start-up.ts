import { once } from 'node:events';
import path from 'node:path';
import type { Stage } from './children.js';
import { cpuMs, endedChildrenCpuMs } from './operating-system.js';
import { ratio, type Summary, summary } from './statistics.js';
import { firstAnswer, type Setting, startSubject } from './subjects.js';
import { smallPhone } from './work.js';

export interface StartUp {
  /** From the start of the process to the first answer to a lookup, in milliseconds. */
  readonly proxyMs: Summary;
  /** From start to end of a Node process that does nothing. */
  readonly bareNodeMs: Summary;
  /** The first divided by the second, round by round. */
  readonly times: Summary;
  /** The same for CPU time, which is more reliable on a machine with other work. */
  readonly cpuTimes: Summary;
  /** The same for the floor: the cost of a program that only forwards requests. */
  readonly floorCpuTimes: Summary;
  /** The same for the service if Node caches its compiled code (NODE_COMPILE_CACHE, from Node 22.1). */
  readonly keptCodeCpuTimes: Summary;
}

interface Start {
  readonly ms: number;
  readonly cpu: number;
}

export async function measureStartUp(stage: Stage, rounds: number): Promise<StartUp> {
  const compileCache = path.join(stage.folder, 'compile-cache');
  // This run fills the cache.
  await toFirstAnswer(stage, { ...proxy, compileCache });
  const starts: Record<'bare' | 'proxy' | 'floor' | 'keptCode', Start>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    starts.push({
      bare: await bareNode(stage),
      proxy: await toFirstAnswer(stage, proxy),
      floor: await toFirstAnswer(stage, { ...proxy, subject: 'floor, lines' }),
      keptCode: await toFirstAnswer(stage, { ...proxy, compileCache }),
    });
  }
  const ms = (who: 'bare' | 'proxy'): number[] => starts.map((start) => start[who].ms);
  const cpuTimes = (who: 'proxy' | 'floor' | 'keptCode'): Summary =>
    ratio(
      starts.map((start) => start[who].cpu),
      starts.map(({ bare }) => bare.cpu),
    );
  return {
    proxyMs: summary(ms('proxy')),
    bareNodeMs: summary(ms('bare')),
    times: ratio(ms('proxy'), ms('bare')),
    cpuTimes: cpuTimes('proxy'),
    floorCpuTimes: cpuTimes('floor'),
    keptCodeCpuTimes: cpuTimes('keptCode'),
  };
}

const proxy: Setting = { subject: 'proxy, lines', concurrency: 4, tls: false };

async function bareNode(stage: Stage): Promise<Start> {
  const started = performance.now();
  const cpuBefore = endedChildrenCpuMs();
  await once(stage.node(['--eval', '0'], {}), 'exit');
  return { ms: performance.now() - started, cpu: endedChildrenCpuMs() - cpuBefore };
}

async function toFirstAnswer(stage: Stage, setting: Setting): Promise<Start> {
  const started = performance.now();
  const running = await startSubject(stage, setting);
  const answered = await firstAnswer(running, smallPhone);
  const cpu = cpuMs(running.pid);
  await stage.stop(running.child);
  return { ms: answered - started, cpu };
}
