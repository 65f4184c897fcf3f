import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test; it is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'axl-phone-proxy-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** @returns the path of a new file in its own folder */
export function temporaryFile(content: string | Buffer, name = 'file'): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}
