import type { ServiceError } from '../domain/errors.js';
import type { CallContext } from './call-context.js';
import type { Holding } from './call-manager.js';

/** What may be held at once, over all requests. */
export interface RoomLimits {
  readonly items: number;
  /** As bytesOf counts them. */
  readonly bytes: number;
}

/** What a request wanted to hold that there was no room for. */
export interface NoRoom {
  /** How many items it would have held with this one. */
  readonly items: number;
  /** They are too much by themselves, whatever other requests hold. */
  readonly isAlone: boolean;
}

/** Bounds what all requests together hold of answers whose length the call manager decides. */
export class Room {
  readonly #limits: RoomLimits;
  readonly #refusal: (noRoom: NoRoom) => ServiceError;
  #items = 0;
  #bytes = 0;

  /** @param refusal what a request is told for which there is no room */
  constructor(limits: RoomLimits, refusal: (noRoom: NoRoom) => ServiceError) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /** How many items are held now. */
  get items(): number {
    return this.#items;
  }

  /**
   * Reads something that is counted while it is read, and then for as long as someone is being answered with it.
   * @param read is given what it counts by
   * @returns what was read; `keptFor` has to be asked at once for each caller who is answered with it
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
      // After those who wait for it have it.
      setImmediate(leave);
    }
  }
}

/** What was read, and is counted. */
export interface Held<Value> {
  readonly value: Value;
  /** @returns it; it is counted until this caller has been answered */
  keptFor(context: Pick<CallContext, 'whenAnswered'>): Value;
}

/** What an object takes beside its texts, in bytes, about. */
const bytesOfObject = 200;

/** @returns about how many bytes an object with these texts takes in memory, at most */
export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + 2 * text.length, bytesOfObject);
}

/** @returns the same text as withOwnTexts gives it */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/**
 * A text that was read is a part of the answer that it was read from, and keeps all of that in memory.
 * @returns the same value with texts of its own
 */
export function withOwnTexts<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
