import type { Finding } from '../../domain/finding.js';

/** A finding before it is kept: when it was first found is not known here. */
export interface Found extends Omit<Finding, 'since'> {
  /** The device's key. */
  readonly owner: string;
}

/** Some findings as JSON, in memory that threads share: who hands them on neither reads nor copies them. */
export type PackedFindings = Uint8Array;

export function packFindings(found: readonly Found[]): PackedFindings {
  const text = Buffer.from(JSON.stringify(found));
  const shared = new Uint8Array(new SharedArrayBuffer(text.length));
  shared.set(text);
  return shared;
}

export function unpackFindings(packed: PackedFindings): Found[] {
  return JSON.parse(Buffer.from(packed).toString()) as Found[];
}
