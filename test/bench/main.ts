import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Arguments, readArguments } from './arguments.js';
import { type Goal, goalsOf } from './goals.js';
import { groups, quickGroups } from './groups.js';
import { watchLoops } from './loop-delay.js';
import { Bench, type Measured } from './measure.js';
import { watchMemory } from './memory.js';
import { machine } from './operating-system.js';
import { plot } from './plot.js';
import type { Results } from './results.js';
import { countTrips } from './round-trips.js';
import { root, Stage } from './children.js';
import { measureStartUp } from './start-up.js';
import { subjects, type Subject } from './subjects.js';
import { goalTable, groupTable, otherFigures } from './table.js';

/** The bench: measures, prints, and stores the results of a whole run. */
const folder = path.join(root, 'test', 'bench', 'results');
const jsonFile = path.join(folder, 'bench.json');
const plotFile = path.join(folder, 'bench.svg');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(options: Arguments): Promise<Results> {
  const started = performance.now();
  const about = { date: new Date().toISOString(), machine: machine() };
  const wanted = (part: string): boolean => options.only?.includes(part) ?? true;
  const bench = new Bench(await Stage.open(), say);
  const measured: Record<string, Measured[]> = {};
  for (const group of (options.quick ? quickGroups : groups).filter(({ name }) => wanted(name))) {
    measured[group.name] = await bench.measure(group);
    say(`${groupTable(measured[group.name] ?? [])}\n`);
  }
  await bench.stopSubjects();
  const others = options.quick ? {} : await measureOthers(bench.stage, wanted, options.long);
  await bench.close();
  return { ...about, seconds: Math.round((performance.now() - started) / 1000), groups: measured, ...others };
}

async function measureOthers(
  stage: Stage,
  wanted: (part: string) => boolean,
  long: boolean,
): Promise<Pick<Results, 'trips' | 'startUp' | 'memories' | 'loops'>> {
  const requests = long ? 500_000 : 60_000;
  say(`Round trips, start, memory over ${requests} lookups${long ? '' : ' (500000 with --long)'}, event loop`);
  return {
    ...(wanted('trips') && { trips: await countTrips(stage, Object.keys(subjects) as Subject[]) }),
    ...(wanted('start') && { startUp: await measureStartUp(stage, 9) }),
    ...(wanted('memory') && {
      memories: [
        await watchMemory(stage, 'floor, lines', requests / 4),
        await watchMemory(stage, 'proxy, lines', requests),
      ],
    }),
    ...(wanted('loop') && { loops: await watchLoops(stage, ['floor, lines', 'proxy, lines'], 8) }),
  };
}

/** Only a whole run is stored: a partial one would replace the results that it should be compared with. */
function keep(results: Results, goals: readonly Goal[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(jsonFile, `${JSON.stringify({ goals, ...results }, undefined, 2)}\n`);
  writeFileSync(plotFile, plot(results));
  say(`\nKept in ${path.relative(process.cwd(), jsonFile)}, drawn in ${path.relative(process.cwd(), plotFile)}.`);
}

const options = readArguments(
  process.argv.slice(2),
  groups.map(({ name }) => name),
);
if (options.plot) {
  writeFileSync(plotFile, plot(JSON.parse(readFileSync(jsonFile, 'utf8')) as Results));
} else {
  const results = await run(options);
  const goals = goalsOf(results);
  const { cpu, cores, node, load } = results.machine;
  say(`${otherFigures(results)}${goalTable(goals)}\n\n${cpu}, ${cores} cores, Node ${node}, load ${load} before`);
  say(`${results.seconds} s; CPU is that of the subject's process alone; figures are medians (least–most).`);
  if (!options.quick && options.only === undefined) keep(results, goals);
  if (options.check && goals.some(({ met }) => !met)) process.exitCode = 1;
}
