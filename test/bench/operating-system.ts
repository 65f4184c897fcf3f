import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, totalmem } from 'node:os';

/** The resolution of the system's CPU times, in milliseconds. */
export const tickMs = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** @returns the CPU time of a process so far, in user and system mode, for all its threads, in milliseconds */
export function cpuMs(pid: number): number {
  return ticksIn(readFileSync(`/proc/${pid}/stat`, 'utf8')) * tickMs;
}

/** @returns the CPU time of all children of this process that have ended, in milliseconds */
export function endedChildrenCpuMs(): number {
  return ticksIn(readFileSync('/proc/self/stat', 'utf8'), 13) * tickMs;
}

/**
 * @param stat the text of /proc/PID/stat (see proc(5)): utime and stime are its 14th and 15th field
 * @param first the offset of the first of both after the state; 13 for those of ended children
 * @returns their sum, in ticks
 */
export function ticksIn(stat: string, first = 11): number {
  // The second field is the command in parentheses, and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[first]) + Number(fields[first + 1]);
}

/** @returns the resident memory of a process: now, and at its highest so far, in MB */
export function residentMb(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: mb('VmRSS'), most: mb('VmHWM') };
}

/** @returns a free port on loopback */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** The load average of the last minute before the bench began. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: Math.round((loadavg()[0] ?? NaN) * 100) / 100,
  };
}
