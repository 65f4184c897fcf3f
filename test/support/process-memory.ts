import { readFileSync } from 'node:fs';

/** @returns the resident memory of a process in MB: now, and at its highest so far (VmRSS and VmHWM of proc(5)) */
export function residentMb(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: mb('VmRSS'), most: mb('VmHWM') };
}
