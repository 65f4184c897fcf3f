import { editDistance } from '../config/unknown-variables.js';
import { type Variable, type VariableName, variableNames, variables as allVariables } from '../config/variables.js';
import { variableBriefs } from './variable-briefs.js';

type Variables = readonly (readonly [name: string, meaning: string])[];

interface CommandUsage {
  /** The arguments that follow the program's name. */
  readonly line: string;
  /** What the command does, in one line. */
  readonly summary: string;
  readonly options: readonly (readonly [name: string, meaning: string])[];
  /** The environment variables that it reads, each with its meaning; loaded when needed. */
  readonly variables: () => Variables | Promise<Variables>;
  /** More information, in whole lines. */
  readonly more: readonly string[];
}

const help = ['-h, --help', 'Show this text'] as const;
const checkOption = ['--check-config', 'The same as the command check-config'] as const;
const environmentOption = ['--environment FILE', 'Read the variables from this file of systemd alone'] as const;
const configuration = 'The variables are read from the environment and from a file .env.\nSee docs/configuration.md.';

/** What the doctor uses of the configuration: it has its own pace, and both kinds of lookup. */
const doctorVariables = [
  ...['AXL_URL', 'AXL_USERNAME', 'AXL_PASSWORD', 'AXL_PASSWORD_FILE', 'AXL_VERSION', 'AXL_WSDL', 'AXL_CA_FILE'],
  ...['AXL_TLS_INSECURE_SKIP_VERIFY', 'AXL_TIMEOUT_MS', 'AXL_LOGIN_PAUSE_MS', 'REQUEST_DEADLINE_MS', 'INVENTORY'],
  'NODE_ENV',
] as readonly VariableName[];

const notInProduction = ['NODE_ENV', 'refuses to run if this is production'] as const;

export const commands = {
  serve: {
    line: 'serve',
    summary: 'Run the service in the foreground (the default)',
    options: [checkOption, help],
    variables: () => rowsOf(variableNames),
    more: [configuration],
  },
  'check-config': {
    line: 'check-config',
    summary: 'Check the configuration, and start nothing',
    options: [['--connect', 'Try the call manager and the database too'], environmentOption, help],
    variables: () => rowsOf(variableNames),
    more: [configuration],
  },
  doctor: {
    line: 'doctor',
    summary: 'Check every assumption about your call manager',
    options: [
      ['--list', 'List the probes and what each assumes; send nothing'],
      ['--only NAME', 'Run only this probe (repeatable)'],
      ['--sample N', 'Compare this many numbers, phones and profiles (50)'],
      ['--heavy', 'Run also the probes that load the call manager'],
      ['--write-to NAME', 'Change this phone or profile:NAME, then restore its lists'],
      ['--yes', 'With --write-to: allow a device that has a line'],
      ['--restore FILE', 'Restore what a killed doctor left changed'],
      ['--json', 'Print the report as JSON'],
      ['--record FOLDER', 'Save the exchanges there, with private data replaced'],
      environmentOption,
      ['--real-names', 'Show real names also in a pipe; do not send the report'],
      help,
    ],
    variables: () => rowsOf(doctorVariables),
    more: [
      'It checks the others too, as serve does.',
      'Exit codes: 0 if every assumption holds, 2 if one does not,\n1 if one could not be tried.',
      configuration,
    ],
  },
  demo: {
    line: 'demo',
    summary: 'Run the service with a simulated call manager',
    options: [help],
    variables: () => [
      ...rowsOf(['PORT', 'LOG_LEVEL']),
      ['ADMIN_PORT', 'port of health and metrics (any free one)'],
      notInProduction,
    ],
    more: ['The variables are read from the environment.\nThe demo prints curl lines that work.'],
  },
  simulator: {
    line: 'simulator',
    summary: 'Run only the simulated call manager',
    options: [help],
    variables: async () => {
      const { simulatorVariables } = await import('../simulator/variables.js');
      const all = Object.entries<{ meaning: string; default: string }>(simulatorVariables);
      const rows = all.map(([name, { meaning, default: usual }]) => [name, withDefault(meaning, usual)] as const);
      return [...rows, notInProduction];
    },
    more: ['The variables are read from the environment.'],
  },
  mcp: {
    line: 'mcp',
    summary: 'Let an agent look up and propose (MCP)',
    options: [['--writing-login', 'Start also with a login that may change buttons'], help],
    variables: async () => Object.entries((await import('../buttons-cli/connection/settings.js')).settingMeanings),
    more: ['It serves standard input and output, and is a client of the service.\nSee docs/agents.md.'],
  },
  docs: {
    line: 'docs [TOPIC]',
    summary: 'Show a page of the docs, or list the pages',
    options: [help],
    variables: () => [],
    more: ['The pages are those of docs/ in the package, as Markdown.'],
  },
  'hash-password': {
    line: 'hash-password NAME',
    summary: 'Print an htpasswd entry for a password',
    options: [help],
    variables: () => [],
    more: ['The password comes from standard input.'],
  },
} as const satisfies Readonly<Record<string, CommandUsage>>;

/** Variables of the configuration, each with a few words and its default. */
function rowsOf(names: readonly VariableName[]): Variables {
  return names.map((name) => {
    const { default: usual, required }: Variable = allVariables[name];
    const otherwise = required === undefined ? String(usual ?? '') : 'required';
    return [name, withDefault(variableBriefs[name], otherwise)] as const;
  });
}

function withDefault(meaning: string, usual: string): string {
  return usual === '' ? meaning : `${meaning} (${usual})`;
}

/** The commands and what each does, without those of `buttons`, which has its own command line. */
export const commandSummaries: readonly (readonly [name: string, summary: string])[] = [
  ...Object.entries(commands).map(([name, { summary }]) => [name, summary] as const),
  ['help', 'Show what a command does, and its options'],
  ['version', 'Print the version'],
];

/**
 * @param buttonCommands the commands below `buttons`
 * @returns the advice that follows the message about an unknown command
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
 * @param command the command to explain; undefined for the program itself
 * @returns the text for --help, or undefined if there is no such command
 */
export async function usageOf(command: string | undefined): Promise<string | undefined> {
  if (command === undefined) return programUsage();
  if (!isCommand(command)) return undefined;
  const { line, summary, options, variables, more }: CommandUsage = commands[command];
  const names = await variables();
  const about = names.length === 0 ? 'The command reads no environment variables.' : meanings(names);
  return [`Usage: axl-phone-proxy ${line} [options]`, `${summary}.`, columns('Options:', options), about, ...more].join(
    '\n\n',
  );
}

function programUsage(): string {
  const all = [
    ...Object.values(commands).map(({ line, summary }) => [line, summary] as const),
    ['buttons …', 'Find and change the buttons of many phones'] as const,
  ];
  return [
    'Usage: axl-phone-proxy [command] [options]',
    'Find phones of Cisco Unified Communications Manager (AXL) by number.\nRead and change their buttons.',
    'Examples:\n  axl-phone-proxy demo\n  axl-phone-proxy buttons find 2001',
    columns('Commands:', all),
    columns('Options:', [
      checkOption,
      ['-h, --help', 'Show this text, or the help of the command before it'],
      ['-v, --version', 'Print the version'],
    ]),
    'The configuration is in the environment or in a file .env.\nSee docs/configuration.md.',
  ].join('\n\n');
}

function columns(title: string, rows: readonly (readonly [string, string])[], width = 20): string {
  return [title, ...rows.map(([name, meaning]) => `  ${name.padEnd(width)} ${meaning}`)].join('\n');
}

/** Each variable with its meaning beside it, which goes on in the next line if it is long. */
function meanings(variables: Variables): string {
  const width = Math.max(...variables.map(([name]) => name.length));
  const longest = new RegExp(`(.{1,${77 - width}})(?: |$)`, 'g');
  const rows = variables.map(
    ([name, meaning]) => [name, meaning.replace(longest, `$1\n${' '.repeat(width + 3)}`).trim()] as const,
  );
  return columns('Environment variables:', rows, width);
}
