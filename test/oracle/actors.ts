import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../support/instances.js';
import { type ShownEntry, shownList } from '../support/shown-lists.js';
import type { Dice } from '../support/dice.js';
import { type Answer, type Call, call, changesOf, type ShownChange, wholeChange } from './calls.js';
import type { Others } from './others.js';
import type { Asked, Deed } from './records.js';
import { type Right, users } from './users.js';

/** What actors share. */
export interface Stage {
  readonly instances: readonly Instance[];
  readonly others: Others;
  readonly asked: Asked[];
  readonly deeds: Deed[];
  /** How many calls were answered, or lost. */
  calls: number;
  /** @returns the token of the next change; undefined when there were enough */
  readonly next: () => string | undefined;
}

type Action = Deed['action'];
const actions: readonly Action[] = ['proposal', 'approval', 'rejection', 'application', 'stop', 'undo'];
/** What `may` says for each action. */
const words: Readonly<Record<Action, readonly string[]>> = {
  ...{ proposal: ['propose'], approval: ['approve'], rejection: ['reject', 'withdraw'] },
  ...{ application: ['apply'], stop: ['stop'], undo: ['undo'] },
};
const kinds = ['speeddial', 'busylampfield'] as const;
/** How long a user asks again who got no answer, in milliseconds. */
const insistMs = 60_000;

interface ListToSet {
  readonly device: string;
  readonly kind: (typeof kinds)[number];
  readonly entries: readonly ShownEntry[];
  readonly ifMatch?: string;
}

/** One user's hands: asks for changes, and does with all changes what it may, and what it may not. */
export class Actor {
  readonly #stage: Stage;
  readonly #dice: Dice;
  readonly #user: string;
  readonly #right: Right;

  constructor(stage: Stage, user: string, dice: Dice) {
    this.#stage = stage;
    this.#user = user;
    this.#dice = dice;
    this.#right = users[user] ?? 'look-up';
  }

  /** Goes on until enough changes were asked for, and then until it must end. */
  async goOn(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const roll = this.#dice.below(10);
      if (roll < 2) await this.#ask();
      else if (roll < 3) await this.#setOne();
      else await this.#act();
      await sleep(this.#dice.below(100));
    }
  }

  async #ask(): Promise<void> {
    const token = this.#stage.next();
    if (token === undefined) return;
    const lists = await this.#lists(token);
    const wants = this.#dice.below(10);
    const isDraft = wants < 2;
    const apply = wants > (this.#right === 'change' ? 4 : 8);
    const devices = new Set(lists.map(({ device }) => device)).size;
    const isBounded = this.#dice.chance(0.1);
    const notBefore = this.#dice.chance(0.1) ? Date.now() + 1_000 + this.#dice.below(2_000) : undefined;
    const body = {
      ...{ title: token, reason: this.#dice.pick(['', 'because']), lists },
      ...(isDraft ? { draft: true } : apply ? { apply: true } : {}),
      ...(isBounded && { atMost: { devices: devices - 1 } }),
      ...(notBefore !== undefined && { notBefore: new Date(notBefore).toISOString() }),
    };
    const from = Date.now();
    const answer = await this.#insist('changes', { method: 'POST', body, headers: { 'idempotency-key': token } });
    const id = answer !== undefined && answer.status < 300 ? String(answer.body['id']) : undefined;
    this.#stage.asked.push({
      ...{ token, user: this.#user, right: this.#right, from, id, isSingle: false },
      begins: !isDraft && apply && !isBounded ? (notBefore ?? from) : undefined,
      lists: lists.map(({ kind, entries, ifMatch }) => ({
        ...{ kind, list: shownList(entries), isBased: ifMatch !== undefined },
      })),
    });
    if (id !== undefined && this.#dice.chance(0.3)) await this.#watch(id);
  }

  /** Lists of a few phones or of many. Some are based on what their user has read, some on what is gone. */
  async #lists(token: string): Promise<ListToSet[]> {
    const names = [...this.#stage.others.names.values()];
    const wanted = this.#dice.pick([1, 2, 5, 12, names.length]);
    const lists = new Map<string, ListToSet>();
    for (let at = 0; at < wanted; at += 1) {
      const [device, kind] = [this.#dice.pick(names), this.#dice.pick(kinds)];
      const list = { device, kind, entries: entriesOf(kind, `${token}.${at}`, this.#dice) };
      const isBased = this.#dice.chance(0.2);
      const read = isBased ? await this.#call(`${kind}s?phone=${device}`, {}) : undefined;
      const tag = read?.status === 200 ? read.headers.get('etag') : null;
      const ifMatch = tag === null ? undefined : this.#dice.chance(0.1) ? '"of-another-list"' : tag;
      lists.set(`${device} ${kind}`, { ...list, ...(ifMatch !== undefined && { ifMatch }) });
    }
    return [...lists.values()];
  }

  /** Sets a list alone, as ever. */
  async #setOne(): Promise<void> {
    const token = this.#stage.next();
    if (token === undefined) return;
    const kind = this.#dice.pick(kinds);
    const entries = entriesOf(kind, token, this.#dice);
    const from = Date.now();
    const device = this.#dice.pick([...this.#stage.others.names.values()]);
    const answer = await this.#call(`${kind}s?phone=${device}`, {
      ...{ method: 'POST', body: entries, headers: { 'x-request-id': token } },
    });
    if (this.#right !== 'change' && answer !== undefined && answer.status < 300) {
      throw new Error(`${this.#user} has set a list alone, and may not`);
    }
    this.#stage.asked.push({
      ...{ token, user: this.#user, right: this.#right, from, id: undefined, isSingle: true, begins: from },
      lists: [{ kind, list: shownList(entries), isBased: false }],
    });
  }

  /** Does something with a change: mostly what it may, sometimes what it may not. */
  async #act(): Promise<void> {
    const query = this.#dice.pick(['?limit=20', '?limit=20', '?state=proposed', '?state=running', '?state=stopped']);
    const page = await changesOf(this.#url(), this.#user, query);
    const known = page?.changes.filter(({ source }) => source === 'service') ?? [];
    if (known.length === 0) return;
    const { id } = this.#dice.pick(known);
    const whole = await wholeChange(this.#url(), this.#user, id);
    if (!whole) return;
    const allowed = actions.filter((action) => words[action].some((word) => whole.change.may.includes(word)));
    const isBold = allowed.length === 0 || this.#dice.chance(0.15);
    if (isBold && this.#dice.chance(0.7)) return;
    const action = this.#dice.pick(isBold ? actions : allowed);
    // These are nearly always allowed, and would be what happens most.
    if ((action === 'undo' || action === 'rejection') && this.#dice.chance(0.7)) return;
    await this.#do(action, whole.change, whole.lists);
  }

  async #do(action: Action, change: ShownChange, lists: Deed['saw']['lists']): Promise<void> {
    const { id, digest, user } = change;
    const isWrong = action === 'approval' && this.#dice.chance(0.1);
    const given = isWrong ? 'another' : digest;
    if (action === 'approval' && given === null) return;
    const isOne = lists.length === 1;
    const notBefore = this.#dice.chance(0.1) ? Date.now() + 500 + this.#dice.below(1_500) : undefined;
    const until = notBefore === undefined ? {} : { notBefore: new Date(notBefore).toISOString() };
    const bodies: Readonly<Record<Action, unknown>> = {
      ...{ proposal: {}, approval: { digest: given, ...until }, rejection: { reason: 'no' } },
      ...{ application: until, stop: undefined, undo: isOne ? undefined : {} },
    };
    const from = Date.now();
    const answer = await this.#call(`changes/${id}/${action}`, {
      method: 'POST',
      body: bodies[action],
      ...(action === 'undo' && { headers: { 'x-request-id': `undo-${id}-${from}-${this.#user}` } }),
    });
    const isBeginning = action === 'approval' || action === 'application';
    this.#stage.deeds.push({
      ...{ action, id, user: this.#user, right: this.#right, from, status: answer?.status ?? 0 },
      code: answer && answer.status >= 400 ? String(answer.body['code']) : undefined,
      begins: isBeginning && !isWrong ? (notBefore ?? from) : undefined,
      ...{ saw: { user, digest, lists }, digest: given ?? undefined },
    });
  }

  /** Follows a change with its entity tag, as a client does. */
  async #watch(id: string): Promise<void> {
    let tag: string | undefined;
    for (let looks = 0; looks < 5; looks += 1) {
      const headers = tag === undefined ? {} : { 'if-none-match': tag };
      const answer = await this.#call(`changes/${id}${tag === undefined ? '' : '?wait=2'}`, { headers });
      if (answer?.status !== 200) continue;
      if (tag !== undefined && answer.headers.get('etag') === tag)
        throw new Error(`change ${id}: 200 with the same tag`);
      tag = answer.headers.get('etag') ?? undefined;
      if (!['reading', 'running'].includes(String(answer.body['state']))) return;
    }
  }

  /** Asks until there is an answer that is no 5xx: the key makes it safe. */
  async #insist(path: string, what: Omit<Call, 'user'>): Promise<Answer | undefined> {
    const until = Date.now() + insistMs;
    while (Date.now() < until) {
      const hangUpMs = this.#dice.chance(0.1) ? this.#dice.below(200) : undefined;
      const answer = await this.#call(path, { ...what, hangUpMs });
      if (answer && answer.status < 500) return answer;
      await sleep(200);
    }
    return undefined;
  }

  async #call(path: string, what: Omit<Call, 'user'>): Promise<Answer | undefined> {
    const answer = await call(`${this.#url()}/${path}`, { user: this.#user, ...what });
    this.#stage.calls += 1;
    if (!answer) await sleep(50);
    return answer;
  }

  /** Mostly one that runs, as a balancer would choose. */
  #url(): string {
    const well = this.#stage.instances.filter(({ isUp, isPaused }) => isUp && !isPaused);
    return this.#dice.pick(well.length === 0 || this.#dice.chance(0.05) ? this.#stage.instances : well).url;
  }
}

/** No two lists have the same entries, so each can be recognized. A few labels are longer than what is accepted. */
function entriesOf(kind: (typeof kinds)[number], text: string, dice: Dice): ShownEntry[] {
  const label = dice.chance(0.02) ? `${text} with a label that is far too long for it` : text;
  const more = Array.from({ length: dice.below(3) }, (_, place) => String(place + 2));
  return ['1', ...more].map((index) =>
    kind === 'speeddial'
      ? { index, dirn: '0100', label }
      : { index, destination: `${text}@example.com`, label, pickup: dice.chance(0.5) },
  );
}
