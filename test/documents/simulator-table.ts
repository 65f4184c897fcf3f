import { simulatorVariables } from '../../src/simulator/variables.js';

/** @returns the table of the simulator's variables for the docs */
export function simulatorTable(): string {
  const rows = Object.entries(simulatorVariables).map(([name, { default: otherwise, meaning }]) => {
    return `| ${name} | ${otherwise} | ${meaning} |`;
  });
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
