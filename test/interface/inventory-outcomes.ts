import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import { fakeInventory } from '../support/fake-inventory.js';
import type { Outcome } from './outcomes.js';
import { jsonRequest, request } from './requests.js';

/** The outcomes of the inventory's calls. */

const whole = () => fakeInventory();
const incomplete = () => fakeInventory(false);
const withoutHistory = () => fakeInventory(true, false);
const [target, body] = ['/findings/4/dismissal', '{"reason":"Eva answers there, too."}'];

function get(name: string, path: string, code?: ErrorCode, inventory = whole): Outcome {
  return { name, request: request('GET', path), ...(code && { code }), callManager: {}, inventory };
}
const sweep = (name: string, more: Partial<Outcome>): Outcome => ({
  ...{ name: `post-sweep/${name}`, request: request('POST', '/inventory/sweep', { 'Content-Length': '0' }) },
  ...{ callManager: {}, inventory: whole, ...more },
});

const dismiss = (name: string, more: Partial<Outcome>): Outcome => ({
  ...{ name: `put-dismissal/${name}`, request: jsonRequest('PUT', target, body), callManager: {}, inventory: whole },
  ...more,
});
const takeBack = (name: string, more: Partial<Outcome>): Outcome => ({
  ...{ name: `delete-dismissal/${name}`, request: request('DELETE', target), callManager: {}, inventory: whole },
  ...more,
});

export const inventoryOutcomes: readonly Outcome[] = [
  get('get-inventory/200-whole', '/inventory'),
  get('get-inventory/503-inventory-incomplete', '/inventory', 'inventory-incomplete', incomplete),
  { name: 'get-inventory/404-inventory-off', request: request('GET', '/inventory'), code: 'inventory-off' },
  sweep('202-begun', {}),
  sweep('403-forbidden', { code: 'forbidden', readOnlyUsers: ['caller'] }),
  sweep('403-cross-site', {
    code: 'cross-site',
    request: request('POST', '/inventory/sweep', { 'Content-Length': '0', 'Sec-Fetch-Site': 'cross-site' }),
  }),
  {
    name: 'post-sweep/404-inventory-off',
    request: request('POST', '/inventory/sweep', { 'Content-Length': '0' }),
    code: 'inventory-off',
  },
  get('get-findings/200-all', '/findings'),
  get('get-findings/200-more', '/findings?limit=2&kind=old-name&dirn=2003&phone=SEP00123456789A'),
  get('get-findings/400-kind', '/findings?kind=old', 'invalid-request'),
  get('get-findings/400-limit', '/findings?limit=501', 'invalid-request'),
  get('get-findings/400-after', '/findings?after=x', 'invalid-request'),
  get('get-findings/200-dismissed', '/findings?dismissed=true'),
  get('get-findings/400-dismissed', '/findings?dismissed=yes', 'invalid-request'),
  get('get-findings/503-history-unavailable', '/findings', 'history-unavailable', withoutHistory),
  dismiss('200-dismissed', {}),
  dismiss('400-reason', { code: 'invalid-request', request: jsonRequest('PUT', target, '{"reason":""}') }),
  dismiss('403-forbidden', { code: 'forbidden', readOnlyUsers: ['caller'] }),
  dismiss('403-cross-site', {
    code: 'cross-site',
    request: jsonRequest('PUT', target, body, { 'Sec-Fetch-Site': 'cross-site' }),
  }),
  dismiss('404-finding-not-found', {
    code: 'finding-not-found',
    request: jsonRequest('PUT', '/findings/9/dismissal', body),
  }),
  dismiss('404-inventory-off', { code: 'inventory-off', inventory: undefined }),
  dismiss('503-history-unavailable', { code: 'history-unavailable', inventory: withoutHistory }),
  takeBack('200-taken-back', {}),
  takeBack('403-forbidden', { code: 'forbidden', readOnlyUsers: ['caller'] }),
  takeBack('404-finding-not-found', { code: 'finding-not-found', request: request('DELETE', '/findings/9/dismissal') }),
  get('get-findings/503-inventory-incomplete', '/findings', 'inventory-incomplete', incomplete),
  { name: 'get-findings/404-inventory-off', request: request('GET', '/findings'), code: 'inventory-off' },
];
