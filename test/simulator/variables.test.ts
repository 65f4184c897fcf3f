import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src/simulator/command.js';
import { settle } from '../../src/simulator/options.js';
import { simulatorVariables } from '../../src/simulator/variables.js';

const variables = Object.entries(simulatorVariables).map(([name, { default: byDefault }]) => ({ name, byDefault }));

/** README.md and docs/ as one text. */
function documents(): string {
  const root = new URL('../../', import.meta.url);
  const names = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.map((name) => `docs/${name}`)]
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n');
}

describe('the variables of the simulator', () => {
  // The seed that ships is found wherever the command runs; its name as a variable is a path like any other.
  const withDefault = variables.filter(({ name, byDefault }) => byDefault !== '' && name !== 'SIMULATOR_SEED_FILE');

  it.each(withDefault)('$name has the default that the table tells', ({ name, byDefault }) => {
    expect(settle(readEnvironment({ [name]: byDefault }))).toEqual(settle(readEnvironment({})));
  });

  it('stand in the docs with their defaults', () => {
    const rows = [...documents().matchAll(/^\| (SIMULATOR_[^|]*)\|([^|]*)\|/gm)].flatMap(
      ([, names = '', defaults = '']) => {
        const each = defaults.split(',').map((text) => text.trim());
        return names.split(',').map((name, place) => ({ name: name.trim(), byDefault: each[place] ?? '' }));
      },
    );
    expect(rows).toEqual(variables);
  });
});
