import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/** What the log says about a certificate. */
export interface CertificateSeen {
  readonly subject: string;
  /** The end of its validity (ISO 8601). */
  readonly notAfter: string;
}

/** Why a file's text cannot be used. The message contains nothing of a key. */
export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate';
}

const beginning = '-----BEGIN CERTIFICATE-----';
const blocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const longestSubject = 64;

/**
 * @param cert a certificate in PEM form, followed by the rest of its chain
 * @param key its private key in PEM form
 * @throws UnusableCertificate if they are not a pair that can be served
 */
export function checkKeyPair(cert: string, key: string): void {
  const [first] = certificatesIn(cert);
  if (!first) throw new UnusableCertificate('no certificate in PEM form');
  const privateKey = attempt(() => createPrivateKey(key), 'no private key without a passphrase in PEM form');
  if (!first.checkPrivateKey(privateKey)) throw new UnusableCertificate('the key does not belong to the certificate');
  attempt(() => createSecureContext({ cert, key }), 'the pair cannot be served');
}

/**
 * @param pem one certificate in PEM form, or several
 * @throws UnusableCertificate if they cannot be used to verify others
 */
export function checkAuthorities(pem: string): void {
  if (certificatesIn(pem).length === 0) throw new UnusableCertificate('no certificate in PEM form');
  attempt(() => createSecureContext({ ca: pem }), 'a certificate that cannot be used');
}

/** @returns what the log says about each certificate in a text that was checked */
export function certificatesSeenIn(pem: string): CertificateSeen[] {
  return certificatesIn(pem).map(({ subject, validTo }) => ({
    subject: shortName(subject),
    notAfter: new Date(validTo).toISOString(),
  }));
}

function certificatesIn(pem: string): X509Certificate[] {
  const found = pem.match(blocks) ?? [];
  // A file that is being written may end within a certificate.
  if (found.length !== pem.split(beginning).length - 1) throw new UnusableCertificate('a certificate is incomplete');
  return found.map((block) => attempt(() => new X509Certificate(block), 'a certificate that cannot be read'));
}

/** The common name; other names only if it has none. */
function shortName(subject: string): string {
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
  return name.slice(0, longestSubject);
}

/** The message of a library's error may quote its input, so it is left out. */
function attempt<Result>(work: () => Result, otherwise: string): Result {
  try {
    return work();
  } catch {
    throw new UnusableCertificate(otherwise);
  }
}
