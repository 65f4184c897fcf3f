import { parseArgs } from 'node:util';
import { checkConfig } from './commands/check-config.js';
import { Failure } from './commands/failure.js';
import { hashPassword } from './commands/hash-password.js';
import { serve } from './commands/serve.js';
import { usageOf } from './commands/usage.js';
import { framesOf } from './observability/observations.js';
import { version } from './version.js';

/** Reads the command line, runs the command and ends the process: the only place that does. */
async function main(): Promise<number> {
  const { asked, command, name, help, showVersion } = commandLine();
  const usage = help ? await usageOf(asked) : undefined;
  if (usage !== undefined) return print(usage);
  if (showVersion) return print(version);
  switch (command) {
    case 'serve':
      return serve(process.env);
    case 'check-config':
      await checkConfig(process.env, print);
      return 0;
    case 'hash-password':
      await hashPassword(name, print);
      return 0;
    case 'demo':
      return (await import('./commands/demo.js')).demo(process.env, print);
    case 'simulator':
      return (await import('./commands/simulator.js')).simulator(process.env, print);
    default:
      throw new Failure(`there is no command ${command}; see axl-phone-proxy --help`);
  }
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

function print(line: string): 0 {
  process.stdout.write(`${line}\n`);
  return 0;
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
