import { run } from '../support/programs.js';

export interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the repository in its present build. @param options of `npm pack` */
export async function pack(...options: string[]): Promise<Packed> {
  const { code, output, stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', ...options]);
  if (code !== 0) throw new Error(output);
  const [packed] = JSON.parse(stdout) as Packed[];
  if (!packed) throw new Error('npm packed nothing');
  return packed;
}
