import { HttpServer } from '../http/server.js';
import { type AdminAppOptions, createAdminApp } from './admin-app.js';

/** What is still being answered here at the end has this long, in milliseconds. */
const graceMs = 500;

/** The admin listener's port is in use or may not be opened; the cause is the system's error. */
export class AdminCannotListen extends Error {
  override readonly name = 'AdminCannotListen';
}

/** The listener for health and metrics. */
export interface AdminListener {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws AdminCannotListen */
export async function startAdminListener(
  address: { readonly host: string; readonly port: number },
  options: AdminAppOptions,
): Promise<AdminListener> {
  const app = createAdminApp(options);
  const server = await HttpServer.listen(app, { ...address, tls: undefined }).catch((thrown: unknown) => {
    throw new AdminCannotListen('the admin listener cannot listen', { cause: thrown });
  });
  return {
    url: server.url,
    close: async () => {
      await server.stop(graceMs);
    },
  };
}
