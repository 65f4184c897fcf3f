import type { CallContext } from '../use-cases/call-manager.js';
import { untilDeadline } from '../use-cases/deadline.js';
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
  #observed = '';

  /**
   * @param ask sends getCCMVersion with these envelopes, and says what the call manager answered
   * @param observe told what was found, once until it changes
   * @param now a clock in milliseconds
   */
  constructor(
    private readonly ask: (envelopes: Envelopes, context: CallContext) => Promise<string>,
    private readonly observe: (release: Release, version: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async current(context: CallContext): Promise<Envelopes> {
    if (this.#found && this.now() < this.#found.until) return this.#found.envelopes;
    this.#asking ??= this.#find(forAllCallers(context)).finally(() => {
      this.#asking = undefined;
    });
    return untilDeadline(this.#asking, context);
  }

  refused(envelopes: Envelopes): boolean {
    if (this.#found?.envelopes === envelopes) this.#found = undefined;
    return true;
  }

  async #find(context: CallContext): Promise<Envelopes> {
    let candidates: Release[] = [...releases].reverse();
    let refusal: ReleaseRefused | undefined;
    for (let release = candidates.shift(); release !== undefined; release = candidates.shift()) {
      const envelopes = await loadBuiltInEnvelopes(release);
      try {
        this.#keep(envelopes, await this.ask(envelopes, context));
        return envelopes;
      } catch (thrown) {
        if (!(thrown instanceof ReleaseRefused)) throw thrown;
        refusal = thrown;
        // What the page names is tried next. One that names no version, or just the one that it refuses, leaves
        // the rest of our list.
        const { named } = thrown;
        const next = candidates.filter((candidate) => named?.includes(candidate) ?? true);
        if (next.length > 0 || !named?.includes(release)) candidates = next;
      }
    }
    throw refusal ?? new ReleaseRefused('');
  }

  #keep(envelopes: Envelopes, version: string): void {
    this.#found = { envelopes, until: this.now() + believedMs };
    const found = `${envelopes.release} ${version}`;
    if (found !== this.#observed) this.observe(envelopes.release, version);
    this.#observed = found;
  }
}

/** The answer is for every caller: it is not given up when the one who asked first has gone. */
function forAllCallers(context: CallContext): CallContext {
  return { ...context, signal: new AbortController().signal };
}
