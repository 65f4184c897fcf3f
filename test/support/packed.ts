import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './programs.js';
import { sharedFolder } from './shared-folder.js';

export interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs a repository in its present build. @param options of `npm pack` */
export async function pack(...options: string[]): Promise<Packed> {
  const { code, output, stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', ...options]);
  if (code !== 0) throw new Error(output);
  const [packed] = JSON.parse(stdout) as Packed[];
  if (!packed) throw new Error('npm packed nothing');
  return packed;
}

/** @returns the package, packed once for all files of a run of the tests, and its tarball, which is only read */
export async function packedOnce(): Promise<Packed & { readonly tarball: string }> {
  const share = sharedFolder();
  if (share === undefined) throw new Error('there is no folder of this run');
  const place = path.join(share, 'package');
  const list = path.join(place, 'packed.json');
  if (!existsSync(list)) {
    const made = mkdtempSync(path.join(tmpdir(), 'packed-'));
    writeFileSync(path.join(made, 'packed.json'), JSON.stringify(await pack('--pack-destination', made)));
    // If another process was faster, its folder is not empty, and so it is not replaced.
    try {
      renameSync(made, place);
    } catch (thrown) {
      rmSync(made, { recursive: true });
      if (!existsSync(list)) throw thrown;
    }
  }
  const packed = JSON.parse(readFileSync(list, 'utf8')) as Packed;
  return { ...packed, tarball: path.join(place, packed.filename) };
}
