import { readFileSync } from 'node:fs';

/** @returns the memory of a process that is resident: now, and at its most so far (VmRSS and VmHWM of proc(5)), in MB */
export function residentMb(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: mb('VmRSS'), most: mb('VmHWM') };
}
