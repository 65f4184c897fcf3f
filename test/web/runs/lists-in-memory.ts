import { ProblemError } from '../../../src/client/index.js';
import type { ListRead } from '../../../web/editing/draft.js';
import type { Entry } from '../../../web/editing/entry.js';
import type { ChosenButton } from '../../../web/runs/chosen.js';
import type { ListKey, Lists } from '../../../web/runs/lists.js';
import type { Clock } from '../../../web/runs/pace.js';

/** A button to 7000 that will get the label `New`. */
export function button(otherwise: Partial<ChosenButton> = {}): ChosenButton {
  return {
    ...{ device: 'SEP00A1B2C30001', deviceKind: 'phone', description: 'Desk 1' },
    ...{ kind: 'speeddial', index: '4', dirn: '7000', partition: '', label: 'Old' },
    edit: { set: { label: 'New' } },
    ...otherwise,
  };
}

/** The service's answer with a code. */
export function problem(status: number, code: ProblemError['code'], retryAfterSeconds?: number): ProblemError {
  const body = { type: 'about:blank', title: code, detail: `It says ${code}.`, requestId: 'r1', status, code };
  return new ProblemError(body, retryAfterSeconds, undefined);
}

interface Failure {
  readonly thrown: Error;
  /** Whether the list was set before the failure. */
  readonly isSet?: boolean;
}

const idOf = ({ deviceKind, device, kind }: ListKey): string => `${deviceKind} ${device} ${kind}`;

/** The service's lists, with the rules of If-Match, and with failures for tests. */
export class ListsInMemory implements Lists {
  readonly held = new Map<string, readonly Entry[]>();
  /** Each call, in order: `read phone SEP1 speeddial`. */
  readonly calls: string[] = [];
  readonly readFailures: Error[] = [];
  readonly writeFailures: (Failure | undefined)[] = [];
  /** The devices that are being changed now. */
  readonly atWork = new Set<string>();
  mostAtWork = 0;
  /** Called before each call is answered. */
  before: (call: string) => Promise<void> | void = () => undefined;

  constructor(given: readonly (readonly [ListKey, readonly Entry[]])[]) {
    for (const [key, entries] of given) this.held.set(idOf(key), entries);
  }

  async read(key: ListKey): Promise<ListRead> {
    await this.#called('read', key);
    const failure = this.readFailures.shift();
    if (failure) throw failure;
    const entries = this.held.get(idOf(key));
    if (!entries) throw problem(404, 'phone-not-found');
    return { kind: key.kind, entries, etag: JSON.stringify(entries) };
  }

  async replace(key: ListKey, entries: readonly Entry[], etag: string): Promise<undefined> {
    await this.#called('write', key);
    const failure = this.writeFailures.shift();
    if (failure && failure.isSet !== true) throw failure.thrown;
    if (JSON.stringify(this.held.get(idOf(key))) !== etag) throw problem(412, 'changed-meanwhile');
    this.held.set(idOf(key), entries);
    if (failure) throw failure.thrown;
  }

  async #called(what: string, key: ListKey): Promise<void> {
    this.calls.push(`${what} ${idOf(key)}`);
    this.atWork.add(key.device);
    this.mostAtWork = Math.max(this.mostAtWork, this.atWork.size);
    await this.before(`${what} ${idOf(key)}`);
    this.atWork.delete(key.device);
  }
}

/** A clock that jumps ahead instead of waiting. */
export class JumpingClock implements Clock {
  readonly waits: number[] = [];
  /** Called when a wait starts. */
  onWait: () => void = () => undefined;
  #time = 0;

  now(): number {
    return this.#time;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    this.waits.push(ms);
    this.onWait();
    if (!signal.aborted) this.#time += ms;
    return Promise.resolve();
  }
}
