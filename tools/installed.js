import { existsSync } from 'node:fs';

/** Exits with 1, and says how to install them, if the packages of this folder are not installed. */
if (!existsSync(new URL('node_modules', import.meta.url))) {
  console.error(
    'This command needs the packages of tools/. Install them with `npm ci --prefix tools`, and run it again.',
  );
  process.exit(1);
}
