import type { CallContext } from '../../use-cases/call-context.js';
import { SingleFlight } from '../../use-cases/single-flight.js';
import { type Envelopes, loadBuiltInEnvelopes } from '../soap/envelope.js';
import { ReleaseRefused } from '../soap/soap-faults.js';
import { type Release, releases } from '../soap/releases.js';

/** Where the requests of the right release come from. */
export interface EnvelopeSource {
  /** The release in use, if it is known without asking. */
  readonly release: Release | undefined;
  /** @returns the envelopes of the release to use now; without a promise if the release is known */
  current(context: CallContext): Envelopes | Promise<Envelopes>;
  /**
   * The call manager has refused the release of these envelopes.
   * @returns whether asking again may find another release
   */
  refused(envelopes: Envelopes): boolean;
  /** Asks the call manager for its version: one call if its release is known. */
  version(context: CallContext): Promise<string>;
}

/** Sends getCCMVersion with these envelopes. @returns what the call manager answered */
export type AskVersion = (envelopes: Envelopes, context: CallContext) => Promise<string>;

/** A release from the configuration, or from a WSDL file. */
export function fixedRelease(envelopes: Envelopes, ask: AskVersion): EnvelopeSource {
  return {
    release: envelopes.release,
    current: () => envelopes,
    refused: () => false,
    version: (context) => ask(envelopes, context),
  };
}

interface Found {
  readonly envelopes: Envelopes;
  readonly version: string;
  readonly until: number;
}

/**
 * For how long the release counts as known, in milliseconds. The time is limited because a call manager may be
 * upgraded.
 */
const believedMs = 60 * 60 * 1000;

/**
 * Asks the call manager for its release with a read, never with a write. It tries the newest schema first, then the
 * releases that a refusal names, newest first. It remembers the answer for an hour, or until the call manager refuses
 * the release.
 */
export class ReleaseFinder implements EnvelopeSource {
  readonly #ask: AskVersion;
  readonly #observe: (release: Release, version: string, context: CallContext) => void;
  readonly #now: () => number;
  #found: Found | undefined;
  /** Callers who wait for the release share one search, which continues if one of them hangs up. */
  readonly #flights = new SingleFlight<'release', Found>();
  #observed = '';

  /**
   * @param observe gets the release when it is found, and again when it changes
   * @param now a clock in milliseconds
   */
  constructor(
    ask: AskVersion,
    observe: (release: Release, version: string, context: CallContext) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#ask = ask;
    this.#observe = observe;
    this.#now = now;
  }

  get release(): Release | undefined {
    return this.#found?.envelopes.release;
  }

  current(context: CallContext): Envelopes | Promise<Envelopes> {
    return this.#believed?.envelopes ?? this.#findOnce(context).then(({ envelopes }) => envelopes);
  }

  refused(envelopes: Envelopes): boolean {
    if (this.#found?.envelopes === envelopes) this.#found = undefined;
    return true;
  }

  async version(context: CallContext): Promise<string> {
    const envelopes = this.#believed?.envelopes;
    if (!envelopes) return (await this.#findOnce(context)).version;
    return this.#ask(envelopes, context).catch((thrown: unknown) => {
      if (thrown instanceof ReleaseRefused) this.refused(envelopes);
      throw thrown;
    });
  }

  get #believed(): Found | undefined {
    return this.#found && this.#now() < this.#found.until ? this.#found : undefined;
  }

  #findOnce(context: CallContext): Promise<Found> {
    return this.#flights.do('release', context, (shared) => this.#find(shared));
  }

  async #find(context: CallContext): Promise<Found> {
    let candidates: Release[] = [...releases].reverse();
    let refusal: ReleaseRefused | undefined;
    for (let release = candidates.shift(); release !== undefined; release = candidates.shift()) {
      const envelopes = await loadBuiltInEnvelopes(release);
      try {
        return this.#keep(envelopes, await this.#ask(envelopes, context), context);
      } catch (thrown) {
        if (!(thrown instanceof ReleaseRefused)) throw thrown;
        refusal = thrown;
        // The releases that the page names are tried next. If it names none, or only the refused one, the rest of our
        // list is tried.
        const { named } = thrown;
        const next = candidates.filter((candidate) => named?.includes(candidate) ?? true);
        if (next.length > 0 || !named?.includes(release)) candidates = next;
      }
    }
    throw refusal ?? new ReleaseRefused('');
  }

  #keep(envelopes: Envelopes, version: string, context: CallContext): Found {
    this.#found = { envelopes, version, until: this.#now() + believedMs };
    const found = `${envelopes.release} ${version}`;
    if (found !== this.#observed) this.#observe(envelopes.release, version, context);
    this.#observed = found;
    return this.#found;
  }
}
