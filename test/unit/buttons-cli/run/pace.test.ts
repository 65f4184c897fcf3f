import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenForInterruption } from '../../../../src/buttons-cli/run/pace.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let had: ReadonlyMap<NodeJS.Signals, readonly NodeJS.SignalsListener[]>;

beforeEach(() => {
  had = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  for (const signal of signals) process.removeAllListeners(signal);
});
afterEach(() => {
  for (const signal of signals) {
    process.removeAllListeners(signal);
    for (const listener of had.get(signal) ?? []) process.on(signal, listener);
  }
});

describe('an interruption', () => {
  it.each(signals)('by %s on a terminal requests a stop, and the second time cancels', (signal) => {
    const { asked, urgent } = listenForInterruption(process, true);
    process.emit(signal, signal);
    expect([asked.aborted, urgent.aborted]).toEqual([true, false]);
    process.emit(signal, signal);
    expect(urgent.aborted).toBe(true);
  });

  it('is not the end of a terminal if there is none', () => {
    const { asked } = listenForInterruption(process, false);
    process.emit('SIGHUP', 'SIGHUP');
    expect(asked.aborted).toBe(false);
    process.emit('SIGTERM', 'SIGTERM');
    expect(asked.aborted).toBe(true);
  });
});
