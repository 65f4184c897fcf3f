import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src/simulator/command.js';
import { settle } from '../../src/simulator/options.js';
import { simulatorVariables } from '../../src/simulator/variables.js';

const variables = Object.entries(simulatorVariables).map(([name, { default: byDefault }]) => ({ name, byDefault }));

const page = readFileSync(new URL('../../docs/contributing/simulator.md', import.meta.url), 'utf8');

describe('the variables of the simulator', () => {
  // The shipped seed is found from any working directory; as a variable, its name is an ordinary path.
  const withDefault = variables.filter(({ name, byDefault }) => byDefault !== '' && name !== 'SIMULATOR_SEED_FILE');

  it.each(withDefault)('$name has the default of the table', ({ name, byDefault }) => {
    expect(settle(readEnvironment({ [name]: byDefault }))).toEqual(settle(readEnvironment({})));
  });

  it('stand in the docs with their defaults', () => {
    const rows = [...page.matchAll(/^\| (SIMULATOR_[^|]*)\|([^|]*)\|/gm)].flatMap(([, names = '', defaults = '']) => {
      const each = defaults.split(',').map((text) => text.trim());
      return names.split(',').map((name, place) => ({ name: name.trim(), byDefault: each[place] ?? '' }));
    });
    expect(rows).toEqual(variables);
  });
});
