import { readText } from '../files/text-files.js';

/**
 * What may stand in such a file: an empty line, a comment, or NAME= and a value, which is bare, in '' or in "". Only a
 * value in "" and a bare one may go on in the next line, after a backslash.
 */
const emptyLine = /[ \t\r]*(?:[#;](?:[^\n]*[^\\\n])?)?(?:\n|$)/y;
const assignment =
  /[ \t\r]*([A-Za-z_]\w*)[ \t]*=[ \t\r]*(?:'([^'\n]*)'|"((?:[^"\\\n]|\\[^])*)"|((?:[^\s'"\\]|\\[^ \t\r])(?:[^\r\n\\]|\\[^ \t\r])*)?)[ \t\r]*(?:\n|$)/y;

/** A file of systemd's EnvironmentFile= that cannot be read, or says what systemd would leave out or read in its own way. */
export class UnusableEnvironment extends Error {
  override readonly name = 'UnusableEnvironment';
}

/**
 * Reads a file as systemd reads it for EnvironmentFile= (systemd.exec(5)). Neither dotenv nor Node's `util.parseEnv` does:
 * both cut a value off at a `#`, and know no `;`, no backslash and no continued line. What systemd leaves out with a line
 * in its journal (`export A=1`, a line without `=`) or reads in a way that hardly anyone means (text after a quote, a
 * quote over several lines, a comment that ends with a backslash) is refused.
 * @throws UnusableEnvironment with the number of the line, and without its text, which may be a password
 */
export function readEnvironmentFile(path: string): Record<string, string> {
  const text = textOf(path);
  const values: Record<string, string> = {};
  for (let at = 0; at < text.length;) {
    emptyLine.lastIndex = assignment.lastIndex = at;
    if (emptyLine.test(text)) {
      at = emptyLine.lastIndex;
      continue;
    }
    const [, name, single, double, bare = ''] = assignment.exec(text) ?? [];
    if (name === undefined) {
      const line = text.slice(0, at).split('\n').length;
      throw new UnusableEnvironment(
        `${path}, line ${line}: write NAME=value, NAME='value' or NAME="value" on one line, and nothing after the quote`,
      );
    }
    values[name] = single ?? (double === undefined ? withoutBackslashes(bare).trimEnd() : unescaped(double));
    at = assignment.lastIndex;
  }
  return values;
}

function textOf(path: string): string {
  try {
    return readText(path);
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    throw new UnusableEnvironment(`${path} ${code === undefined ? message : `cannot be read (${code})`}`);
  }
}

/** A backslash keeps the next character, and joins a line to the next. */
function withoutBackslashes(text: string): string {
  return text.replaceAll(/\\([^])/g, (_, next: string) => (next === '\n' ? '' : next));
}

/** In "", a backslash before any other character stays. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\`$\n])/g, (_, next: string) => (next === '\n' ? '' : next));
}
