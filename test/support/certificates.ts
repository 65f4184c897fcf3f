import { generate } from 'selfsigned';

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** @param names host names in the certificate; 127.0.0.1 is an address */
export async function certificateFor(
  names: readonly string[],
  options: { name?: string; ca?: Certificate; until?: Date } = {},
): Promise<Certificate> {
  const { name = names[0] ?? '', ca, until } = options;
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: names.length === 0, critical: true },
      {
        name: 'subjectAltName',
        altNames: names.map((own) => (own.startsWith('127.') ? { type: 7, ip: own } : { type: 2, value: own })),
      },
    ],
    ...(ca && { ca }),
    ...(until && { notBeforeDate: new Date(until.getTime() - 86_400_000), notAfterDate: until }),
  });
  return { key, cert };
}

/** A private authority, as companies use. */
export function authority(name: string): Promise<Certificate> {
  return certificateFor([], { name });
}
