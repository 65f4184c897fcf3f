import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** A key pair made for this run; nothing is stored. PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/**
 * Makes a self-signed certificate that is good for a year and can be trusted by itself.
 * @param names host names and addresses for subjectAltName; a client that asks for another must refuse
 */
export async function makeCertificate(names: readonly string[]): Promise<Certificate> {
  const altNames = names.map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  );
  const made = await generate([{ name: 'commonName', value: names[0] ?? 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { certificate: made.cert, privateKey: made.private };
}
