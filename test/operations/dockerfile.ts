import { readFileSync } from 'node:fs';
import { root } from '../support/project.js';

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** @returns the instructions of the Dockerfile, without comments; continued lines are joined */
export function readDockerfile(): Instruction[] {
  const text = readFileSync(`${root}Dockerfile`, 'utf8');
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return [...lines.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name = '', rest = '']) => ({ name, rest }));
}
