import { access, constants, lstat, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { shown } from './output/shown.js';
import { cannotBe, Stop } from './stop.js';

/**
 * Checks whether a file can be created, before the work on its contents.
 * @throws Stop if it exists already, or its folder accepts no files
 */
export async function checkNewFile(file: string): Promise<void> {
  if (await lstat(file).catch(() => undefined)) throw isThere(file);
  await access(path.dirname(file), constants.W_OK).catch((thrown: unknown) => {
    throw cannotBe(shown(file), 'made', thrown);
  });
}

function isThere(file: string): Stop {
  return new Stop(`${shown(file)} already exists; name a new file`);
}

/**
 * Creates a file with texts that only its owner may read and write, and waits until it is on the disk. If they
 * do not come to their end, no file is left.
 * @throws Stop if it exists already (it is never overwritten), or cannot be created or written
 */
export async function writePrivateFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const made = await open(file, 'wx', 0o600).catch((thrown: unknown) => {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotBe(shown(file), 'made', thrown);
    throw isThere(file);
  });
  await keepFolder(path.dirname(file));
  try {
    for await (const text of texts) await made.writeFile(text);
    await made.sync();
  } catch (thrown) {
    await unlink(file).catch(() => undefined);
    throw thrown instanceof Stop ? thrown : cannotBe(shown(file), 'written', thrown);
  } finally {
    await made.close();
  }
}

/** Writes the folder to the disk, so that a new file survives a loss of power. */
async function keepFolder(folder: string): Promise<void> {
  // Some systems cannot open a folder.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
