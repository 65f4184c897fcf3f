import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { htpasswdEntry, isTooLong, longestPasswordBytes } from '../authentication/password-source.js';
import { withoutByteOrderMark } from '../files/text-files.js';
import { Failure, type Print } from './terminal.js';

/**
 * Prints an htpasswd entry for a user. The password comes from standard input, because other users of the machine could
 * read an argument.
 */
export async function hashPassword(name: string | undefined, write: Print): Promise<void> {
  const userName = checkedName(name);
  const password = await readPassword();
  if (password === '') throw new Failure('the password is empty');
  // bcrypt reads a password only up to a NUL. In UTF-16, every other byte of plain text is a NUL.
  if (/[\0\uFFFD]/.test(password)) throw new Failure('the password is not UTF-8 text');
  if (isTooLong(password)) {
    throw new Failure(`the password is longer than the ${longestPasswordBytes} bytes that bcrypt reads`);
  }
  await write(await htpasswdEntry(userName, password));
}

/** Refuses a name that would make the entry a comment or two lines. */
function checkedName(name: string | undefined): string {
  if (name === undefined || name === '' || name.includes(':')) {
    throw new Failure('give the user name, without a colon: axl-phone-proxy hash-password NAME');
  }
  if (name.startsWith('#')) throw new Failure('the user name must not start with #, which starts a comment');
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw new Failure('the user name must not contain a control character');
  return name;
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  try {
    for await (const line of terminal) return withoutByteOrderMark(line);
    return '';
  } finally {
    terminal.close();
    if (process.stdin.isTTY) process.stderr.write('\n');
  }
}
