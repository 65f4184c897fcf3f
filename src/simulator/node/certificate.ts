import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** A key pair for this run, in PEM; it is never stored. */
export interface Certificate {
  readonly certificate: string;
  readonly privateKey: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Makes a self-signed certificate that is valid for a year and can be trusted by itself.
 * @param names host names and addresses for subjectAltName; a client that uses another name must refuse it
 */
export async function makeCertificate(names: readonly string[]): Promise<Certificate> {
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      // A positive number, as the standard requires.
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      name: [{ CN: [names[0] ?? 'localhost'] }],
      notBefore: new Date(now - dayMs),
      notAfter: new Date(now + 365 * dayMs),
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const),
        ),
      ],
    },
    webcrypto,
  );
  return {
    certificate: certificate.toString('pem'),
    privateKey: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
