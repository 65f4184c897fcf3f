/**
 * How many bytes of bodies are held at most, from reading them to their response: for changes of many lists, and over all other routes.
 * The parsed values take about five times as much. One user may have half of what the others leave free, so others
 * always find room. This is more than the largest body.
 */
const mostHeld = 16 * 1024 * 1024;
/** If nothing of a body has arrived for this time, in milliseconds, it may be dropped to make room for another one. */
const silentMs = 5_000;

/**
 * How many unfinished bodies one user may have: always `even`, and up to `most` while something of each of them keeps
 * arriving.
 */
interface ShareBounds {
  readonly even: number;
  readonly most: number;
  /** If there are more than `even`, a body of which nothing has arrived for this time, in milliseconds, is dropped. */
  readonly silentMs: number;
}

/**
 * The bounds for one user: from one network, and from all networks together. A complete body arrives with its head, or
 * right after it.
 */
const fromOneNetwork: ShareBounds = { even: 64, most: 256, silentMs: 1_000 };
const fromAll: ShareBounds = { even: 256, most: 512, silentMs: 1_000 };

/** The sender of a body. */
export interface Sender {
  readonly user: string;
  /** The value of networkOf. */
  readonly network: string;
}

/** The bodies that are held now, over several routes: their bytes, and for each sender how many have not arrived. */
export class HeldBodies {
  readonly #ofSenders = new Shares(fromOneNetwork);
  readonly #ofUsers = new Shares(fromAll);
  #bytes = 0;

  /**
   * Holds a body, which counts as 0 bytes so far.
   * @param giveUp is called at most once, if the body is dropped to make room for others; only while it arrives
   */
  hold({ user, network }: Sender, giveUp: () => void): HeldBody {
    const shares = { sender: this.#ofSenders.of(`${network} ${user}`), user: this.#ofUsers.of(user) };
    const room: Room = {
      count: (bytes) => {
        this.#bytes += bytes;
      },
      makeFor: (body, bytes) => this.#makeRoom(body, bytes),
    };
    return new HeldBody(room, shares, giveUp);
  }

  #makeRoom(body: HeldBody, bytes: number): boolean {
    const { sender, user } = body.shares;
    while (user.bytes() + bytes > (mostHeld - (this.#bytes - user.bytes())) / 2) {
      // If the user alone has too much, what others hold does not matter.
      const isOwn = user.bytes() + bytes > mostHeld / 2;
      const longest = this.#ofSenders.greatest(isOwn ? user : undefined)?.longestSilent;
      if (!longest || longest === body) return false;
      const { sender: greatest, user: its } = longest.shares;
      const hasMore =
        its === user ? greatest.comingBytes() > sender.comingBytes() + bytes : its.bytes() > user.bytes() + bytes;
      if (!hasMore && performance.now() < longest.movedAt + silentMs) return false;
      longest.giveUp();
    }
    return true;
  }
}

/** What a body needs from all held bodies. */
interface Room {
  readonly count: (bytes: number) => void;
  /**
   * Drops bodies that are still arriving: those of the sender with the most, and of these the longest silent ones
   * first. If the user alone has too much, it drops only bodies of this user.
   * @returns whether there is room then
   */
  readonly makeFor: (body: HeldBody, bytes: number) => boolean;
}

/** The shares that a body belongs to: of its user from one network, and from all networks together. */
type SharesOfBody = Readonly<Record<'sender' | 'user', Share>>;

/** The share of one body. */
export class HeldBody {
  readonly shares: SharesOfBody;
  readonly #room: Room;
  readonly #giveUp: () => void;
  #bytes = 0;
  #movedAt = performance.now();
  #isOver = false;

  constructor(room: Room, shares: SharesOfBody, giveUp: () => void) {
    this.#room = room;
    this.shares = shares;
    this.#giveUp = giveUp;
    for (const share of Object.values(shares)) share.enter(this);
  }

  /** Whether it was released or dropped. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** When its last bytes arrived, on the clock of performance.now() in milliseconds. */
  get movedAt(): number {
    return this.#movedAt;
  }

  /** @returns whether these bytes fit. If they fit, they are counted */
  takes(bytes: number): boolean {
    if (this.#isOver || !this.#room.makeFor(this, bytes)) return false;
    this.#bytes += bytes;
    this.#room.count(bytes);
    return true;
  }

  /** Some bytes of it have come, but not all. Other bodies of its sender may be dropped to make room for it. */
  comes(): void {
    if (this.#isOver) return;
    this.#movedAt = performance.now();
    for (const share of Object.values(this.shares)) share.comes(this);
  }

  /** The whole body has arrived. */
  arrived(): void {
    for (const share of Object.values(this.shares)) share.arrived(this);
  }

  giveUp(): void {
    this.release();
    this.#giveUp();
  }

  /** The body does not count any more. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.arrived();
    this.#room.count(-this.#bytes);
    for (const share of Object.values(this.shares)) share.leave(this);
  }
}

/** What one sender holds. */
class Share {
  readonly #bounds: ShareBounds;
  readonly #forget: () => void;
  readonly #held = new Set<HeldBody>();
  /** Bodies that have not arrived; the one that moved last is at the end. */
  readonly #coming = new Set<HeldBody>();
  #timer: NodeJS.Timeout | undefined;

  constructor(bounds: ShareBounds, forget: () => void) {
    this.#bounds = bounds;
    this.#forget = forget;
  }

  get longestSilent(): HeldBody | undefined {
    const [longest] = this.#coming;
    return longest;
  }

  bytes(): number {
    return bytesOf(this.#held);
  }

  /** How many bytes are held for bodies that have not arrived. */
  comingBytes(): number {
    return bytesOf(this.#coming);
  }

  enter(body: HeldBody): void {
    this.#held.add(body);
  }

  leave(body: HeldBody): void {
    this.#held.delete(body);
    if (this.#held.size > 0) return;
    clearTimeout(this.#timer);
    this.#forget();
  }

  comes(body: HeldBody): void {
    this.#coming.delete(body);
    this.#coming.add(body);
    this.#giveUpSilent();
  }

  arrived(body: HeldBody): void {
    this.#coming.delete(body);
  }

  readonly #giveUpSilent = (): void => {
    clearTimeout(this.#timer);
    const { even, most, silentMs: sparedMs } = this.#bounds;
    while (this.#coming.size > even) {
      const longest = this.longestSilent;
      const leftMs = (longest?.movedAt ?? 0) + sparedMs - performance.now();
      if (leftMs > 0 && this.#coming.size <= most) {
        this.#timer = setTimeout(this.#giveUpSilent, leftMs).unref();
        return;
      }
      longest?.giveUp();
    }
  };
}

function bytesOf(bodies: Iterable<HeldBody>): number {
  let sum = 0;
  for (const { bytes } of bodies) sum += bytes;
  return sum;
}

/** The shares of all senders who hold anything. */
class Shares {
  readonly #bounds: ShareBounds;
  readonly #all = new Map<string, Share>();

  constructor(bounds: ShareBounds) {
    this.#bounds = bounds;
  }

  of(key: string): Share {
    const share = this.#all.get(key) ?? new Share(this.#bounds, () => this.#all.delete(key));
    this.#all.set(key, share);
    return share;
  }

  /**
   * @param user only among the senders of this user; if left out, among all
   * @returns the share that holds the most bytes, among the shares with unfinished bodies
   */
  greatest(user?: Share): Share | undefined {
    let greatest: Share | undefined;
    let most = -1;
    for (const share of this.#all.values()) {
      const longest = share.longestSilent;
      const isAsked = longest !== undefined && (user === undefined || longest.shares.user === user);
      const bytes = isAsked ? share.comingBytes() : -1;
      if (bytes <= most) continue;
      greatest = share;
      most = bytes;
    }
    return greatest;
  }
}
