import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { htpasswdEntry, isTooLong, longestPasswordBytes } from '../authentication/password-source.js';
import { Failure } from './failure.js';

/**
 * Prints an htpasswd entry for a user. The password comes from standard input, never from an argument, where other
 * users of the machine could read it.
 */
export async function hashPassword(name: string | undefined, write: (line: string) => void): Promise<void> {
  if (name === undefined || name === '' || name.includes(':')) {
    throw new Failure('give the user name, without a colon: axl-phone-proxy hash-password NAME');
  }
  const password = await readPassword();
  if (password === '') throw new Failure('the password is empty');
  if (isTooLong(password)) {
    throw new Failure(`the password is longer than the ${longestPasswordBytes} bytes that bcrypt looks at`);
  }
  write(await htpasswdEntry(name, password));
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
    for await (const line of terminal) return line;
    return '';
  } finally {
    terminal.close();
    if (process.stdin.isTTY) process.stderr.write('\n');
  }
}
