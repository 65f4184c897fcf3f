import { isServiceError } from '../domain/errors.js';
import type { CallContext } from '../use-cases/call-manager.js';
import { type Envelopes, loadBuiltInEnvelopes } from './envelope.js';
import { ReleaseRefused } from './faults.js';
import { type Release, releases } from './releases.js';

/** Where the requests of the right release come from. */
export interface EnvelopeSource {
  /** @returns the envelopes of the release to use now */
  current(context: CallContext): Promise<Envelopes>;
  /** The call manager refused the release of these. @returns whether asking again can bring others */
  refused(envelopes: Envelopes): boolean;
}

/** A release that was configured, or that of a WSDL file. */
export function fixedRelease(envelopes: Envelopes): EnvelopeSource {
  return { current: () => Promise.resolve(envelopes), refused: () => false };
}

/** For how long the release that was found is believed, in milliseconds: a call manager may be upgraded. */
const believedMs = 60 * 60 * 1000;

/**
 * Asks the call manager for its release with a read, never with a write: the newest schema first, then down the
 * list that a refusal names. Remembers the answer for an hour, or until the call manager refuses it.
 */
export class ReleaseFinder implements EnvelopeSource {
  #found: { readonly envelopes: Envelopes; readonly until: number } | undefined;
  #asking: Promise<Envelopes> | undefined;

  /**
   * @param ask sends getCCMVersion with these envelopes, and says what the call manager answered
   * @param observe told once for each release found
   */
  constructor(
    private readonly ask: (envelopes: Envelopes, context: CallContext) => Promise<string>,
    private readonly observe: (release: Release, version: string, context: CallContext) => void,
  ) {}

  async current(context: CallContext): Promise<Envelopes> {
    if (this.#found && performance.now() < this.#found.until) return this.#found.envelopes;
    this.#asking ??= this.#find(context).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  refused(envelopes: Envelopes): boolean {
    if (this.#found?.envelopes === envelopes) this.#found = undefined;
    return true;
  }

  async #find(context: CallContext): Promise<Envelopes> {
    let candidates: readonly Release[] = [...releases].reverse();
    for (;;) {
      const [release, ...rest] = candidates;
      if (release === undefined) throw new ReleaseRefused('');
      const envelopes = await loadBuiltInEnvelopes(release);
      try {
        this.#keep(envelopes, await this.ask(envelopes, context), context);
        return envelopes;
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown;
        // What the page names is tried next; a page that names nothing leaves the rest of our list.
        const named = thrown.named.filter((other) => rest.includes(other));
        if (named.length === 0 && thrown.named.length > 0) throw thrown;
        candidates = named.length > 0 ? named : rest;
      }
    }
  }

  #keep(envelopes: Envelopes, version: string, context: CallContext): void {
    this.#found = { envelopes, until: performance.now() + believedMs };
    this.observe(envelopes.release, version, context);
  }
}

function isRefusal(thrown: unknown): thrown is ReleaseRefused {
  return isServiceError(thrown, 'axl-version-unsupported') && thrown instanceof ReleaseRefused;
}
