import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { NotUtf8, readSecret } from '../files/text-files.js';
import { text } from './value-schemas.js';

/** Variables that name a file: the value is its path, and the file is read to see whether it can be used. */

export const file = readable((path, code) => `names a file that cannot be read (${path}: ${code})`);
/** Its path is not shown: somebody may have given the secret itself. */
export const secretFile = readable((_path, code) => `names a file that cannot be read (${code})`).superRefine(
  (path, context) => {
    try {
      readSecret(path);
    } catch (thrown) {
      const cause = thrown instanceof NotUtf8 ? thrown.message : 'cannot be read';
      context.addIssue({ code: 'custom', message: `names a file that ${cause}` });
    }
  },
);
export const certificateFile = fileThatHolds('certificate', (pem) => new X509Certificate(pem));
export const privateKeyFile = fileThatHolds('private key without a passphrase', (pem) => createPrivateKey(pem));

function readable(problem: (path: string, code: string) => string) {
  return text.superRefine((path, context) => {
    try {
      readFileSync(path);
    } catch (thrown) {
      const code = (thrown as NodeJS.ErrnoException).code ?? 'unreadable';
      context.addIssue({ code: 'custom', message: problem(path, code), continue: false });
    }
  });
}

function fileThatHolds(what: string, parse: (pem: string) => unknown) {
  return file.superRefine((path, context) => {
    try {
      parse(readFileSync(path, 'utf8'));
    } catch {
      context.addIssue({ code: 'custom', message: `names a file that holds no ${what} in PEM form (${path})` });
    }
  });
}
