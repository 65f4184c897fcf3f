import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SpeedDial } from '../../src/domain/phone.js';
import { caller } from '../support/caller.js';
import type { Dice } from '../support/dice.js';
import { type History, listText, type Outcome } from './history.js';

const authorization = `Basic ${Buffer.from(`${caller.name}:${caller.password}`).toString('base64')}`;

/** What callers ask for: numbers, and the phones that carry them. */
export interface Scope {
  readonly numbers: readonly string[];
  readonly phones: readonly string[];
  /** The phones that carry a number, in order of name. */
  readonly carriers: ReadonlyMap<string, readonly string[]>;
}

/** The results of all callers. */
export class Tally {
  readonly answers = new Map<string, number>();
  readonly untrue: string[] = [];
  slowestMs = 0;

  count(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

let writes = 0;

/** One caller: lookups and writes, one after another, some of which it cancels. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly scope: Scope,
    private readonly dice: Dice,
    private readonly history: History,
    private readonly tally: Tally,
  ) {}

  async goOn(until: number): Promise<void> {
    while (Date.now() < until) {
      if (this.dice.chance(0.5)) await this.lookUp();
      else await this.write();
      await pause(this.dice.below(60));
    }
    this.end();
  }

  /** Closes its connection. */
  end(): void {
    this.#agent.destroy();
  }

  async lookUp(number = this.#anyNumber()): Promise<Reply | undefined> {
    const from = Date.now();
    const reply = await this.#ask('GET', `/phone/?dirn=${encodeURIComponent(number)}`);
    this.tally.count(`GET ${wordFor(reply)}`);
    if (reply?.status !== 200) return reply;
    const phones = JSON.parse(reply.body) as { name: string; speeddials: SpeedDial[] }[];
    const names = phones.map(({ name }) => name);
    if (names.join() !== (this.scope.carriers.get(number) ?? []).join()) {
      this.tally.untrue.push(`${number} was said to be on ${names.join() || 'no phone'}`);
    }
    const shown = new Map(phones.map(({ name, speeddials }) => [name, listText(speeddials)]));
    this.history.lookedUp({ from, until: Date.now(), shown });
    return reply;
  }

  async write(phone = this.dice.pick(this.scope.phones)): Promise<Reply | undefined> {
    writes += 1;
    const id = `w${writes}`;
    const tooLong = this.dice.chance(0.03);
    const dials = this.#anyDials(id, tooLong);
    const halfSent = this.dice.chance(0.02);
    const from = Date.now();
    const reply = await this.#ask('POST', `/speeddials?phone=${phone}`, { id, body: JSON.stringify(dials), halfSent });
    this.tally.count(`POST ${halfSent ? 'half sent' : wordFor(reply)}`);
    const outcome = halfSent ? 'not set' : outcomeOf(reply);
    if (outcome === 'set' && tooLong) this.tally.untrue.push(`${id} was to be rejected, and was answered 200`);
    this.history.wrote({ id, phone, list: listText(dials), from, until: Date.now(), outcome });
    return reply;
  }

  #anyNumber(): string {
    return this.dice.chance(0.05) ? `nobody${this.dice.below(50)}` : this.dice.pick(this.scope.numbers);
  }

  /** No two writes have the same list, except the empty one. */
  #anyDials(id: string, tooLong: boolean): SpeedDial[] {
    const length = tooLong ? 1 : this.dice.below(7);
    return Array.from({ length }, (_, place) => ({
      index: String(1 + place * 3 + this.dice.below(3)),
      dirn: this.dice.pick(['0100', '+14085554019', '*55#', '007', '', '12,,34']),
      label: tooLong
        ? `${id} ${'x'.repeat(40)}`
        : `${id} ${this.dice.pick(['Büro', '<R&D>', '&amp;', ' ', "it's", ''])}`,
    }));
  }

  /** @returns undefined if this caller hung up, or if the connection broke */
  #ask(
    method: string,
    path: string,
    { id, body = '', halfSent = false }: { id?: string; body?: string; halfSent?: boolean } = {},
  ): Promise<Reply | undefined> {
    const started = performance.now();
    return new Promise((resolve) => {
      const bytes = Buffer.from(body);
      const sent = request(this.url + path, {
        method,
        agent: this.#agent,
        headers: {
          authorization,
          ...(id !== undefined && {
            'x-request-id': id,
            'content-type': 'application/json',
            'content-length': bytes.length,
          }),
        },
      });
      sent.once('error', () => {
        resolve(undefined);
      });
      sent.once('response', (response) => {
        void read(response).then((text) => {
          this.tally.slowestMs = Math.max(this.tally.slowestMs, performance.now() - started);
          resolve(text === undefined ? undefined : { status: response.statusCode ?? 0, body: text });
        });
      });
      const hangUpMs = halfSent || this.dice.chance(0.06) ? this.dice.below(250) : undefined;
      const timer = hangUpMs === undefined ? undefined : setTimeout(() => sent.destroy(new Error('hung up')), hangUpMs);
      sent.once('close', () => {
        clearTimeout(timer);
      });
      if (halfSent) sent.write(bytes.subarray(0, bytes.length - 1));
      else sent.end(bytes);
    });
  }
}

/** @returns undefined if the answer was cut off */
async function read(response: IncomingMessage): Promise<string | undefined> {
  try {
    let text = '';
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
    return text;
  } catch {
    return undefined;
  }
}

function wordFor(reply: Reply | undefined): string {
  if (!reply) return 'hung up';
  return reply.status === 200 ? '200' : `${reply.status} ${codeIn(reply)}`;
}

function codeIn({ body }: Reply): string {
  return (JSON.parse(body) as { code: string }).code;
}

function outcomeOf(reply: Reply | undefined): Outcome {
  if (!reply) return 'unknown';
  if (reply.status === 200) return 'set';
  return codeIn(reply) === 'outcome-unknown' || reply.status === 500 ? 'unknown' : 'not set';
}
