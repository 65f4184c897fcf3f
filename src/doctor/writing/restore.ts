import { isServiceError } from '../../domain/errors.js';
import { rm } from 'node:fs/promises';
import type { VisitOptions } from '../visit.js';
import { openVisit } from '../visit.js';
import { shownDevice } from './device.js';
import { restoreLists, restoreTold } from './restore-lists.js';
import { NotSaved, readSaved } from './saved-lists.js';

/** The result of `--restore`. */
export interface Restored {
  readonly isDone: boolean;
  /** For the terminal of a user who may see the device's buttons. */
  readonly words: string;
}

/**
 * Restores a device that a doctor has left changed, and deletes the file afterwards.
 * @throws UnusableWsdl
 */
export async function restore(file: string, options: VisitOptions): Promise<Restored> {
  const saved = await readSaved(file).catch((thrown: unknown) => {
    if (thrown instanceof NotSaved)
      return `${thrown.message}. If a doctor began it, nothing was written yet. You can delete it.`;
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
    const result = await restoreLists(visit.connection.client, saved, visit);
    if (result.isDone) await rm(file);
    return { isDone: result.isDone, words: restoreTold(file, saved.target, result) };
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    const words = `The lists of ${shownDevice(saved.target)} could not be restored: ${thrown.facts.detail} Try again later.`;
    return { isDone: false, words };
  } finally {
    await visit.close();
  }
}
