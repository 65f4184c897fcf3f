import type { VariableName } from './variables.js';

interface UnknownVariables {
  /** Names that are clearly mistakes for a variable of this service. Their settings would silently have no effect. */
  readonly problems: readonly string[];
  /** Other names that look like ours. */
  readonly warnings: readonly string[];
}

/** Names and first words that other programs use as well. */
const sharedNames: ReadonlySet<string> = new Set(['HOST', 'PORT', 'LOG_LEVEL', 'NODE_ENV']);
const sharedFirstWords: ReadonlySet<string> = new Set(['NODE', 'DATA', 'DATABASE']);

/**
 * What Kubernetes sets in every container for a service, after the service's name: `…_SERVICE_HOST`, `…_SERVICE_PORT`,
 * `…_SERVICE_PORT_HTTP`, `…_PORT_8080_TCP`, `…_PORT_8080_TCP_ADDR`. `…_PORT` is recognized by its value.
 */
const ofKubernetes = /_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const addressOfKubernetes = /^(tcp|udp|sctp):\/\//;

/** Whether Kubernetes has set a variable for a service. */
export function isSetByKubernetes(name: string, value: string): boolean {
  return ofKubernetes.test(name) || (name.endsWith('_PORT') && addressOfKubernetes.test(value));
}

/**
 * Looks for variables that seem to be for this service, but have no effect.
 * @param known the valid names
 */
export function unknownVariables(env: NodeJS.ProcessEnv, known: readonly string[]): UnknownVariables {
  const firstWords = new Set(known.map(firstWordOf).filter((word) => !sharedFirstWords.has(word)));
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const [name, value = ''] of Object.entries(env)) {
    if (value === '' || known.includes(name) || isSetByKubernetes(name, value)) continue;
    const meant = known.find((right) => isMissOf(name, right)) ?? meantByItsWords(name);
    if (meant !== undefined) problems.push(`${name} is not a variable of this service; did you mean ${meant}?`);
    else if (name.includes('_') && firstWords.has(firstWordOf(name))) {
      warnings.push(`${name} is not a variable of this service and has no effect`);
    }
  }
  return { problems, warnings };
}

/**
 * A read-only user must not get write access because the name of the variable is mistyped. So a rougher match is enough
 * here.
 */
const readOnlyUsers = /READ_?ONLY|READERS?_?USERS?/i;
const proposingUsers = /PROPOS(ING|ERS?|ALS?)/i;
const approvingUsers = /APPROV(ING|ERS)_?(USERS?)?$/i;

function meantByItsWords(name: string): VariableName | undefined {
  if (readOnlyUsers.test(name)) return 'READ_ONLY_USERS';
  if (proposingUsers.test(name)) return 'PROPOSING_USERS';
  return approvingUsers.test(name) ? 'APPROVING_USERS' : undefined;
}

function firstWordOf(name: string): string {
  return name.replace(/_.*$/, '');
}

/**
 * Whether a name is clearly a mistake for the right one: it is mistyped, has other letters or underscores, or is cut
 * off.
 */
function isMissOf(name: string, right: string): boolean {
  if (sharedNames.has(right)) return false;
  if (name.includes('_') && right.startsWith(`${name}_`)) return true;
  const [given, meant] = [lettersOf(name), lettersOf(right)];
  // APP_PASSWORD and SSL_CERT_FILE are variables of other programs. So if the first word differs, fewer letters of the
  // rest may differ.
  const firstWord = firstWordOf(right);
  const mostEdits = given.startsWith(firstWord) && meant.length >= 10 ? 2 : 1;
  return given.startsWith(meant.charAt(0)) && editDistance(given, meant) <= mostEdits;
}

/**
 * @returns the name in capitals and without underscores. A plural in -IES becomes the singular, because the two differ
 * in more than one letter
 */
function lettersOf(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/IES$/, 'Y');
}

/**
 * The number of letters that must be inserted, removed, changed, or swapped with a neighbor, to turn one text into
 * another. This is the distance of Damerau and Levenshtein in which no letter is changed twice.
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
        swapped ? at(beforePrevious, column - 2) + 1 : Infinity,
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
