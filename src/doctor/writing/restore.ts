import { isServiceError } from '../../domain/errors.js';
import { withUnseenNamed } from '../../domain/unseen.js';
import { rm } from 'node:fs/promises';
import type { VisitOptions } from '../visit.js';
import { openVisit } from '../visit.js';
import { type RestoreResult, restoreLists } from './restore-lists.js';
import { NotSaved, readSaved } from './saved-lists.js';

/** The result of `--restore`. */
export interface Restored {
  readonly isDone: boolean;
  /** For the terminal of a user who may see the phone's buttons. */
  readonly words: string;
}

/**
 * Restores a phone that a doctor has left changed, and deletes the file afterwards.
 * @throws UnusableWsdl
 */
export async function restore(file: string, options: VisitOptions): Promise<Restored> {
  const saved = await readSaved(file).catch((thrown: unknown) => {
    if (thrown instanceof NotSaved) return thrown.message;
    return `${file} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`;
  });
  if (typeof saved === 'string') return { isDone: false, words: saved };
  const visit = await openVisit(options);
  try {
    const [publisher] = visit.nodes;
    if (publisher.name !== saved.node) {
      const words = `${file} is for the call manager ${saved.node}, but AXL_URL begins with ${publisher.name}: nothing was changed.`;
      return { isDone: false, words };
    }
    const result = await restoreLists(visit.connection.client, saved, (work) => visit.callToEnd(work));
    if (result.outcome === 'as-before') await rm(file);
    return { isDone: result.outcome === 'as-before', words: restoreText(saved.device, result) };
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    return { isDone: false, words: `${saved.device} could not be restored: ${thrown.facts.detail} Try again later.` };
  } finally {
    await visit.close();
  }
}

/** @returns the result of restoring, with the real buttons: only for the terminal */
export function restoreText(device: string, result: RestoreResult): string {
  switch (result.outcome) {
    case 'as-before':
      return result.wrote.length === 0 ? `${device} has what it had.` : `${device} has what it had again.`;
    case 'no-such-phone':
      return `The phone ${device} no longer exists: nothing was changed.`;
    case 'another-phone':
      return `${device} is another phone now (${result.uuid}): nothing was changed.`;
    case 'changed-elsewhere':
      return (
        `${device} has ${result.list} that the doctor did not set: nothing was changed.\n` +
        `  It has   ${shownList(result.holds)}\n  It had   ${shownList(result.had)}`
      );
    case 'not-held':
      return `The call manager accepted the ${result.list} of ${device}, but the phone does not have them.`;
  }
}

/** @param spelling see `spelled` */
function shownList(spelling: string): string {
  const entries = JSON.parse(spelling) as string[];
  return entries.length === 0 ? 'none' : withUnseenNamed(entries.join(' '));
}
