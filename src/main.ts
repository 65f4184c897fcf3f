import { parseArgs } from 'node:util';
import { Failure } from './commands/failure.js';
import { takeEarlySignals } from './commands/early-signals.js';
import { print } from './commands/print.js';
import { framesOf } from './observability/observations.js';
import { version } from './version.js';

/**
 * Reads the command line, runs the command and ends the process: the only place that does. Each command is loaded when
 * it is asked for: loading takes most of the time of a start, and signals are taken before.
 */
async function main(): Promise<number> {
  const [first, ...others] = process.argv.slice(2);
  // It has a command line of its own.
  if (first === 'buttons') return (await import('./buttons-cli/buttons.js')).buttons(others, process.env);
  const { asked, command, name, help, showVersion } = commandLine();
  const usage = help ? await (await import('./commands/usage.js')).usageOf(asked) : undefined;
  if (usage === undefined && !showVersion) return run(command, name);
  await print(usage ?? version);
  return 0;
}

async function run(command: string, name: string | undefined): Promise<number> {
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
      await (await import('./commands/check-config.js')).checkConfig(process.env, print);
      return 0;
    case 'hash-password':
      await (await import('./commands/hash-password.js')).hashPassword(name, print);
      return 0;
    default:
      throw new Failure(`there is no command ${command}; see axl-phone-proxy --help`);
  }
}

function end(): void {
  process.exit(0);
}

function commandLine() {
  const options = {
    'check-config': { type: 'boolean' },
    help: { type: 'boolean' },
    version: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [asked, name] = positionals;
    return {
      asked,
      command: values['check-config'] === true ? 'check-config' : (asked ?? 'serve'),
      name,
      help: values.help === true,
      showVersion: values.version === true,
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
  // A foreign error's message may quote what it was given; where it was thrown tells enough.
  if (!isFailure && thrown instanceof Error) process.stderr.write(`${thrown.name}\n${framesOf(thrown)}\n`);
  process.exit(1);
}
