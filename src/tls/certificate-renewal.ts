import { areSame, type FileContents, WatchedFiles } from '../files/watched-files.js';
import type { KeyPair } from '../http/server.js';
import type { Observation, Observe } from '../observability/observations.js';
import {
  type CertificateSeen,
  certificatesSeenIn,
  checkAuthorities,
  checkKeyPair,
  UnusableCertificate,
} from './certificates.js';

/** Shows a certificate to callers. */
export interface CertificateServer {
  renewCertificate(pair: KeyPair): void;
}

/** Verifies the call manager's certificate by authorities (PEM). */
export interface CertificateVerifier {
  renewAuthorities(pem: string): void;
}

type Variable = Extract<Observation, { readonly kind: 'certificates' }>['variable'];

/** The files of the certificates; undefined if not configured. */
export interface CertificateFiles {
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly axlCaFile: string | undefined;
  /** The authorities of the history's server. Its driver reads them again for each connection. */
  readonly historyCaFile: string | undefined;
}

/**
 * Uses new certificates when their files change. Files that cannot be used change nothing. Each change of such files is
 * logged once. For example, if a certificate and its key are replaced one after the other, they do not match for a
 * moment.
 */
export class CertificateRenewal {
  readonly #everyMs: number | undefined;
  readonly #keyPair: WatchedFiles | undefined;
  readonly #authorities: WatchedFiles | undefined;
  readonly #historyAuthorities: WatchedFiles | undefined;

  /** Reads the files. If others read them after this, each later change is reported to them once `start` is called. */
  constructor({ tls, axlCaFile, historyCaFile }: CertificateFiles, everyMs?: number) {
    this.#everyMs = everyMs;
    if (tls) this.#keyPair = new WatchedFiles([tls.certFile, tls.keyFile]);
    if (axlCaFile !== undefined) this.#authorities = new WatchedFiles([axlCaFile]);
    if (historyCaFile !== undefined) this.#historyAuthorities = new WatchedFiles([historyCaFile]);
  }

  /** Reports each change from now on. */
  start(server: CertificateServer, verifier: CertificateVerifier, observe: Observe): void {
    this.#start(this.#keyPair, 'TLS_CERT_FILE', observe, ([cert = '', key = '']) => {
      checkKeyPair(cert, key);
      server.renewCertificate({ cert, key });
    });
    this.#start(this.#authorities, 'AXL_CA_FILE', observe, ([pem = '']) => {
      checkAuthorities(pem);
      verifier.renewAuthorities(pem);
    });
    this.#start(this.#historyAuthorities, 'DATABASE_URL', observe, ([pem = '']) => {
      checkAuthorities(pem);
    });
  }

  /** Reads the files now, and uses what has changed. Files that cannot be used are logged again. */
  async look(): Promise<void> {
    await Promise.all([this.#keyPair?.look(), this.#authorities?.look(), this.#historyAuthorities?.look()]);
  }

  close(): void {
    this.#keyPair?.close();
    this.#authorities?.close();
    this.#historyAuthorities?.close();
  }

  /** @param take uses the texts of the files; throws UnusableCertificate */
  #start(
    files: WatchedFiles | undefined,
    variable: Variable,
    observe: Observe,
    take: (texts: readonly string[]) => void,
  ): void {
    if (!files) return;
    let inUse: FileContents | undefined = files.contents;
    files.start((contents) => {
      if (inUse && areSame(inUse, contents)) return;
      const cause = problemOf(contents, take);
      inUse = cause === undefined ? contents : undefined;
      const state = cause === undefined ? 'renewed' : 'unusable';
      observe({
        kind: 'certificates',
        variable,
        state,
        cause,
        certificates: cause === undefined ? seen(contents) : [],
      });
    }, this.#everyMs);
    observe({ kind: 'certificates', variable, state: 'in-use', cause: undefined, certificates: seen(files.contents) });
  }
}

function problemOf(contents: FileContents, take: (texts: readonly string[]) => void): string | undefined {
  const unread = contents.find((file) => file.problem !== undefined)?.problem;
  if (unread !== undefined) return unread;
  try {
    take(contents.map(({ text }) => text));
    return undefined;
  } catch (thrown) {
    return thrown instanceof UnusableCertificate ? thrown.message : 'they cannot be used';
  }
}

/** The certificates in the first file. At the start, Node may accept certificates that cannot be read here. */
function seen([file]: FileContents): readonly CertificateSeen[] {
  try {
    return certificatesSeenIn(file?.text ?? '');
  } catch {
    return [];
  }
}
