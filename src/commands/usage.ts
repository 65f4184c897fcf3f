import { editDistance } from '../config/unknown-variables.js';
import { type Variable, variableGroups } from '../config/variables.js';

type Variables = readonly (readonly [name: string, meaning: string])[];

interface CommandUsage {
  /** What follows the program's name. */
  readonly line: string;
  /** What the command does, in a line. */
  readonly summary: string;
  readonly options: readonly (readonly [name: string, meaning: string])[];
  /** The environment variables that it reads, and what each means; loaded when they are asked for. */
  readonly variables: () => Variables | Promise<Variables>;
  /** What else is to be known, in whole lines. */
  readonly more: readonly string[];
}

const help = ['-h, --help', 'this text'] as const;
const checkOption = ['--check-config', 'the same as the command check-config'] as const;
const configuration = 'They are read from the environment and from a file .env; docs/configuration.md says more.';

const notInProduction = ['NODE_ENV', 'it refuses to run where this is production'] as const;

const commands = {
  serve: {
    line: 'serve',
    summary: 'run the service in the foreground (the default)',
    options: [checkOption, help],
    variables: configurationVariables,
    more: [configuration],
  },
  'check-config': {
    line: 'check-config',
    summary: 'say what is wrong with the configuration, and nothing else',
    options: [['--connect', 'ask the call manager and the store of the history too'], help],
    variables: configurationVariables,
    more: [configuration],
  },
  doctor: {
    line: 'doctor',
    summary: 'try every assumption about the call manager at the one that is configured',
    options: [
      ['--list', 'the probes, and what each assumes; nothing is asked'],
      ['--only NAME', 'this probe alone; may be given again'],
      ['--sample N', 'how many numbers, phones and profiles are compared (50)'],
      ['--heavy', 'also what loads the call manager'],
      ['--write-to NAME', 'also set lists of this one phone, and put back what it had'],
      ['--yes', 'with --write-to: a phone that has a line, too'],
      ['--restore FILE', 'put back what a doctor that was killed has left changed'],
      ['--json', 'the report as one document'],
      ['--record FOLDER', 'keep the exchanges there, with stand-ins for what is private'],
      ['--real-names', 'show names and numbers as they are; do not send that'],
      help,
    ],
    variables: configurationVariables,
    more: [
      'It ends with 0 where all is as assumed, with 2 where something differs, and with 1 where not all could be tried.',
      configuration,
    ],
  },
  demo: {
    line: 'demo',
    summary: 'run the simulator and the service on loopback, and print curl lines that work',
    options: [help],
    variables: () => [
      ...configurationVariables().filter(([name]) => /^(?:PORT|LOG_LEVEL)$/.test(name)),
      ['ADMIN_PORT', 'the port of health and metrics (any free one)'],
      notInProduction,
    ],
    more: ['They are read from the environment.'],
  },
  simulator: {
    line: 'simulator',
    summary: 'run the simulator of a call manager alone',
    options: [help],
    variables: async () => {
      const { simulatorVariables } = await import('../simulator/variables.js');
      const all = Object.entries<{ meaning: string; default: string }>(simulatorVariables);
      const rows = all.map(([name, { meaning, default: usual }]) => [name, withDefault(meaning, usual)] as const);
      return [...rows, notInProduction];
    },
    more: ['They are read from the environment; docs/simulator.md says more.'],
  },
  'hash-password': {
    line: 'hash-password NAME',
    summary: 'print an htpasswd entry; the password comes from standard input',
    options: [help],
    variables: () => [],
    more: [],
  },
} as const satisfies Readonly<Record<string, CommandUsage>>;

/** Every variable of the configuration, with its meaning, what it takes and what holds without it. */
function configurationVariables(): Variables {
  const all = variableGroups.flatMap(({ variables }) => Object.entries<Variable>(variables));
  return all.map(([name, { read, meaning, default: usual, required }]) => {
    const otherwise = required === undefined ? String(usual ?? '') : 'required';
    return [name, withDefault(`${meaning} [${read.description ?? ''}]`, otherwise)] as const;
  });
}

function withDefault(meaning: string, usual: string): string {
  return usual === '' ? meaning : `${meaning} (${usual})`;
}

/** The commands, and what each does; but for `buttons`, which has a command line of its own. */
export const commandSummaries: readonly (readonly [name: string, summary: string])[] = [
  ...Object.entries(commands).map(([name, { summary }]) => [name, summary] as const),
  ['help', 'what a command does, and its options'],
  ['version', 'the version'],
];

/**
 * @param buttonCommands those below `buttons`
 * @returns what to do about a command that there is not, to follow the message
 */
export function adviceFor(mistyped: string, buttonCommands: readonly string[]): string {
  const names = [
    'buttons',
    ...commandSummaries.map(([name]) => name),
    ...buttonCommands.map((name) => `buttons ${name}`),
  ];
  const near = names.map((name) => ({
    name,
    distance: editDistance(mistyped, name.replace('buttons ', '')),
  }));
  const [best] = near.sort((a, b) => a.distance - b.distance);
  const isNear = best !== undefined && best.distance <= Math.max(1, Math.floor(mistyped.length / 3));
  return isNear ? `did you mean ${best.name}? See axl-phone-proxy --help` : 'see axl-phone-proxy --help';
}

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
  const about = names.length === 0 ? 'It reads no environment variables.' : meanings(names);
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
    'REST calls in front of Cisco Unified Communications Manager (AXL): find phones, read and change their buttons.',
    columns('Commands:', all),
    columns('Options:', [
      checkOption,
      ['-h, --help', 'this text; after a command, or as help COMMAND, about that command'],
      ['-v, --version', 'the version'],
    ]),
    'The configuration is read from the environment and from a file .env; docs/configuration.md lists it.',
  ].join('\n\n');
}

function columns(title: string, rows: readonly (readonly [string, string])[]): string {
  return [title, ...rows.map(([name, meaning]) => `  ${name.padEnd(20)} ${meaning}`)].join('\n');
}

/** Each variable in a line, and its meaning below it. */
function meanings(variables: Variables): string {
  const lines = variables.map(
    ([name, meaning]) => `  ${name}\n      ${meaning.replace(/(.{1,90})(?: |$)/g, '$1\n      ').trim()}`,
  );
  return ['Environment variables:', ...lines].join('\n');
}
