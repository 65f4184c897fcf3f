import { parseArgs } from 'node:util';
import { soak } from './soak.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    callers: { type: 'string', default: '20' },
  },
});
const [minutes, callers] = [Number(values.minutes), Number(values.callers)];
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
if (!(minutes > 0) || !(callers > 0) || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run soak -- [--minutes 2] [--callers 20] [--seed NUMBER]\n');
  process.exit(2);
}
const asItShouldBe = await soak({ minutes, callers, seed }, (line) => process.stdout.write(`${line}\n`));
// Sockets of the relays between service and simulator may still be open; the result is known.
process.exit(asItShouldBe ? 0 : 1);
