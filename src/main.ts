import { parseArgs } from 'node:util';
import type { CheckOptions } from './commands/check-config.js';
import { Failure, print } from './commands/terminal.js';
import { takeEarlySignals } from './commands/signals.js';
import { framesOf } from './observability/observations.js';
import { version } from './version.js';

/**
 * Reads the command line, runs the command and ends the process. Nothing else ends it. Each command is loaded only when
 * it is needed, because loading takes most of the start time. Signals are handled before the command is loaded.
 */
async function main(): Promise<number> {
  const [first, ...others] = process.argv.slice(2);
  // `buttons` has its own command line.
  if (first === 'buttons') return runButtons(others);
  if (first === 'help' && others[0] === 'buttons') return runButtons(['help', ...others.slice(1)]);
  // The doctor parses its own options.
  const isForHelp = others.some((one) => one === '--help' || one === '-h');
  if (first === 'doctor' && !isForHelp) return runDoctor(others);
  if (first === 'mcp' && !isForHelp) return (await import('./mcp/mcp.js')).mcp(others, process);
  const { asked, command, name, help, showVersion, checking } = commandLine();
  const usage = help ? await (await import('./commands/usage.js')).usageOf(asked) : undefined;
  if (usage === undefined && !showVersion) return run(command, name, checking);
  await print(usage ?? version);
  return 0;
}

async function runButtons(given: readonly string[]): Promise<number> {
  const { buttons } = await import('./buttons-cli/buttons.js');
  const { commandSummaries } = await import('./commands/usage.js');
  return buttons(given, process, commandSummaries);
}

async function runDoctor(given: readonly string[]): Promise<number> {
  return (await import('./commands/doctor.js')).doctor(given, process.env, print);
}

async function run(command: string, name: string | undefined, checking: CheckOptions): Promise<number> {
  const alien = command === 'check-config' ? undefined : Object.entries(checking).find(([, value]) => value)?.[0];
  if (alien !== undefined) throw new Failure(`--${alien} needs check-config`);
  switch (command) {
    case 'serve':
      takeEarlySignals(end);
      return (await import('./commands/serve.js')).serve(process.env);
    case 'demo':
      takeEarlySignals(end);
      return (await import('./commands/demo.js')).demo(process.env, print);
    case 'simulator':
      takeEarlySignals(end);
      return (await import('./commands/simulator.js')).simulator(process.env, print);
    case 'check-config':
      await (await import('./commands/check-config.js')).checkConfig(process.env, print, checking);
      return 0;
    case 'docs':
      await (await import('./commands/docs.js')).docs(name, print, process.stdout.columns || 80);
      return 0;
    case 'hash-password':
      await (await import('./commands/hash-password.js')).hashPassword(name, print);
      return 0;
    default:
      throw new Failure(`there is no command ${command}; ${await adviceFor(command)}`);
  }
}

async function adviceFor(mistyped: string): Promise<string> {
  const { buttonCommands } = await import('./buttons-cli/buttons.js');
  return (await import('./commands/usage.js')).adviceFor(mistyped, buttonCommands());
}

function end(): void {
  process.exit(0);
}

function commandLine() {
  const options = {
    'check-config': { type: 'boolean' },
    connect: { type: 'boolean' },
    environment: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    // `help X` means `X --help`, and `version` means `--version`.
    const isHelp = positionals[0] === 'help';
    const [asked, name] = isHelp ? positionals.slice(1) : positionals;
    return {
      asked,
      command: values['check-config'] === true ? 'check-config' : (asked ?? 'serve'),
      name,
      help: isHelp || values.help === true,
      showVersion: values.version === true || asked === 'version',
      checking: { connect: values.connect, environment: values.environment },
    };
  } catch (thrown) {
    throw new Failure(`${thrown instanceof Error ? thrown.message : 'unknown option'}; see axl-phone-proxy --help`);
  }
}

try {
  process.exit(await main());
} catch (thrown) {
  const isFailure = thrown instanceof Failure;
  process.stderr.write(`axl-phone-proxy: ${isFailure ? thrown.message : 'failed unexpectedly'}\n`);
  // The message of a foreign error may quote its input. So only the place where it was thrown is shown.
  if (!isFailure && thrown instanceof Error) process.stderr.write(`${thrown.name}\n${framesOf(thrown)}\n`);
  process.exit(1);
}
