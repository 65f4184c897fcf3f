import { type Store, write } from '../../store/sql.js';

/** The most lists that the bucket holds, and the most that callers' writes may take ahead. */
const most = 500;
const hourMs = 3_600_000;
/** A change asks again after this time at the latest, in milliseconds. */
const mostAgainMs = 60_000;

interface Bucket {
  readonly tokens: number;
  readonly time: number;
}

/** What the bucket gives. */
export interface FromBucket {
  readonly lists: number;
  readonly againMs: number;
}

/**
 * @param now the time of the store's clock. If it was set forward, the bucket is filled at most; if it was set back,
 * nothing is filled in for that time
 * @returns what the bucket gives, and how it is then
 */
export function takenFrom(
  bucket: Bucket,
  { perHour, most: wanted, now }: { readonly perHour: number; readonly most: number; readonly now: number },
): { readonly given: FromBucket; readonly left: Bucket } {
  const perMs = perHour / hourMs;
  const filled = Math.min(most, Math.max(-most, bucket.tokens) + Math.max(0, now - bucket.time) * perMs);
  const lists = Math.max(0, Math.min(wanted, Math.floor(filled)));
  const againMs = lists > 0 ? 0 : Math.min(mostAgainMs, Math.ceil((1 - filled) / perMs));
  return { given: { lists, againMs }, left: { tokens: filled - lists, time: now } };
}

/** After how many instances have been quicker, an instance asks again later. */
const tries = 5;
const busyMs = 100;

/** The lists that may be set now: one row in the store, for all instances. */
export async function takeFromBucket(perHour: number, wanted: number, store: Store): Promise<FromBucket> {
  if (perHour === 0) return { lists: wanted, againMs: 0 };
  for (let time = 0; time < tries; time += 1) {
    const [row] = await store.all<Bucket & { readonly version: number; readonly now: number }>(
      `SELECT tokens, time, version, ${store.dialect.clock} AS now FROM history_bucket`,
      [],
    );
    if (!row) break;
    const { given, left } = takenFrom(row, { perHour, most: wanted, now: row.now });
    // While nothing is given, the time must not move in steps that are too small to be kept.
    if (given.lists === 0 && row.now >= row.time) return given;
    const changed = await write(
      store,
      'UPDATE history_bucket SET tokens = ?, time = ?, version = version + 1 WHERE version = ? RETURNING version',
      [left.tokens, left.time, row.version],
    );
    if (changed.length > 0) return given;
  }
  return { lists: 0, againMs: busyMs };
}

export async function subtractFromBucket(lists: number, store: Store): Promise<void> {
  const text = 'UPDATE history_bucket SET tokens = tokens - CAST(? AS double precision), version = version + 1';
  await write(store, text, [lists]);
}
