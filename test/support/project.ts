import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The command, which runs what is built in dist/. */
export const bin = `${root}bin/axl-phone-proxy.js`;
