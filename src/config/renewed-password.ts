import { NotUtf8, readSecret } from '../files/text-files.js';
import type { Observe } from '../observability/observations.js';
import type { AxlConfig } from './config.js';

/** @returns the password towards the call manager as it is now; undefined when its file holds none, which is told */
export function renewedPassword({ passwordFile, password }: AxlConfig, observe: Observe): string | undefined {
  if (passwordFile === undefined) return password;
  try {
    const renewed = readSecret(passwordFile);
    if (renewed !== '') return renewed;
    observe({ kind: 'warning', text: `AXL_PASSWORD_FILE ${passwordFile} is empty: the password stays as it was` });
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    const cause = thrown instanceof NotUtf8 ? thrown.message : `cannot be read (${code})`;
    observe({ kind: 'warning', text: `AXL_PASSWORD_FILE ${passwordFile} ${cause}: the password stays as it was` });
  }
  return undefined;
}
