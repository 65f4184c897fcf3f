import type { Gauge } from 'prom-client';

interface Certificate {
  readonly subject: string;
  readonly notAfter: string;
}

/** A bundle of authorities may hold hundreds; those that end first are shown. */
const mostOfAFile = 20;

/** For how long certificates are still valid, counted from each scrape. */
export class CertificateMetrics {
  readonly #remaining: Gauge<'file' | 'subject'>;
  readonly #now: () => number;
  readonly #ofFiles = new Map<string, readonly (readonly [subject: string, end: number])[]>();

  constructor(remaining: Gauge<'file' | 'subject'>, now: () => number = Date.now) {
    this.#remaining = remaining;
    this.#now = now;
  }

  /** The certificates of a file, instead of those that it held before. */
  set(file: string, certificates: readonly Certificate[]): void {
    const earliestFirst = certificates
      .map(({ subject, notAfter }) => [subject, Date.parse(notAfter)] as const)
      .sort(([, one], [, other]) => one - other);
    const earliest = new Map<string, number>();
    for (const [subject, end] of earliestFirst) if (!earliest.has(subject)) earliest.set(subject, end);
    this.#ofFiles.set(file, [...earliest].slice(0, mostOfAFile));
  }

  /** Sets the gauge anew, from the clock. */
  update(): void {
    this.#remaining.reset();
    for (const [file, certificates] of this.#ofFiles) {
      for (const [subject, end] of certificates) this.#remaining.set({ file, subject }, (end - this.#now()) / 1000);
    }
  }
}
