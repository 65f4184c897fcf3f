import type { Command } from 'commander';
import { settingMeanings } from '../../src/buttons-cli/connection/settings.js';
import { programOf } from '../../src/buttons-cli/program.js';
import { exitCodeMeanings, exitCodes } from '../../src/buttons-cli/stop.js';
import { commands as serviceCommands } from '../../src/commands/usage.js';

/** Tables of the command line for the docs, from its help. */

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows, []].map((row) => (row.length > 0 ? `| ${row.join(' | ')} |` : '')).join('\n');

/** @returns how each command is called, and what it does */
export function commandsTable(): string {
  const run = (): Promise<void> => Promise.resolve();
  const { commands } = programOf({ run, runLocally: run, neighbours: [] });
  return table(
    ['Command', 'What it does'],
    commands.flatMap((command) => rowsOf(command, '')),
  );
}

function rowsOf(command: Command, before: string): string[][] {
  const name = `${before}${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((each) => rowsOf(each, `${name} `));
  if (command.summary() === '') return [];
  const inputs = command.registeredArguments.map((each) => ` ${each.name().toUpperCase()}${each.variadic ? '…' : ''}`);
  return [[`\`${name}${inputs.join('')}\``, command.summary()]];
}

/** @returns the variables that the command line reads */
export function settingsTable(): string {
  return table(['Variable', 'Meaning'], Object.entries(settingMeanings));
}

/** @returns the exit codes of the command line */
export function exitCodesTable(): string {
  const rows = Object.entries(exitCodeMeanings).map(([name, meaning]) => {
    return [String(exitCodes[name as keyof typeof exitCodes]), meaning];
  });
  return table(['Exit code', 'Meaning'], rows);
}

/** @returns the options of the command doctor */
export function doctorOptionsTable(): string {
  const rows = serviceCommands.doctor.options.map(([name, meaning]) => [`\`${name}\``, meaning]);
  return table(['Option', 'What it does'], rows);
}
