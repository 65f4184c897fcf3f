import { setTimeout as sleep } from 'node:timers/promises';
import { BASIC, envelope, exchange, speedDials } from '../support/axl-caller.js';
import type { Dice } from '../support/dice.js';
import type { SimulatorProcess } from '../support/simulator-process.js';
import { shownList } from '../support/shown-lists.js';
import type { Rename } from './records.js';

/** How long after its loss the call manager may still carry a request out, in milliseconds. */
const lateMs = 1_000;

/** Someone else at the call manager, who sets lists and renames phones, without the service. */
export class Others {
  /** The lists that they have set, as texts. */
  readonly lists = new Set<string>();
  readonly renames: Rename[] = [];
  /** The names of the phones, by their keys. */
  readonly names: Map<string, string>;
  readonly #simulator: SimulatorProcess;
  readonly #dice: Dice;
  #writes = 0;
  #spare = 0;

  constructor(simulator: SimulatorProcess, names: ReadonlyMap<string, string>, dice: Dice) {
    this.#simulator = simulator;
    this.names = new Map(names);
    this.#dice = dice;
  }

  /** Goes on until it must end. */
  async goOn(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await sleep(150 + this.#dice.below(500));
      const roll = this.#dice.below(10);
      if (roll < 7) await this.#write(this.#phone());
      else if (roll < 9) await this.#rename(this.#phone(), this.#spareName());
      else await this.#swap(this.#phone(), this.#phone());
    }
  }

  #phone(): string {
    return this.#dice.pick([...this.names.keys()]);
  }

  #spareName(): string {
    this.#spare += 1;
    return `SEPFF${this.#spare.toString(16).padStart(10, '0').toUpperCase()}`;
  }

  async #write(uuid: string): Promise<void> {
    this.#writes += 1;
    const label = `foreign ${this.#writes}`;
    const list = [{ index: '1', dirn: '0199', label }];
    this.lists.add(JSON.stringify(shownList(list)));
    await this.#call(`<uuid>{${uuid.toUpperCase()}}</uuid>${speedDials(['1', '0199', label])}`);
  }

  /** Two phones get each other's names. */
  async #swap(one: string, other: string): Promise<void> {
    if (one === other) return;
    const [a, b] = [this.names.get(one) ?? '', this.names.get(other) ?? ''];
    if (!(await this.#rename(one, this.#spareName()))) return;
    if (await this.#rename(other, a)) await this.#rename(one, b);
  }

  /** @returns whether it has the name now */
  async #rename(uuid: string, to: string): Promise<boolean> {
    const from = this.names.get(uuid) ?? '';
    this.renames.push({ uuid, from, to });
    await this.#call(`<uuid>{${uuid.toUpperCase()}}</uuid><newName>${to}</newName>`);
    await sleep(lateMs);
    const phones = (await this.#simulator.control('GET', 'state')) as readonly { uuid: string; name: string }[];
    const name = phones.find((phone) => phone.uuid === uuid)?.name ?? from;
    this.names.set(uuid, name);
    return name === to;
  }

  /** What it does is seen in the call manager's log, not in the answer. */
  async #call(content: string): Promise<void> {
    const headers = {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"CUCM:DB ver=14.0 updatePhone"',
      authorization: BASIC,
    };
    const signal = AbortSignal.timeout(2_000);
    await exchange(this.#simulator.url, { method: 'POST', headers, signal }, envelope('updatePhone', content)).catch(
      () => undefined,
    );
  }
}
