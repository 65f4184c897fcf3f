import { timingSafeEqual } from 'node:crypto';

/** `full` may do everything, `read-only` may not update, and `none` is a valid user without AXL. */
export type Role = 'full' | 'read-only' | 'none';

export interface Account {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
}

/** The accounts of a cluster, with the number of wrong passwords in a row for each. */
export class Accounts {
  readonly #lockAfter: number;
  readonly #accounts: ReadonlyMap<string, Account>;
  readonly #wrong = new Map<string, number>();

  /** @param lockAfter how many wrong passwords in a row lock the account; 0: never */
  constructor(accounts: readonly Account[], lockAfter: number) {
    this.#lockAfter = lockAfter;
    this.#accounts = new Map(accounts.map((account) => [account.username, account]));
  }

  /**
   * Checks an Authorization header.
   * @returns the account; undefined if it is unknown or locked, or the password is wrong
   */
  login(authorization: string): Account | undefined {
    const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
    const [, username = '', password = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
    const account = this.#accounts.get(username);
    if (account === undefined || this.#isLocked(username)) return undefined;
    if (!isSame(account.password, password)) {
      this.#wrong.set(username, (this.#wrong.get(username) ?? 0) + 1);
      return undefined;
    }
    this.#wrong.delete(username);
    return account;
  }

  named(username: string): Account | undefined {
    return this.#accounts.get(username);
  }

  /** Opens locked accounts again. */
  unlock(): void {
    this.#wrong.clear();
  }

  /** For each user name, the number of wrong passwords in a row, and whether the account is locked. */
  lockouts(): Record<string, { wrongPasswords: number; locked: boolean }> {
    return Object.fromEntries(
      [...this.#wrong].map(([name, count]) => [name, { wrongPasswords: count, locked: this.#isLocked(name) }]),
    );
  }

  #isLocked(username: string): boolean {
    return this.#lockAfter > 0 && (this.#wrong.get(username) ?? 0) >= this.#lockAfter;
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
