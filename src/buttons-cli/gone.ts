/** The commands of earlier releases, and what to use instead. */
export const goneCommands: Readonly<Record<string, string>> = {
  plan: 'use show, approve, reject, apply or stop, with the number of the change',
  plans: 'use changes --state proposed',
  resume: 'the service goes on by itself; use apply N to let a stopped change go on',
  rollback: 'use undo N; changes lists the numbers',
  run: 'use show N',
  runs: 'use changes',
};

/** The options of earlier releases, and what to use instead. */
const goneOptions: Readonly<Record<string, string>> = {
  '--allow-removals': 'this command removes no button; leave it out',
  '--allow-unknown-target': 'this command sets no number; leave it out',
  '--detailed-exitcode': 'use --dry-run --json, which counts the lists to set',
  '--force': 'leave it out',
  '--ignore-missing': 'a name without a match always ends with 3; leave it out',
  '--journal': 'the service keeps every change; use changes and show N',
  '--keep-going': 'the failure of one list ends no change; leave it out',
  '--per-hour': 'the service sets the pace of all changes: CHANGES_PER_HOUR',
  '--plan': 'use --dry-run to look at a change, and --propose to leave it for someone else',
  '--whole-lists': 'undo reverts only what is still as the change left it; leave it out',
};

/** The options of `check` in earlier releases. */
const goneOfCheck: readonly string[] = ['--plan', '--dry-run', '--propose', '--reason'];

/** @returns what to use instead of a command that is gone */
export function goneCommandText(name: string): string {
  return `the command ${name} is gone: ${goneCommands[name] ?? ''}`;
}

/**
 * @param message of a mistake in the command line: `error: unknown option '--plan'`
 * @param given the whole command line
 * @returns what to use instead of an option that is gone; undefined for any other mistake
 */
export function goneOptionText(message: string, given: readonly string[]): string | undefined {
  const [, option = ''] = /unknown option '(--[a-z-]+)/.exec(message) ?? [];
  if (given[0] === 'check' && goneOfCheck.includes(option)) return `${option} of check is gone: use fix`;
  const instead = goneOptions[option];
  return instead === undefined ? undefined : `${option} is gone: ${instead}`;
}
