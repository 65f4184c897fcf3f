import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './project.js';
import { provesEverything } from './programs.js';

/** The packages that only CI needs, installed by `npm ci --prefix tools`. */
const folder = `${root}tools/node_modules/`;

/** Whether tests that need these packages are skipped here. If REQUIRE_TOOLS is 1 they run, and fail without them. */
export function lacksTool(...names: string[]): boolean {
  return !provesEverything && !names.every((name) => existsSync(folder + name));
}

/** @returns the path of a file in one of these packages, or of its folder */
export function toolFile(name: string, ...parts: string[]): string {
  return path.join(folder, name, ...parts);
}

/** Loads one of these packages. @param name of a CommonJS package */
export function loadTool(name: string): unknown {
  return createRequire(folder)(name);
}
