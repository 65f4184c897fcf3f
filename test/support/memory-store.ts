import { deviceId } from '../../src/domain/device.js';
import type { Change, Intention, Outcome } from '../../src/history/change.js';
import { numbersTouched } from '../../src/history/difference.js';
import type { ChangeFilter, ChangeStore, DeviceLock } from '../../src/history/store/change-store.js';
import { HistoryUnavailable } from '../../src/history/store/history-problems.js';

/** A store in memory that can be made to fail. It says in order what it was asked for. */
export class MemoryStore implements ChangeStore {
  readonly changes: Change[] = [];
  readonly asked: string[] = [];
  /** What fails now, and why. */
  failing: Partial<Record<keyof ChangeStore, string>> = {};
  locksHold = true;

  begin(intention: Intention): Promise<string> {
    return this.#answer('begin', () => {
      const id = String(this.changes.length + 1);
      this.changes.push({ ...intention, id, outcome: 'in-progress' });
      return id;
    });
  }

  settle(id: string, outcome: Outcome): Promise<void> {
    return this.#answer('settle', () => {
      const place = this.changes.findIndex((change) => change.id === id);
      const change = this.changes[place];
      if (change) this.changes[place] = { ...change, outcome };
    });
  }

  get(id: string): Promise<Change | undefined> {
    return this.#answer('get', () => this.changes.find((change) => change.id === id));
  }

  list(filter: ChangeFilter, limit: number): Promise<readonly Change[]> {
    return this.#answer('list', () =>
      [...this.changes]
        .reverse()
        .filter((change) => isAskedFor(change, filter))
        .slice(0, limit),
    );
  }

  lockDevice(): Promise<DeviceLock> {
    return this.#answer('lockDevice', () => ({
      isHeld: this.locksHold,
      release: () => {
        this.asked.push('release');
        return Promise.resolve();
      },
    }));
  }

  settleAbandoned(): Promise<number> {
    return this.#answer('settleAbandoned', () => 0);
  }

  deleteOlderThan(): Promise<number> {
    return this.#answer('deleteOlderThan', () => 0);
  }

  close(): Promise<void> {
    this.asked.push('close');
    return Promise.resolve();
  }

  async #answer<Result>(name: keyof ChangeStore, answer: () => Result): Promise<Result> {
    this.asked.push(name);
    const cause = this.failing[name];
    await Promise.resolve();
    if (cause !== undefined) throw new HistoryUnavailable(cause);
    return answer();
  }
}

function isAskedFor(change: Change, { device, user, since, number, before }: ChangeFilter): boolean {
  return (
    (device === undefined || deviceId(device) === deviceId(change.device)) &&
    (user === undefined || user === change.user) &&
    (since === undefined || since <= change.time) &&
    (number === undefined || numbersTouched(change.before, change.after).includes(number)) &&
    (before === undefined || Number(change.id) < Number(before))
  );
}
