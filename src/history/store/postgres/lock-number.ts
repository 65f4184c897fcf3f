import { createHash } from 'node:crypto';

/** @returns the number of an advisory lock: 64 bits of a hash, as text, apart from the locks of other programs */
export function lockNumber(key: string): string {
  return createHash('sha256').update(`axl-phone-proxy ${key}`).digest().readBigInt64BE().toString();
}
