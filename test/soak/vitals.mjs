import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the service's process before the service itself (`node --expose-gc --import`). It answers each message of
 * the parent process with the resources of the process and the delays of its event loop. The service does not know
 * about it.
 */

const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
const warnings = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));

/** How many resources of each kind keep the event loop alive: sockets, servers, timers. */
function resources() {
  const counts = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function listeners() {
  return process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
}

function milliseconds(nanoseconds) {
  return Math.round(nanoseconds / 1e4) / 100;
}

process.on('message', ({ collectGarbage }) => {
  const delays = { longestMs: milliseconds(loop.max), p99Ms: milliseconds(loop.percentile(99)) };
  // Twice: the second run collects what the first one finalizes.
  if (collectGarbage) for (let run = 0; run < 2; run += 1) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({
    heapBytes: heapUsed,
    externalBytes: external,
    rssBytes: rss,
    resources: resources(),
    listeners: listeners(),
    loop: delays,
    warnings,
  });
  loop.reset();
});
// The channel to the parent must not keep a stopped service alive.
process.channel?.unref();
