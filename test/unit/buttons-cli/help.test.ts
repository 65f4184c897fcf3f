import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../src/buttons-cli/program.js';
import { goneCommands } from '../../../src/buttons-cli/gone.js';
import { usageOf } from '../../../src/commands/usage.js';

const ignored = () => Promise.resolve();

/** @returns the commands that help shows */
function visibleIn({ commands }: Command): Command[] {
  return commands.filter((one) => one.name() !== 'version' && !(one.name() in goneCommands));
}

/** @returns the commands that can be run; those in groups by both names */
function carriedOut(command: Command): Command[] {
  const below = visibleIn(command);
  return below.length === 0 ? [command] : below.flatMap(carriedOut);
}

/** The help text of a command. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

function widthOf(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}

const program = programOf({ run: ignored, runLocally: ignored, neighbours: [] });

describe('the help of a command', () => {
  const commands = carriedOut(program);

  it.each(commands.map((command) => [command.name(), command] as const))(
    'of %s has examples of that command, and what the exit codes mean',
    (name, command) => {
      const help = helpOf(command);
      expect(help).toMatch(new RegExp(`\\nExamples:\\n  axl-phone-proxy buttons ([a-z]+ )?${name}\\b`));
      expect(help).toContain('\nExit codes:\n');
      expect(help.indexOf('\nExamples:\n')).toBeLessThan(help.search(/\n(?:Options|Exit codes):\n/));
      expect(widthOf(help)).toBeLessThanOrEqual(80);
    },
  );

  it.each(commands.map((command) => [command.name(), command.summary()]))(
    'of %s starts with a verb: %s',
    (_name, summary) => {
      expect(summary).toMatch(
        /^(?:Add|Approve|Begin|Change|Copy|Correct|Find|List|Print|Reject|Remove|Replace|Show|Stop|Undo|Write) .*[^.]$/,
      );
    },
  );
});

describe('the help of the program', () => {
  it.each([
    ['axl-phone-proxy', () => usageOf(undefined)],
    ['axl-phone-proxy buttons', () => helpOf(program)],
  ])('%s fits 80 columns and 40 lines, examples first', async (name, textOf) => {
    const text = (await textOf()) ?? '';
    expect(text).toMatch(new RegExp(`^Usage: ${name} [^]*\\nExamples:\\n  ${name} `));
    expect(widthOf(text)).toBeLessThanOrEqual(80);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('lists the commands in groups, and each once', () => {
    const headings = Array.from(helpOf(program).matchAll(/^(\w.*):$/gm), ([, heading]) => heading);
    expect(headings).toEqual(['Examples', 'Look up', 'Change', 'Changes of the service', 'Set up']);
    const lines = helpOf(program).split('\n');
    for (const command of visibleIn(program)) {
      expect(lines.filter((line) => line.startsWith(`  ${command.name()} `))).toHaveLength(1);
    }
  });
});
