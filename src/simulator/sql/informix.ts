import { AxlFault } from '../soap/axl-fault.js';

interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'symbol';
  /** As written; a text is in single quotes. */
  readonly text: string;
}

// Comments are `-- to the end`, `{ in braces }` and `/* like this */`. Double quotes mark a text, not a name.
const tokenForm =
  /\s+|--[^\n]*|\{[^}]*\}|\/\*[\s\S]*?\*\/|('(?:[^']|'')*'|"(?:[^"]|"")*")|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<>|<=|>=|!=|==|\|\||::|[-+*/%=<>(),.;])/y;

/** Words that no query for the call manager contains, and that have an effect in SQLite, or name its own tables. */
const refusedWord = /^(with|recursive|attach|detach|pragma|vacuum|load_extension|sqlite_\w*|pragma_\w*)$/i;

const replacedWords: Readonly<Record<string, string>> = {
  NVL: 'IFNULL',
  CURRENT: "datetime('now')",
  SYSDATE: "datetime('now')",
  TODAY: "date('now')",
  MATCHES: 'GLOB',
  SUBSTRING: 'SUBSTR',
};

/**
 * Translates a read query from the dialect of the call manager's database into SQLite's: `SKIP n FIRST m`, `UNIQUE`,
 * NVL, MATCHES, CURRENT, TODAY, double-quoted texts and comments in braces.
 * @throws AxlFault 201 if it is not a single SELECT
 */
export function translateQuery(sql: string): string {
  const tokens = tokenize(sql);
  while (tokens.at(-1)?.text === ';') tokens.pop();
  if (!isWord(tokens[0], 'SELECT')) throw syntaxError();
  const written: string[] = [];
  const limits = [''];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined || token.text === ';' || refusedWord.test(token.text)) throw syntaxError();
    if (token.text === '(') limits.push('');
    if (token.text === ')') written.push(limits.pop() ?? '');
    written.push(translate(token));
    if (!isWord(token, 'SELECT')) continue;
    const { limit, next } = readLimit(tokens, i + 1);
    // In a UNION, a limit of one part would become the limit of the whole query.
    if (isUnited(tokens, i) && (limit !== '' || limits.at(-1) !== '')) throw syntaxError();
    limits[limits.length - 1] = limit;
    if (isWord(tokens[next], 'UNIQUE')) written.push('DISTINCT');
    i = isWord(tokens[next], 'UNIQUE') ? next : next - 1;
  }
  if (limits.length !== 1) throw syntaxError();
  return [...written, limits[0]].join(' ');
}

/** The fault for a query that is not valid. */
export function syntaxError(): AxlFault {
  return new AxlFault(201, 'A syntax error has occurred.', 'Server');
}

function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < sql.length) {
    const [, text, number, word, symbol] = tokenForm.exec(sql) ?? throwSyntaxError();
    if (text !== undefined) tokens.push({ kind: 'text', text: singleQuoted(text) });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
  }
  return tokens;
}

function throwSyntaxError(): never {
  throw syntaxError();
}

function singleQuoted(text: string): string {
  if (text.startsWith("'")) return text;
  return `'${text.slice(1, -1).replaceAll('""', '"').replaceAll("'", "''")}'`;
}

function translate(token: Token): string {
  if (token.kind !== 'word') return token.text;
  return replacedWords[token.text.toUpperCase()] ?? token.text;
}

/** Reads `SKIP n FIRST m` (or LIMIT m) after a SELECT; SQLite needs it at the end of the query. */
function readLimit(tokens: readonly Token[], from: number): { limit: string; next: number } {
  let [skip, first, next] = ['0', '-1', from];
  if (isWord(tokens[next], 'SKIP') && tokens[next + 1]?.kind === 'number') {
    skip = tokens[next + 1]?.text ?? skip;
    next += 2;
  }
  if ((isWord(tokens[next], 'FIRST') || isWord(tokens[next], 'LIMIT')) && tokens[next + 1]?.kind === 'number') {
    first = tokens[next + 1]?.text ?? first;
    next += 2;
  }
  return { limit: next === from ? '' : `LIMIT ${first} OFFSET ${skip}`, next };
}

/** Whether the SELECT at this position follows a UNION. */
function isUnited(tokens: readonly Token[], position: number): boolean {
  const before = isWord(tokens[position - 1], 'ALL') ? tokens[position - 2] : tokens[position - 1];
  return isWord(before, 'UNION');
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === word;
}

const compiled = new Map<string, RegExp>();
const maxCompiled = 1000;

/**
 * SQL LIKE of the call manager's database: `%` is any text, `_` is one character, and case matters. After the escape
 * character, `%`, `_` and the escape character itself are literal. Before any other character, the escape character
 * stands for itself. So the stored form of an E.164 number, `\+1408...`, finds itself.
 */
export function isLike(text: string, pattern: string, escape = '\\'): boolean {
  const key = escape + pattern;
  let expression = compiled.get(key);
  if (expression === undefined) {
    expression = compile(pattern, escape);
    if (compiled.size >= maxCompiled) compiled.clear();
    compiled.set(key, expression);
  }
  return expression.test(text);
}

function compile(pattern: string, escape: string): RegExp {
  const characters = Array.from(pattern);
  let source = '';
  for (let i = 0; i < characters.length; i += 1) {
    const character = characters[i] ?? '';
    const next = characters[i + 1];
    if (character === escape && next !== undefined && ['%', '_', escape].includes(next)) {
      source += literal(next);
      i += 1;
    } else if (character === '%') {
      if (!source.endsWith('.*')) source += '.*';
    } else {
      source += character === '_' ? '.' : literal(character);
    }
  }
  return new RegExp(`^${source}$`, 'su');
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
}
