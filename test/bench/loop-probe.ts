import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerParent } from './channel.js';

/**
 * Loaded into a subject before everything else (node --import). It reports how long the event loop was blocked since
 * the last request. The service's own metric samples every 10 ms and includes these, so it never shows less than 10 ms.
 */
const resolution = 1;
const histogram = monitorEventLoopDelay({ resolution });
histogram.enable();

export interface LoopDelay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

export interface LoopTalk {
  readonly request: object;
  readonly reply: LoopDelay;
}

answerParent<LoopTalk>(() => {
  // The recorded time between two samples is the delay plus the interval itself.
  const delay = (ns: number): number => Math.max(0, ns / 1e6 - resolution);
  const reply = {
    p50Ms: delay(histogram.percentile(50)),
    p99Ms: delay(histogram.percentile(99)),
    mostMs: delay(histogram.max),
  };
  histogram.reset();
  return Promise.resolve(reply);
});
process.channel?.unref();
