import type { ButtonPageAsked, ButtonsPage, PointingButton } from '../domain/button-kinds.js';
import { ServiceError } from '../domain/errors.js';
import type { DirectoryNumber } from '../domain/identifiers.js';
import { compareButtons } from '../domain/order.js';
import type { CallContext } from './call-context.js';
import type { CallManager } from './call-manager.js';
import { sortedInTurns } from './in-turns.js';
import { type Held, type NoRoom, Room } from './room.js';
import { SingleFlight } from './single-flight.js';

/** The most buttons on a page. */
export const mostOfPage = 5_000;

/** The default limit for buttons that are held at the same time. */
const usualMost = 200_000;
/** The bytes that a button may take on average: about twice the usual size. */
const bytesOfButton = 500;

/**
 * Finds the buttons that point at a directory number: all of them, or a page. The memory is bounded over all callers.
 */
export class FindButtons {
  readonly #callManager: CallManager;
  readonly #room: Room;
  readonly #flights = new SingleFlight<DirectoryNumber, Held<readonly PointingButton[]>>();

  /** @param most how many buttons may be held at the same time, over all callers */
  constructor(callManager: CallManager, most = usualMost) {
    this.#callManager = callManager;
    this.#room = new Room({ items: most, bytes: most * bytesOfButton }, refusalOf(most));
  }

  /** How many buttons are held now. */
  get held(): number {
    return this.#room.items;
  }

  /** A write is over. Later requests must see it, so they share no answer that was requested earlier. */
  listChanged(): void {
    this.#flights.forgetAll();
  }

  /**
   * Finds all buttons, in the order of compareButtons. Requests for one number at the same moment share one answer.
   * @throws ServiceError `too-many-buttons`; `overloaded` if other callers leave no room, even for a few buttons
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
   * Finds a page of them, in order of kinds and keys.
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
