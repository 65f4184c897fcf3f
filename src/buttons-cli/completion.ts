import { goneCommands } from './gone.js';

export const shells = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof shells)[number];

/** A command besides `buttons`, and what it does. */
export type Neighbour = readonly [name: string, summary: string];

/** What completion needs of a command. */
interface Command {
  name(): string;
  summary(): string;
  readonly commands: readonly Command[];
  readonly options: readonly (Takes & {
    readonly long?: string | undefined;
    readonly flags: string;
    readonly description: string;
  })[];
  readonly registeredArguments: readonly (Takes & { name(): string })[];
}

interface Takes {
  readonly argChoices?: readonly string[] | undefined;
}

/** The value of an option: nothing, the name of a file, one of some words, or anything. */
type Value = 'none' | 'file' | 'any' | readonly string[];

/** What a user can type after the words of one command. */
interface Place {
  /** `buttons relabel` */
  readonly path: string;
  /** The commands below it, or the values of its argument. */
  readonly words: readonly Word[];
  readonly options: readonly (Word & { readonly value: Value })[];
  /** Whether its argument is the name of a file. */
  readonly takesFile: boolean;
}

interface Word {
  readonly text: string;
  readonly meaning: string;
}

/**
 * @param commands the commands below `axl-phone-proxy buttons`
 * @param neighbours the commands besides `buttons`
 * @returns a shell script that completes `axl-phone-proxy`: commands, options, and the values of options and arguments
 */
export function completionOf(shell: Shell, commands: Command, neighbours: readonly Neighbour[]): string {
  const first = [['buttons', commands.summary()] as const, ...neighbours];
  const words = first.map(([text, meaning]) => ({ text, meaning }));
  return scripts[shell]([{ path: '', words, options: [], takesFile: false }, ...placesOf('buttons', commands)]);
}

const help = { text: '--help', meaning: 'Show what it does, and its options', value: 'none' } as const;

/** @param above the options of the commands above, which may stand here too */
function placesOf(path: string, command: Command, above: Place['options'] = []): Place[] {
  const below = visibleIn(command).map((one) => ({ text: one.name(), meaning: one.summary() }));
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = command.options.flatMap(({ long, flags, description, argChoices }) => {
    const value: Value = argChoices ?? (flags.includes('<file>') ? 'file' : flags.includes('<') ? 'any' : 'none');
    return long === undefined ? [] : [{ text: long, meaning: description, value }];
  });
  const common = [...above, ...options.filter(({ text }) => text !== '--version')];
  return [
    {
      path,
      words: [...below, ...choices.map((text) => ({ text, meaning: '' }))],
      options: [...options, ...above, help],
      takesFile: command.registeredArguments.some((one) => one.name() === 'file'),
    },
    ...visibleIn(command).flatMap((one) => placesOf(`${path} ${one.name()}`, one, common)),
  ];
}

/** @returns the commands below one, without those that are gone */
function visibleIn({ commands }: Command): readonly Command[] {
  return commands.filter((one) => !(one.name() in goneCommands));
}

/** The values of each option: some words, or a file. */
function valuesOf(places: readonly Place[]) {
  return places.flatMap(({ path, options }) =>
    options.flatMap(({ text, value }) => {
      const words = typeof value === 'string' ? '' : value.join(' ');
      return value === 'none' ? [] : [{ after: `${path} ${text}`, words, files: value === 'file' ? 'yes' : '' }];
    }),
  );
}

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `# bash completion of axl-phone-proxy
_axl_phone_proxy() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local at='' word words='' options='' files=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
${stepsOf(places)}
    esac
  done
  case $at in
${places
  .map(
    ({ path, words, options, takesFile }) =>
      `    '${path}') words='${textsOf(words)}' options='${textsOf(options)}' files=${takesFile ? 'yes' : ''} ;;`,
  )
  .join('\n')}
  esac
  case "$at $previous" in
${valuesOf(places)
  .map(({ after, words, files }) => `    '${after}') words='${words}' options='' files=${files} ;;`)
  .join('\n')}
  esac
  case $current in -*) words=$options files='' ;; esac
  [ -n "$words$files" ] || words=$options
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ -z "$files" ] || { local IFS=$'\\n'; COMPREPLY+=($(compgen -f -- "$current")); }
}
complete -o filenames -F _axl_phone_proxy axl-phone-proxy
`,
  zsh: (places) => `#compdef axl-phone-proxy
_axl_phone_proxy() {
  local current=\${words[CURRENT]} previous=\${words[CURRENT-1]} at='' word files=''
  local -a known options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
${stepsOf(places)}
    esac
  done
  case $at in
${places
  .map(
    ({ path, words, options, takesFile }) =>
      `    '${path}') known=(${zshWords(words)}) options=(${zshWords(options)}) files=${takesFile ? 'yes' : ''} ;;`,
  )
  .join('\n')}
  esac
  case "$at $previous" in
${valuesOf(places)
  .map(({ after, words, files }) => `    '${after}') known=(${words}) options=() files=${files} ;;`)
  .join('\n')}
  esac
  if [[ $current == -* || ( \${#known} -eq 0 && -z $files ) ]]; then
    (( \${#options} )) && _describe -o 'option' options
    return
  fi
  (( \${#known} )) && _describe 'command' known
  [[ -z $files ]] || _files
}
# From a file of fpath it is called at once; where it is read, it is made known.
if [[ $funcstack[1] == _axl?phone?proxy ]]; then
  _axl_phone_proxy "$@"
else
  compdef _axl_phone_proxy axl-phone-proxy
fi
`,
  fish: (places) => `# fish completion of axl-phone-proxy
function __axl_phone_proxy_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch (string trim "$at $word")
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      case '${path}'\n        set at '${path}'`)
  .join('\n')}
    end
  end
  test "$at" = "$argv[1]"
end
complete -c axl-phone-proxy -f
${places.flatMap(fishLines).join('\n')}
`,
};

/** The words of a line, with the place to which each of them leads. */
function stepsOf(places: readonly Place[]): string {
  return places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      '${path}') at='${path}' ;;`)
    .join('\n');
}

function textsOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

function zshWords(words: readonly Word[]): string {
  return words.map(({ text, meaning }) => singleQuoted(`${text}:${meaning.replaceAll(':', '\\:')}`)).join(' ');
}

function fishLines({ path, words, options, takesFile }: Place): string[] {
  const line = (what: string, meaning: string): string =>
    `complete -c axl-phone-proxy -n ${singleQuoted(`__axl_phone_proxy_at "${path}"`)} ${what}` +
    (meaning === '' ? '' : ` -d ${fishQuoted(meaning)}`);
  return [
    ...(takesFile ? [line('-F', '')] : []),
    ...words.map(({ text, meaning }) => line(`-a ${text}`, meaning)),
    ...options.map(({ text, meaning, value }) => {
      const choices = typeof value === 'string' ? fishValues[value] : ` -x -a ${singleQuoted(value.join(' '))}`;
      return line(`-l ${text.slice(2)}${choices}`, meaning);
    }),
  ];
}

const fishValues = { none: '', file: ' -r -F', any: ' -x' } as const;

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** In fish, two characters are escaped within single quotes. */
function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
