import { askChild } from './channel.js';
import type { LoopDelay, LoopTalk } from './loop-probe.js';
import { built, type Stage } from './children.js';
import { firstAnswer, startSubject, type Subject } from './subjects.js';
import { smallPhone } from './work.js';

export interface LoopDelays extends LoopDelay {
  readonly subject: Subject;
  /** The lookups in a second that a hundred callers reach. */
  readonly highestPerSecond: number;
  /** The lookups in a second while the delay was measured: half of the highest. */
  readonly perSecond: number;
}

const callers = 100;

/** @returns how long the event loop of each subject was blocked at half of its highest load */
export async function watchLoops(stage: Stage, which: readonly Subject[], seconds: number): Promise<LoopDelays[]> {
  const delays: LoopDelays[] = [];
  for (const subject of which) {
    const setting = { subject, concurrency: callers, tls: false };
    const nodeArgs = ['--import', built('loop-probe.js')];
    const running = await startSubject(stage, setting, { nodeArgs, channel: 'ipc' });
    await firstAnswer(running, smallPhone);
    const load = { url: running.url, work: smallPhone, callers };
    await stage.load({ ...load, amount: 4_000 });
    const highest = await stage.load({ ...load, amount: 6_000 });
    const highestPerSecond = 6_000 / highest.seconds;
    const rate = highestPerSecond / 2;
    await stage.load({ ...load, amount: Math.ceil(rate), rate });
    await askChild<LoopTalk>(running.child, {});
    const { wrong, seconds: took } = await stage.load({ ...load, amount: Math.ceil(rate * seconds), rate });
    const delay = await askChild<LoopTalk>(running.child, {});
    await stage.stop(running.child);
    if (wrong > 0) throw new Error(`${subject} gave ${wrong} wrong answers while its event loop was watched`);
    delays.push({ subject, highestPerSecond, perSecond: Math.ceil(rate * seconds) / took, ...delay });
  }
  return delays;
}
