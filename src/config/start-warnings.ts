import { BlockList, isIP } from 'node:net';
import type { Config } from './config.js';

/** @returns what whoever runs the service should know of its configuration, a sentence each */
export function startWarnings({ host, tls, axl }: Pick<Config, 'host' | 'tls' | 'axl'>): string[] {
  const warnings: string[] = [];
  if (axl.insecure) {
    warnings.push("AXL_TLS_INSECURE_SKIP_VERIFY is set: the call manager's certificate is not verified");
  }
  if (!tls && !isLoopback(host)) {
    warnings.push(
      `HOST is ${host} and TLS_CERT_FILE is not set: callers' passwords cross the network unencrypted, ` +
        'unless something that speaks TLS stands in front',
    );
  }
  return warnings;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
