import { type AxlBackend, createAxlBackend } from '../../src/axl/axl-backend.js';
import { readConfig } from '../../src/config/config.js';
import type { ExchangeCase } from './exchange-cases.js';

/** The call manager's side for a case, in AXL 14.0. */
export function callManagerFor(one: ExchangeCase, url: string): Promise<AxlBackend> {
  const { axl } = readConfig(
    {
      AXL_URL: url,
      AXL_USERNAME: 'axl',
      AXL_PASSWORD: 'axl-demo',
      AXL_VERSION: '14.0',
      AXL_LOOKUP: one.lookup ?? 'lines',
      AXL_AFTER_UPDATE: one.afterUpdate ?? 'none',
      AUTH_USERNAME: 'caller',
      AUTH_PASSWORD: 'unused',
    },
    '',
  );
  return createAxlBackend(axl, () => undefined);
}
