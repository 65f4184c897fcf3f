import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { verifiedBy } from '../axl/transport/transport.js';
import type { VisitedNode } from './visit.js';

/** What a node's certificate shows, without anything that names someone. */
export interface SeenCertificate {
  /** Undefined if it is verified as the service verifies it; otherwise the error code of OpenSSL or Node. */
  readonly unverified: string | undefined;
  /** Whole days until it expires. */
  readonly daysLeft: number;
}

/**
 * Connects to a node, reads its certificate and disconnects, without a login or a request.
 * @param caFile the certificates to verify it with; undefined: those of Node's authorities
 * @throws Error if the node cannot be reached within the time, or does not use TLS
 */
export function seeCertificate(
  { url }: VisitedNode,
  caFile: string | undefined,
  timeoutMs: number,
  now: number,
): Promise<SeenCertificate> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(url.port || 443),
      // The certificate is read even if it is not trusted; nothing is sent.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
      ...verifiedBy(caFile === undefined ? undefined : readFileSync(caFile)),
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('time-out')));
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      const { authorizationError } = socket;
      resolve({ unverified: reasonOf(authorizationError), daysLeft: daysLeft(certificate, now) });
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** @returns only a code, because the message of an error may contain names from the certificate */
function reasonOf(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined;
  const text = typeof error === 'string' ? error : ((error as NodeJS.ErrnoException).code ?? '');
  return /^[A-Z_]{3,60}$/.test(text) ? text : 'it is not verified';
}

function daysLeft({ valid_to }: PeerCertificate, now: number): number {
  const end = Date.parse(valid_to);
  return Number.isNaN(end) ? 0 : Math.floor((end - now) / 86_400_000);
}
