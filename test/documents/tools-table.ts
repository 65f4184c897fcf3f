import { proposingTools } from '../../src/mcp/proposing-tools.js';
import { readingTools } from '../../src/mcp/reading-tools.js';

/** @returns the table of an agent's tools for the docs: the name, what it does, and its input */
export function toolsTable(): string {
  const rows = Object.entries({ ...readingTools, ...proposingTools }).map(([name, { description, input }]) => {
    const given = Object.keys(input.shape).map((each) => `\`${each}\``);
    return `| \`${name}\` | ${description} | ${given.join(', ') || '-'} |`;
  });
  return ['| Tool | What it does | Arguments |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
