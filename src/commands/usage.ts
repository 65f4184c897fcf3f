import { variableNames } from '../config/variables.js';

interface CommandUsage {
  /** What follows the program's name. */
  readonly line: string;
  /** What the command does, in a line. */
  readonly summary: string;
  readonly options: readonly (readonly [name: string, meaning: string])[];
  /** The environment variables that it reads; loaded when they are asked for. */
  readonly variables: () => readonly string[] | Promise<readonly string[]>;
  /** What else is to be known, in whole lines. */
  readonly more: readonly string[];
}

const help = ['--help', 'this text'] as const;
const checkOption = ['--check-config', 'the same as the command check-config'] as const;
const configuration =
  'They are read from the environment and from a file .env; docs/configuration.md says what each means.';

const commands = {
  serve: {
    line: 'serve',
    summary: 'run the service in the foreground (the default)',
    options: [checkOption, help],
    variables: () => variableNames,
    more: [configuration],
  },
  'check-config': {
    line: 'check-config',
    summary: 'say what is wrong with the configuration, and nothing else',
    options: [help],
    variables: () => variableNames,
    more: [configuration],
  },
  demo: {
    line: 'demo',
    summary: 'run the simulator and the service on loopback, and print curl lines that work',
    options: [help],
    variables: () => ['PORT', 'ADMIN_PORT', 'LOG_LEVEL', 'NODE_ENV'],
    more: ['They are read from the environment. The demo refuses to run where NODE_ENV is production.'],
  },
  simulator: {
    line: 'simulator',
    summary: 'run the simulator of a call manager alone',
    options: [help],
    variables: async () => [...(await import('../simulator/variables.js')).simulatorVariableNames, 'NODE_ENV'],
    more: ['They are read from the environment; docs/simulator.md says what each means.'],
  },
  'hash-password': {
    line: 'hash-password NAME',
    summary: 'print an htpasswd entry; the password comes from standard input',
    options: [help],
    variables: () => [],
    more: [],
  },
} as const satisfies Readonly<Record<string, CommandUsage>>;

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

/**
 * @param command the one that is asked about; undefined is the program itself
 * @returns the text for --help, or undefined when there is no such command
 */
export async function usageOf(command: string | undefined): Promise<string | undefined> {
  if (command === undefined) return programUsage();
  if (!isCommand(command)) return undefined;
  const { line, summary, options, variables, more }: CommandUsage = commands[command];
  const names = await variables();
  const about = names.length === 0 ? 'It reads no environment variables.' : `Environment variables:\n${wrapped(names)}`;
  return [
    `Usage: axl-phone-proxy ${line} [options]`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    columns('Options:', options),
    about,
    ...more,
  ].join('\n\n');
}

function programUsage(): string {
  const all = [
    ...Object.values(commands).map(({ line, summary }) => [line, summary] as const),
    ['buttons …', 'find and change the buttons of many phones, as a client of the service'] as const,
  ];
  return [
    'Usage: axl-phone-proxy [command] [options]',
    'Two REST calls in front of a Cisco-style call manager.',
    columns('Commands:', all),
    columns('Options:', [
      checkOption,
      ['--help', 'this text; after a command, about that command'],
      ['--version', 'the version'],
    ]),
    'The configuration is read from the environment and from a file .env; docs/configuration.md lists it.',
  ].join('\n\n');
}

function columns(title: string, rows: readonly (readonly [string, string])[]): string {
  return [title, ...rows.map(([name, meaning]) => `  ${name.padEnd(20)} ${meaning}`)].join('\n');
}

/** Puts as many names into each line as fit. */
function wrapped(names: readonly string[]): string {
  return `  ${names.join(', ').replace(/(.{1,76}), /g, '$1,\n  ')}`;
}
