import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { type HistoryPlace, readHistoryUrl, WrongHistoryUrl } from '../history/store/history-url.js';
import { partsOf, text } from './value-schemas.js';

const separators = /[\s,]+/;
const notAnAxlUrl = 'must be URLs such as https://cucm.example.com:8443/axl/';

const axlUrl = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const problem = url ? problemOfAxlUrl(url) : notAnAxlUrl;
  if (!url || problem !== undefined) {
    context.addIssue({ code: 'custom', message: problem ?? '' });
    return z.NEVER;
  }
  // AXL's path has a trailing slash; without it a call manager answers with a redirect.
  if (/^\/(axl)?$/.test(url.pathname)) url.pathname = '/axl/';
  return url;
});

/** The addresses of a call manager's nodes, separated by commas or spaces. */
export const axlUrls = text.transform((value) => partsOf(value, separators)).pipe(z.array(axlUrl).min(1, notAnAxlUrl));

function problemOfAxlUrl(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') {
    return 'must not hold credentials; they go into AXL_USERNAME and AXL_PASSWORD';
  }
  if (url.protocol === 'https:') return undefined;
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && loopback ? undefined : 'must be https; plain http is taken on loopback only';
}

/** Addresses and networks (CIDR), separated by commas or spaces. */
export const networks = z.string().transform((value, context) => {
  const found = new BlockList();
  for (const entry of partsOf(value, separators)) {
    if (addNetwork(found, entry)) continue;
    const message = `must be addresses and networks such as 10.0.0.0/8, but has ${entry}`;
    context.addIssue({ code: 'custom', message });
  }
  return found;
});

function addNetwork(found: BlockList, entry: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  const bits = family === 6 ? 128 : 32;
  if (family === 0 || Number(prefix ?? bits) > bits) return false;
  found.addSubnet(address, Number(prefix ?? bits), family === 6 ? 'ipv6' : 'ipv4');
  return true;
}

/** Where the history of changes is kept. */
export const historyUrl = text.transform((value, context): HistoryPlace => {
  try {
    return readHistoryUrl(value);
  } catch (thrown) {
    if (!(thrown instanceof WrongHistoryUrl)) throw thrown;
    context.addIssue({ code: 'custom', message: thrown.message });
    return z.NEVER;
  }
});
