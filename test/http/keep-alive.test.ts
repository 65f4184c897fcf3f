import http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { send } from '../support/http.js';
import { startService } from '../support/app.js';

describe('a connection that is kept', () => {
  it('is kept longer than by common load balancers, which wait 60 seconds, and says so', async () => {
    const { port } = await startService();
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => {
      agent.destroy();
    });
    const { headers } = await send(port, '/phone?dirn=1', { agent });
    expect(headers['keep-alive']).toBe('timeout=75');
  });

  it('outlives the time limit of a head', async () => {
    const { port } = await startService({
      timeouts: { headersTimeout: 200, requestTimeout: 300, keepAliveTimeout: 5_000, connectionsCheckingInterval: 50 },
    });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => {
      agent.destroy();
    });
    const reused = () =>
      new Promise<boolean>((resolve, reject) => {
        const request = http.get({ port, host: '127.0.0.1', path: '/', agent }, (response) => {
          response.resume().on('end', () => {
            resolve(request.reusedSocket);
          });
        });
        request.on('error', reject);
      });
    expect(await reused()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await reused()).toBe(true);
  });
});
