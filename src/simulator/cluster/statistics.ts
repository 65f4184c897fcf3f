/** What the simulator counted since its start or the last reset. */
export interface Stats {
  /** AXL requests by operation; `probe` is GET /axl/, `unknown` names no operation of the simulator. */
  readonly requests: Record<string, number>;
  /** Responses by HTTP status; a connection that was reset or left hanging has none. */
  readonly answers: Record<string, number>;
  /** AXL requests by node; 0 is the publisher. */
  readonly nodes: Record<string, number>;
  readonly inFlight: number;
  readonly highestInFlight: number;
  /** Requests with an Authorization header. */
  readonly logins: number;
  readonly refusedLogins: number;
  /** Requests that were authenticated only by a session cookie. */
  readonly sessionUses: number;
  readonly connections: number;
  readonly updatesApplied: number;
  /** How often each phone got an apply, restart or reset. */
  readonly pushes: Record<string, Record<string, number>>;
  readonly lockouts: Record<string, { wrongPasswords: number; locked: boolean }>;
}

type Counters = { -readonly [Name in keyof Omit<Stats, 'lockouts'>]: Stats[Name] };

/** Counters of one simulator. */
export class Statistics {
  #counters: Counters = zero(0);

  /** @returns a function to call when the request is over; calling it again does no harm */
  requestStarted(operation: string, node: number): () => void {
    const counters = this.#counters;
    add(counters.requests, operation);
    add(counters.nodes, String(node));
    counters.inFlight += 1;
    counters.highestInFlight = Math.max(counters.highestInFlight, counters.inFlight);
    let over = false;
    return () => {
      // Read again here, because the counters may have been reset since.
      if (!over) this.#counters.inFlight -= 1;
      over = true;
    };
  }

  /** A response was sent completely. */
  responded(status: number): void {
    add(this.#counters.answers, String(status));
  }

  login(accepted: boolean): void {
    this.#counters.logins += 1;
    if (!accepted) this.#counters.refusedLogins += 1;
  }

  sessionUsed(): void {
    this.#counters.sessionUses += 1;
  }

  connected(): void {
    this.#counters.connections += 1;
  }

  updateApplied(): void {
    this.#counters.updatesApplied += 1;
  }

  /** A phone was told to load its configuration. @param kind applyPhone, restartPhone or resetPhone */
  pushed(phoneName: string, kind: string): void {
    add((this.#counters.pushes[phoneName] ??= {}), kind);
  }

  /** Resets everything to zero, except what is in flight. */
  reset(): void {
    this.#counters = zero(this.#counters.inFlight);
  }

  snapshot(): Omit<Stats, 'lockouts'> {
    return structuredClone(this.#counters);
  }
}

function zero(inFlight: number): Counters {
  return {
    requests: {},
    answers: {},
    nodes: {},
    inFlight,
    highestInFlight: inFlight,
    logins: 0,
    refusedLogins: 0,
    sessionUses: 0,
    connections: 0,
    updatesApplied: 0,
    pushes: {},
  };
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
