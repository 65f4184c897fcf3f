import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CpuProfile, inSources, packageOf, placeOf, type SelfTime, selfTimes } from './cpu-profile.js';
import { Stage } from './children.js';
import { firstAnswer, startSubject } from './subjects.js';
import { table } from './table.js';
import { smallPhone, type Work } from './work.js';

/** Runs the proxy under the bench's load with Node's profiler, and prints where its CPU time was spent. */
const { values } = parseArgs({
  options: {
    lookup: { type: 'string', default: 'lines' },
    phones: { type: 'string', default: '1' },
    dials: { type: 'string', default: '5' },
    post: { type: 'boolean', default: false },
    requests: { type: 'string', default: '20000' },
    top: { type: 'string', default: '40' },
  },
});
const dials = Number(values.dials);
const work: Work = values.post ? { kind: 'POST', dials } : { ...smallPhone, dials, phones: Number(values.phones) };
const stage = await Stage.open();
const subject = values.lookup === 'sql' ? 'proxy, sql' : 'proxy, lines';
const nodeArgs = ['--cpu-prof', '--cpu-prof-interval', '250', '--cpu-prof-dir', stage.folder];
const running = await startSubject(stage, { subject, concurrency: 4, tls: false }, { nodeArgs });
await firstAnswer(running, work);
const amount = Number(values.requests);
const { wrong } = await stage.load({ url: running.url, work, callers: 10, amount });
await stage.stop(running.child);
if (wrong > 0) throw new Error(`${wrong} wrong answers`);
const file = readdirSync(stage.folder).find((name) => name.endsWith('.cpuprofile')) ?? '';
const profile = inSources(JSON.parse(readFileSync(path.join(stage.folder, file), 'utf8')) as CpuProfile);
await stage.close();

function shares(title: string, times: readonly SelfTime[]): string {
  return table([[title, '%'], ...times.map(({ name, share }) => [name, (100 * share).toFixed(1)])]);
}

process.stdout.write(
  `${shares('Package', selfTimes(profile, packageOf).slice(0, 25))}\n\n` +
    `${shares('Function', selfTimes(profile, placeOf).slice(0, Number(values.top)))}\n`,
);
