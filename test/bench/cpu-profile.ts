import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The parts of `node --cpu-prof`'s output that are used here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
  }[];
  /** The node at each sample, and the microseconds since the previous sample. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Lines and columns are counted from 0. */
interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export interface SelfTime {
  readonly name: string;
  /** The share of the time in which the process was busy. */
  readonly share: number;
}

const idle = new Set(['(idle)', '(root)']);

/**
 * @param keyOf the group of a function: the function itself, or its package
 * @returns where the time was spent, most first; only self time counts, not the time in called functions
 */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile, keyOf: (frame: CallFrame) => string): SelfTime[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let total = 0;
  samples.forEach((id, place) => {
    const frame = frames.get(id);
    if (!frame || idle.has(frame.functionName)) return;
    // A sample shows what runs until the next one.
    const time = timeDeltas[place + 1] ?? 0;
    times.set(keyOf(frame), (times.get(keyOf(frame)) ?? 0) + time);
    total += time;
  });
  return [...times].map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);
}

/** @returns the package of a script: `undici`, `node:http`, `this project: axl` */
export function packageOf({ url, functionName }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8 and libuv';
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (dependency !== undefined) return dependency;
  if (url.startsWith('node:')) return url.replace(/^(node:(?:internal\/)?[^/]+).*/, '$1');
  return `this project: ${/\/src\/([^/]+)/.exec(url)?.[1] ?? ''}`;
}

/** @returns a function's name and place, without the folders above the project or the package */
export function placeOf({ url, functionName, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const file = url.replace(/.*\/(?=node_modules\/|src\/)/, '').replace(/.*node_modules\//, '');
  return `${name} ${file}:${lineNumber + 1}`;
}

/** @returns the profile with lines of the sources instead of the built files */
export function inSources(profile: CpuProfile): CpuProfile {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string): SourceMap | undefined => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    return maps.get(url);
  };
  const sourceOf = (frame: CallFrame): CallFrame => {
    const { url, lineNumber, columnNumber } = frame;
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    if (!entry || !('originalSource' in entry)) return frame;
    return { ...frame, url: new URL(entry.originalSource, url).href, lineNumber: entry.originalLine };
  };
  return { ...profile, nodes: profile.nodes.map(({ id, callFrame }) => ({ id, callFrame: sourceOf(callFrame) })) };
}

/** @returns undefined for a script without a map, or of Node itself */
function readMap(url: string): SourceMap | undefined {
  if (!url.startsWith('file:')) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
