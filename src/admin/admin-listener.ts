import type { AxlBackend } from '../axl/axl-backend.js';
import type { Config } from '../config/config.js';
import { HttpServer } from '../http/server.js';
import { Metrics, type PresentState } from '../observability/metrics.js';
import type { Observe } from '../observability/observations.js';
import { version } from '../version.js';
import { createAdminApp } from './admin-app.js';
import { Readiness } from './readiness.js';

/** What is still being answered here at the end has this long, in milliseconds. */
const graceMs = 500;

/** The admin listener's port is in use or may not be opened; the cause is the system's error. */
export class AdminCannotListen extends Error {
  override readonly name = 'AdminCannotListen';
}

/** The listener for health and metrics. */
export class AdminListener {
  private constructor(
    private readonly server: HttpServer,
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
  ) {}

  /**
   * @param observe where it reports what goes wrong with itself
   * @throws AdminCannotListen
   */
  static async start(
    address: NonNullable<Config['admin']>,
    { urls, maxConcurrency }: Config['axl'],
    present: Pick<AxlBackend, 'version'> & PresentState,
    observe: Observe,
  ): Promise<AdminListener> {
    const nodes = urls.map(({ host }) => host);
    const metrics = new Metrics({ version, nodes, concurrency: maxConcurrency });
    const readiness = new Readiness((context) => present.version(context));
    const app = createAdminApp({ readiness, metrics: () => metrics.exposition(present), observe });
    const server = await HttpServer.listen(app, { ...address, tls: undefined }).catch((thrown: unknown) => {
      throw new AdminCannotListen('the admin listener cannot listen', { cause: thrown });
    });
    return new AdminListener(server, metrics, readiness);
  }

  get url(): string {
    return this.server.url;
  }

  readonly observe: Observe = (observation) => {
    this.metrics.observe(observation);
    this.readiness.observe(observation);
  };

  /** The service is stopping: it is live, but not ready any more. */
  stopping(): void {
    this.readiness.stop();
  }

  async close(): Promise<void> {
    await this.server.stop(graceMs);
  }
}
