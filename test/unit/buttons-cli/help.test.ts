import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../src/buttons-cli/program.js';
import { RunningProcess } from '../../support/processes.js';
import { bin } from '../../support/project.js';

const ignored = () => Promise.resolve();

/** @returns the commands that are carried out, those of groups by both names */
function carriedOut(command: Command): Command[] {
  const below = command.commands.filter((one) => one.name() !== 'version');
  return below.length === 0 ? [command] : below.flatMap(carriedOut);
}

/** What a command's help would write. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

describe('the help of a command', () => {
  const commands = carriedOut(programOf({ run: ignored, runLocally: ignored, neighbours: [] }));

  it.each(commands.map((command) => [command.name(), command] as const))(
    'of %s has examples of that command, and what the exit codes mean',
    (name, command) => {
      const help = helpOf(command);
      expect(help).toMatch(new RegExp(`\\nExamples:\\n  axl-phone-proxy buttons ([a-z]+ )?${name}\\b`));
      expect(help).toContain('\nExit codes:\n');
    },
  );

  it('of one in a group is shown for both names', async () => {
    const { output } = await new RunningProcess(process.execPath, [bin, 'buttons', 'help', 'plan', 'show']).ended;
    expect(output).toMatch(/^Usage: axl-phone-proxy buttons plan show /);
  });
});
