import { access, constants, type FileHandle, lstat, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { shown } from './output/shown.js';
import { cannotBe, Stop } from './stop.js';

/**
 * Looks whether a file can be made, before the work that goes before it.
 * @throws Stop if there is one already, or its folder takes none
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
 * Makes a file that only its owner may read and write.
 * @throws Stop if there is one already, which is never overwritten, or when it cannot be made
 */
export async function createPrivateFile(file: string): Promise<FileHandle> {
  // Each write goes to the end, wherever that is by then: a journal may be cut off by who goes on with it too early.
  const made = await open(file, 'ax', 0o600).catch((thrown: unknown) => {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotBe(shown(file), 'made', thrown);
    throw isThere(file);
  });
  await keepFolder(path.dirname(file));
  return made;
}

/**
 * Makes a file that only its owner may read and write, with a text in it that is on the disk afterwards.
 * @throws Stop if there is one already, or when it cannot be made or written
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const made = await createPrivateFile(file);
  try {
    await made.writeFile(text);
    await made.sync();
  } catch (thrown) {
    throw cannotBe(shown(file), 'written', thrown);
  } finally {
    await made.close();
  }
}

/** Writes the folder to the disk, so that a new file is still in it after a loss of power. */
async function keepFolder(folder: string): Promise<void> {
  // Not every system opens a folder.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** @throws Stop if the file cannot be read */
export async function readFileOrStop(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((thrown: unknown) => {
    throw cannotBe(shown(file), 'read', thrown);
  });
}
