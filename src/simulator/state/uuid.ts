import { createHash } from 'node:crypto';

/** A key made from a text: the same for the same text, so that the seed need not name the key of every row. */
export function derivedUuid(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-');
}

/** A key as SQL has it, in lower case without braces. @param uuid in either of AXL's forms */
export function bareUuid(uuid: string): string {
  return uuid.replace(/[{}]/g, '').toLowerCase();
}
