import type { ServiceError } from '../domain/errors.js';
import type { CallContext } from './call-context.js';
import type { Holding } from './call-manager.js';

/** How much all requests together may hold. */
export interface RoomLimits {
  readonly items: number;
  /** How many bytes, as `bytesOf` counts them. */
  readonly bytes: number;
}

/** A request for which there was no room. */
export interface NoRoom {
  /** How many items the request would have held with this one. */
  readonly items: number;
  /** True if the request alone holds too much, regardless of other requests. */
  readonly isAlone: boolean;
}

/** Bounds the memory of answers whose length the call manager decides, over all requests. */
export class Room {
  readonly #limits: RoomLimits;
  readonly #refusal: (noRoom: NoRoom) => ServiceError;
  #items = 0;
  #bytes = 0;

  /** @param refusal makes the error for a request for which there is no room */
  constructor(limits: RoomLimits, refusal: (noRoom: NoRoom) => ServiceError) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /** How many items are held now. */
  get items(): number {
    return this.#items;
  }

  /**
   * Reads something. What is read counts from the reading until every caller who waits for it has the answer.
   * @param read gets the counter
   * @returns what was read; call `keptFor` at once for each caller who is answered with it
   */
  async read<Value>(read: (holding: Holding) => Promise<Value>): Promise<Held<Value>> {
    const own = { items: 0, bytes: 0 };
    let keepers = 1;
    const leave = (): void => {
      keepers -= 1;
      if (keepers > 0) return;
      this.#items -= own.items;
      this.#bytes -= own.bytes;
    };
    const hold = (bytes: number): void => {
      const [items, all] = [own.items + 1, own.bytes + bytes];
      const { items: mostItems, bytes: mostBytes } = this.#limits;
      if (this.#items >= mostItems || this.#bytes + bytes > mostBytes) {
        throw this.#refusal({ items, isAlone: items > mostItems || all > mostBytes });
      }
      own.items = items;
      own.bytes = all;
      this.#items += 1;
      this.#bytes += bytes;
    };
    try {
      const value = await read({ hold });
      const keptFor = ({ whenAnswered }: Pick<CallContext, 'whenAnswered'>): Value => {
        if (whenAnswered) {
          keepers += 1;
          whenAnswered(leave);
        }
        return value;
      };
      return { value, keptFor };
    } finally {
      // Do this after everyone who waits for the value has it.
      setImmediate(leave);
    }
  }
}

/** A value that was read, and is counted. */
export interface Held<Value> {
  readonly value: Value;
  /** @returns the value; it is counted until this caller is answered */
  keptFor(context: Pick<CallContext, 'whenAnswered'>): Value;
}

/** The size of an object without its texts, in bytes, roughly. */
const bytesOfObject = 200;

/** @returns roughly how many bytes an object with these texts takes in memory, at most */
export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + 2 * text.length, bytesOfObject);
}

/** @returns a copy of a text, like `withOwnTexts` */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/**
 * Copies a value. A text that was cut out of an answer keeps the whole answer in memory, but a copy of the text does
 * not.
 * @returns the same value with copies of its texts
 */
export function withOwnTexts<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
