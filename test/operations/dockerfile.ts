import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Reads a Dockerfile: comments, and lines that go on after a backslash. */
export function readDockerfile(text: string): Instruction[] {
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return [...lines.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name = '', rest = '']) => ({ name, rest }));
}

/** What a container would have been started with. */
export interface Image {
  readonly workdir: string;
  /** Its Node is the first on PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** Removes all stages. */
  remove(): void;
}

/** A stage: a folder that stands for the root of its file system. */
class Stage {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'stage-'));
  workdir = '/';
  readonly environment: Record<string, string> = {};
  user = 'root';
  entrypoint: string[] = [];
  command: string[] = [];
  healthCheck: string[] = [];

  /** @returns the real path of a path in the stage */
  at(inside: string): string {
    return path.join(this.folder, path.resolve(this.workdir, inside));
  }
}

/**
 * Carries out the steps of a Dockerfile without a container engine: each stage in a folder of its own, on the line of
 * Node that it starts from. Instructions that it does not know are an error.
 */
export async function build(instructions: readonly Instruction[]): Promise<Image> {
  const stages = new Map<string, Stage>();
  let stage = new Stage();
  for (const { name, rest } of instructions) {
    if (name === 'FROM') {
      const [, line = '', alias = 'last'] = /^node:(\d+)-bookworm-slim ?(?:AS (\w+))?$/.exec(rest) ?? [];
      stage = new Stage();
      stage.environment['PATH'] = `${await folderOfNode(line)}:${process.env['PATH'] ?? ''}`;
      stages.set(alias, stage);
    } else await step(stage, name, rest, stages);
  }
  const { workdir, environment, user, entrypoint, command, healthCheck } = stage;
  const remove = (): void => {
    for (const { folder } of stages.values()) rmSync(folder, { recursive: true });
  };
  return { workdir: stage.at(workdir), environment, user, command: [...entrypoint, ...command], healthCheck, remove };
}

/** @returns where the binary of a line of Node is: npm's package `node` brings those that CI runs the tests on */
async function folderOfNode(line: string): Promise<string> {
  const release = testedReleases().find((tested) => tested.startsWith(`${line}.`));
  if (release === undefined) throw new Error(`CI does not run the tests on Node ${line}`);
  const args = ['--yes', '--package', `node@${release}`, 'node', '-p', 'process.execPath'];
  const { code, output, stdout } = await run('npx', args);
  if (code !== 0) throw new Error(output);
  return path.dirname(stdout.trim());
}

/** @returns the releases of Node that CI runs the tests on, besides the oldest */
export function testedReleases(): string[] {
  return readFileSync(`${root}.ci/node-lines`, 'utf8').trim().split('\n');
}

async function step(stage: Stage, name: string, rest: string, stages: ReadonlyMap<string, Stage>): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      stage.workdir = path.resolve(stage.workdir, rest);
      mkdirSync(stage.at('.'), { recursive: true });
      break;
    case 'ENV':
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.environment[key] = value;
      break;
    case 'COPY':
      copy(stage, rest, stages);
      break;
    case 'RUN': {
      const search = `export PATH='${stage.environment['PATH'] ?? ''}'`;
      const { code, output } = await run('sh', ['-ec', `${search}; ${rest}`], '', stage.at('.'));
      if (code !== 0) throw new Error(`RUN ${rest}: ${output}`);
      break;
    }
    case 'USER':
      stage.user = rest;
      break;
    case 'HEALTHCHECK':
      stage.healthCheck = list(rest.replace(/^.* CMD /, ''));
      break;
    case 'ENTRYPOINT':
      stage.entrypoint = list(rest);
      break;
    case 'CMD':
      stage.command = list(rest);
      break;
    case 'EXPOSE':
      break;
    default:
      throw new Error(`this test cannot carry out ${name} ${rest}`);
  }
}

function list(json: string): string[] {
  return JSON.parse(json) as string[];
}

function copy(stage: Stage, rest: string, stages: ReadonlyMap<string, Stage>): void {
  const [, from, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
  const sources = paths.split(' ');
  const target = sources.pop() ?? '';
  const source = from === undefined ? undefined : stages.get(from);
  if (from !== undefined && !source) throw new Error(`there is no stage ${from}`);
  for (const name of sources.flatMap((each) => (each === '.' ? contextEntries() : [each]))) {
    const real = source ? source.at(name) : fromContext(name);
    const intoFolder = target.endsWith('/') || target === '.';
    const place = source ? path.basename(name) : name;
    cpSync(real, stage.at(intoFolder ? path.join(target, place) : target), { recursive: true });
  }
}

/** .dockerignore leaves everything out, save what it names with an exclamation mark. */
function contextEntries(): string[] {
  const lines = readFileSync(`${root}.dockerignore`, 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  if (lines.shift() !== '*' || lines.some((line) => !/^![\w./-]+$/.test(line))) {
    throw new Error('this test reads only a .dockerignore that leaves everything out, then names what is let in');
  }
  return lines.map((line) => line.slice(1));
}

function fromContext(name: string): string {
  if (!contextEntries().includes(name)) throw new Error(`.dockerignore keeps ${name} out of the build`);
  return root + name;
}
