import { randomBytes } from 'node:crypto';

/** @returns a name for a new journal in the working directory: when it begins, and a few letters that nothing else has */
export function newJournalName(): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  return `buttons-${time}-${randomBytes(3).toString('hex')}.journal`;
}
