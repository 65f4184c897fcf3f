import { createRequire } from 'node:module';

const packageJson = createRequire(import.meta.url)('#package.json') as { readonly version: string };

/** The version of this package. */
export const version = packageJson.version;
