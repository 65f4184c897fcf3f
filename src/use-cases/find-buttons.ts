import type { ButtonPageAsked, ButtonsPage, PointingButton } from '../domain/button-kinds.js';
import { ServiceError } from '../domain/errors.js';
import type { DirectoryNumber } from '../domain/identifiers.js';
import { compareButtons } from '../domain/order.js';
import type { CallContext } from './call-context.js';
import type { CallManager } from './call-manager.js';
import { sortedInTurns } from './in-turns.js';
import { type Held, type NoRoom, Room } from './room.js';
import { SingleFlight } from './single-flight.js';

/** How many buttons one page holds at most. */
export const mostOfPage = 5_000;

/** How many buttons are held at once where nothing is set. */
const usualMost = 200_000;
/** How many bytes a button may take at the mean, about: twice what it usually does. */
const bytesOfButton = 500;

/** Directory number → the buttons that point at it: all of them, or a page. What is held is bounded over all callers. */
export class FindButtons {
  readonly #callManager: CallManager;
  readonly #room: Room;
  readonly #flights = new SingleFlight<DirectoryNumber, Held<readonly PointingButton[]>>();

  /** @param most how many buttons are held at once, over all callers */
  constructor(callManager: CallManager, most = usualMost) {
    this.#callManager = callManager;
    this.#room = new Room({ items: most, bytes: most * bytesOfButton }, refusalOf(most));
  }

  /** How many buttons are held now. */
  get held(): number {
    return this.#room.items;
  }

  /** A write is over: who asks from now on must see it, and shares no answer that was asked for before. */
  listChanged(): void {
    this.#flights.forgetAll();
  }

  /**
   * All of them, in the order of compareButtons. Who asks for one number at the same moment shares one answer.
   * @throws ServiceError `too-many-buttons`; `overloaded` where others leave no room for few
   */
  async find(number: DirectoryNumber, context: CallContext): Promise<readonly PointingButton[]> {
    const held = await this.#flights.do(number, context, (shared) =>
      this.#room.read(async (holding) =>
        sortedInTurns(await this.#callManager.findButtons(number, shared, holding), compareButtons),
      ),
    );
    return held.keptFor(context);
  }

  /**
   * Some of them, in the order of their kinds and keys.
   * @throws ServiceError `overloaded` if others leave no room
   */
  async page(asked: ButtonPageAsked, context: CallContext): Promise<ButtonsPage> {
    const held = await this.#room.read((holding) => this.#callManager.findButtonsPage(asked, context, holding));
    return held.keptFor(context);
  }
}

function refusalOf(most: number): (noRoom: NoRoom) => ServiceError {
  return ({ items, isAlone }) => {
    if (!isAlone && items <= mostOfPage) {
      return new ServiceError('overloaded', {
        detail: `Other requests hold all the buttons that this service can hold at once (${most}). Retry later.`,
        retryAfterSeconds: 1,
        effect: 'none',
        cause: 'buttons',
      });
    }
    return new ServiceError('too-many-buttons', {
      detail:
        `At least ${items} buttons point at this number: more, or with longer texts, than this service holds at once ` +
        `for all requests (${most} buttons). With ?limit=${mostOfPage} they are answered in pages.`,
      effect: 'none',
    });
  };
}
