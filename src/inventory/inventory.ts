import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isServiceError, RequestRefused, type ServiceError } from '../domain/errors.js';
import { type Observation, type Observe, unexpected } from '../observability/observations.js';
import type { OpenCall } from '../use-cases/call-context.js';
import type { Asker } from '../use-cases/fair-turns.js';
import type { ElsewhereJournal, SeenChange } from '../use-cases/write-journal.js';
import type { AskedInventory, FindingsPage, InventoryState } from './asked-inventory.js';
import { askMissingNumbers } from './asked-again.js';
import type { ClusterPages } from './cluster-pages.js';
import {
  dismissalOf,
  type Dismissal,
  type FindingCounts,
  type FindingKind,
  type KeptDismissal,
  type ListedFinding,
} from '../domain/finding.js';
import { StoreUnavailable } from '../store/problems.js';
import { type FoundFindings, type SweepPosition } from './store/inventory-store.js';
import type { InventoryStore } from './store/whole-store.js';
import type { FindingFilter } from './store/finding-filter.js';
import { asked, FairReads, known } from './fair-reads.js';
import { type ChangeLog, readFormerLabels } from './former-labels.js';
import { type ChangeJournal, fromHistory, Journal } from './journal.js';
import { JournaledReads } from './journaled-reads.js';
import { keepChanges } from './keep-changes.js';
import { keptLookups } from './kept-lookups.js';
import { LiveLists } from './live-lists.js';
import { type CallManagerLoad, type PagePace, PageTurns } from './page-turns.js';
import { SweepGivenUp, type SweepLimits, tellingSome } from './sweep-limits.js';
import { type SweepParts, type SweptPageCost, sweep } from './sweep.js';
import type { Place } from '../domain/place.js';
import { sweptTables } from '../domain/swept-tables.js';

/** How often and how fast the inventory reads the cluster, and how much it may store. */
export interface InventoryPace extends PagePace {
  /** The time from the end of a sweep to the start of the next one, in milliseconds. */
  readonly betweenSweepsMs: number;
  /** How many bytes the store may take on the disk. */
  readonly storeBytes: number;
  /** How much a sweep stores; `usualLimits` if not given. */
  readonly limits?: Partial<SweepLimits> | undefined;
}

/** The history: changes of this service and of others, and dismissed findings. */
export interface InventoryJournal extends ElsewhereJournal, ChangeLog, ChangeJournal {
  dismiss(dismissal: Omit<KeptDismissal, 'time'>): Promise<KeptDismissal>;
  /** @returns whether the finding was dismissed */
  restoreDismissed(id: string): Promise<boolean>;
  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]>;
  /** @returns the ids of all dismissed findings, at most `most` */
  dismissedIds(most: number): Promise<readonly string[]>;
}

/** How many findings are read at once, and how many characters they may have. Together they take at most 2 MB. */
const [findingsAtOnce, longestPortion] = [500, 500_000];
/** The longest page of findings, in bytes of JSON. */
const mostPageBytes = 2_000_000;
/** The most bytes of the members that are added to a finding in an answer. */
const addedBytes = 100;
/**
 * How many findings may be dismissed. At this number, some dismissals whose findings are gone are dropped to make room.
 */
export const mostDismissed = 5_000;
const droppedAtOnce = 100;
/** If not more than this number of devices differ between two sweeps, the changes always count as made by hand. */
const fewestOfAnother = 50;
/** The pause after a failed sweep, in milliseconds. After a complete sweep, the pause is longer. */
const retryMs = 60_000;
/** How long a stop waits for the running sweep, in milliseconds. */
const closeMs = 500;

/** The inventory of a cluster. It sweeps the cluster repeatedly until it is closed. */
export class Inventory implements AskedInventory {
  readonly #pages: ClusterPages;
  readonly #pace: InventoryPace;
  readonly #observe: Observe;
  readonly #journal: InventoryJournal;
  readonly #sweeper = randomUUID();
  readonly #end = new AbortController();
  /** The asker for questions of the service itself. */
  readonly #itself: Asker = { user: '', signal: this.#end.signal };
  /** Aborts to begin a sweep now. */
  #wait = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #reason: string | undefined;
  #sweeping: { tables: number; rows: number } | undefined;
  /** Whether the sweep is reading pages. After that, it reads nothing new any more. */
  #isReading = false;
  readonly store: InventoryStore;
  readonly lookups: ReturnType<typeof keptLookups>;
  readonly #reads: FairReads;
  readonly #changes: Journal;
  /** Compares the lists that callers are shown live. */
  readonly liveLists: LiveLists;
  readonly #turn: () => Promise<OpenCall>;

  /** @param journal stores the changes that others have made */
  constructor(
    store: InventoryStore,
    pages: ClusterPages,
    load: CallManagerLoad,
    pace: InventoryPace,
    observe: Observe,
    journal: InventoryJournal,
  ) {
    this.#journal = journal;
    this.store = store;
    this.#pages = pages;
    this.#pace = pace;
    this.#observe = observe;
    const { signal } = this.#end;
    const turns = new PageTurns(pace, load, signal);
    this.#turn = () => turns.next();
    const most = { changes: fewestOfAnother, withinMs: pace.betweenSweepsMs };
    this.#changes = new Journal(journal);
    const [reads, dear] = [store, store.dear].map(
      (of) => new JournaledReads(of, this.#changes),
    ) as Both<JournaledReads>;
    const keepSeen = this.#keepSeen;
    this.liveLists = new LiveLists({
      store,
      reads,
      pages,
      journal: this.#changes,
      keepSeen,
      turn: this.#turn,
      observe,
      signal,
      most,
    });
    this.#reads = new FairReads({ reads, dear, atOnce: store.atOnce });
    this.lookups = keptLookups(this.#reads);
  }

  /** Begins to sweep, repeatedly. */
  start(): void {
    this.#running = this.#sweepAgainAndAgain();
  }

  sweepNow(): void {
    if (!this.#isReading) this.#wait.abort();
  }

  async state(asker = this.#itself): Promise<InventoryState> {
    const kept = await asked(() => this.#reads.of(asker).kept());
    const progress = this.#sweeping && { ...this.#sweeping, of: sweptTables.length };
    const state = this.#reason !== undefined ? 'resting' : kept.generation === 0 ? 'filling' : 'whole';
    return { state, reason: this.#reason, kept, progress };
  }

  async findings(
    { dismissed, ...filter }: FindingFilter & { readonly dismissed: boolean },
    limit: number,
    asker = this.#itself,
  ): Promise<FindingsPage> {
    const listed: ListedFinding[] = [];
    let bytes = 0;
    // Dismissed findings are looked up by their ids, because there are only a few.
    const ids = dismissed ? await this.#dismissedIds(asker) : undefined;
    if (ids?.length === 0) {
      // There is no dismissed finding. This call is made only because it throws if the inventory is incomplete.
      await this.#found({}, 1, asker);
      return { listed, hasMore: false };
    }
    for await (const found of this.#portions(ids ? { ...filter, ids } : filter, asker)) {
      for (const one of found) {
        if ((one.dismissal !== null) !== dismissed) continue;
        bytes += bytesOf(one);
        if (listed.length >= limit || (bytes > mostPageBytes && listed.length > 0)) return { listed, hasMore: true };
        listed.push(one);
      }
    }
    return { listed, hasMore: false };
  }

  async findingCounts(asker = this.#itself): Promise<FindingCounts | undefined> {
    if ((await asked(() => this.#reads.of(asker).kept())).generation === 0) return undefined;
    const counts: Record<FindingKind, number> = { ...(await asked(() => this.#reads.of(asker).findingCounts())) };
    const ids = await this.#dismissedIds(asker);
    if (ids.length === 0) return counts;
    for await (const found of this.#portions({ ids }, asker)) {
      // Never less than 0: a sweep may have ended after the counts were read.
      for (const { kind, dismissal } of found) if (dismissal && counts[kind] > 0) counts[kind] -= 1;
    }
    return counts;
  }

  #dismissedIds(asker: Asker): Promise<readonly string[]> {
    return this.#reads.together(asker, ['dismissed'], () => this.#journal.dismissedIds(mostDismissed));
  }

  /** All findings, in portions. */
  async *#portions(filter: FindingFilter, asker: Asker): AsyncGenerator<readonly ListedFinding[]> {
    for (let { after } = filter; ;) {
      const { listed, isCut } = await this.#listed({ ...filter, after }, asker);
      yield listed;
      if (listed.length < findingsAtOnce && !isCut) return;
      after = listed.at(-1);
    }
  }

  /** One portion of findings, with their dismissals. Callers who ask for the same portion share the answer. */
  #listed(filter: FindingFilter, asker: Asker): Promise<{ listed: readonly ListedFinding[]; isCut: boolean }> {
    return this.#reads.together(asker, ['findings', filter], async (reads) => {
      const { value, isCut } = known(await asked(() => reads.findings(filter, findingsAtOnce, longestPortion)));
      const dismissals = await this.#journal.dismissalsOf(value.map(({ id }) => id));
      return { listed: value.map((finding) => ({ ...finding, dismissal: dismissalOf(finding, dismissals) })), isCut };
    });
  }

  async dismiss(id: string, dismissal: Pick<Dismissal, 'reason' | 'user'>, asker = this.#itself): Promise<Dismissal> {
    const [finding] = (await this.#found({ id }, 1, asker)).value;
    if (!finding) throw noSuchFinding();
    await this.#makeRoomFor(id, asker);
    const { reason, user, time } = await this.#journal.dismiss({ id, evidence: finding.evidence, ...dismissal });
    return { reason, user, time };
  }

  async restoreDismissed(id: string, asker = this.#itself): Promise<void> {
    if (await this.#journal.restoreDismissed(id)) return;
    const [finding] = (await this.#found({ id }, 1, asker)).value;
    if (!finding) throw noSuchFinding();
  }

  /**
   * If too many findings are dismissed, it drops dismissals whose findings are gone.
   * @throws ServiceError `invalid-request`
   */
  async #makeRoomFor(id: string, asker: Asker): Promise<void> {
    const ids = await this.#journal.dismissedIds(mostDismissed);
    if (ids.length < mostDismissed || ids.includes(id)) return;
    const present = new Set<string>();
    for await (const found of this.#portions({ ids }, asker)) for (const finding of found) present.add(finding.id);
    const gone = ids.filter((one) => !present.has(one)).slice(0, droppedAtOnce);
    if (gone.length === 0) {
      const detail = `${mostDismissed} findings are dismissed already. Restore some of them first.`;
      throw new RequestRefused('invalid-request', { detail });
    }
    for (const one of gone) await this.#journal.restoreDismissed(one);
  }

  async #found(filter: FindingFilter, limit: number, asker: Asker): Promise<FoundFindings> {
    return known(await asked(() => this.#reads.of(asker).findings(filter, limit, longestPortion)));
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#wait.abort();
    // Do not wait for a long step of a sweep.
    await Promise.race([this.#running, delay(closeMs, undefined, { ref: false })]);
    await this.store.close();
  }

  async #sweepAgainAndAgain(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      const isNow = this.#wait.signal.aborted;
      this.#wait = new AbortController();
      const pauseMs = await this.#sweepIfDue(isNow ? 0 : this.#pace.betweenSweepsMs);
      await delay(pauseMs, undefined, { signal: this.#wait.signal, ref: false }).catch(() => undefined);
    }
  }

  /** @returns the time until the next check, in milliseconds */
  async #sweepIfDue(betweenSweepsMs: number): Promise<number> {
    const started = performance.now();
    let rows = 0;
    let taken: SweepPosition | undefined;
    const telling = tellingSome((text) => {
      this.#observe({ kind: 'warning', text });
    });
    try {
      const claimed = await this.store.claim(this.#sweeper, { betweenSweepsMs }, await this.#placeToBegin());
      if ('dueInMs' in claimed) return claimed.dueInMs;
      taken = claimed;
      this.#sweeping = { tables: 0, rows: 0 };
      const parts = {
        pages: this.#pages,
        store: this.store,
        turn: this.#turn,
        swept: async (cost: SweptPageCost) => {
          rows += cost.rows;
          this.#swept(cost, rows);
          await this.#refuseMore();
        },
        limits: this.#pace.limits,
        notKept: telling.told,
        doubted: (text: string) => {
          this.#observe({ kind: 'warning', text });
        },
      };
      await this.#read(taken, parts);
      let isAnother = await this.#isAnother(taken);
      if (isAnother) {
        // This may be another cluster. Before that is believed, the cluster is read again.
        taken = await this.store.again(taken, await this.#placeToBegin());
        await this.#read(taken, parts);
        isAnother = await this.#isAnother(taken);
      }
      if (!isAnother) await keepChanges(taken, { ...parts, journal: this.#changes, keepSeen: this.#keepSeen });
      await askMissingNumbers(taken, parts);
      await this.store.keepFormerNumbers(taken, isAnother);
      await fromHistory(readFormerLabels(this.#journal, this.store, taken, isAnother));
      const ended = await this.#changes.place();
      const found = await this.store.findFindings(taken);
      await this.store.publish(taken, found.portions, ended);
      // With this call, the age of the sweep becomes known now, even if the clock is set back before anyone asks.
      void this.store.kept().catch(() => undefined);
      this.#reason = undefined;
      const outcome = isAnother ? 'another' : 'whole';
      this.#told({ outcome, cause: undefined, findings: found.counts }, rows, started);
      return this.#pace.betweenSweepsMs;
    } catch (thrown) {
      const isGivenUp = thrown instanceof SweepGivenUp;
      // If the store fails too, another instance takes over the sweep after a while.
      if (taken) await this.store[isGivenUp ? 'giveUp' : 'release'](taken).catch(() => undefined);
      if (this.#end.signal.aborted) return 0;
      const reason = reasonOf(thrown) ?? 'This service failed unexpectedly. Its log has the details.';
      if (reasonOf(thrown) === undefined) this.#observe(unexpected(thrown));
      this.#reason = reason;
      this.#told({ outcome: 'failed', cause: reason, findings: undefined }, rows, started);
      return isGivenUp ? this.#pace.betweenSweepsMs : Math.min(retryMs, this.#pace.betweenSweepsMs);
    } finally {
      telling.ended();
      this.#sweeping = undefined;
    }
  }

  /**
   * @returns the place at which a sweep begins now. A change that may still be carried out while it reads counts as a
   * later one: so its list is not known until a sweep that begins after that has read it
   */
  #placeToBegin(): Promise<Place> {
    return this.#changes.place(this.#pace.pageTimeoutMs);
  }

  async #read(position: SweepPosition, parts: SweepParts): Promise<void> {
    this.#isReading = true;
    await sweep(position, parts).finally(() => (this.#isReading = false));
    await this.store.settleLeftOut(position);
  }

  /** @throws SweepGivenUp if the store exceeds its size limit */
  async #refuseMore(): Promise<void> {
    const { storeBytes } = this.#pace;
    if ((await this.store.bytes()) <= storeBytes) return;
    const mb = Math.floor(storeBytes / 1_048_576);
    throw new SweepGivenUp(
      `The inventory takes more than ${mb} MB on the disk (INVENTORY_MAX_MB): a sweep was stopped.`,
    );
  }

  /** Whether more differs than people can change by hand. If so, a backup was restored, or this is another cluster. */
  async #isAnother(position: SweepPosition): Promise<boolean> {
    await this.#changes.upToDate(async () => (await this.store.kept()).place);
    const ours = this.#changes.latest?.owners;
    const { devices, gone, changed } = await this.store.compare(position, ours ?? []);
    const isMuch = ours !== undefined && changed > fewestOfAnother && changed * 3 > devices;
    return isMuch || (devices > 0 && gone === devices);
  }

  readonly #keepSeen = (seen: readonly SeenChange[]): Promise<void> => fromHistory(this.#journal.keepSeen(seen));

  #told(end: Pick<SweepEnded, 'outcome' | 'cause' | 'findings'>, rows: number, started: number): void {
    this.#observe({ kind: 'inventory-sweep', ...end, rows, durationMs: performance.now() - started });
  }

  #swept(cost: SweptPageCost, rows: number): void {
    this.#sweeping = { tables: sweptTables.indexOf(cost.table), rows };
    this.#observe({ kind: 'inventory-page', ...cost });
  }
}

type Both<Item> = [Item, Item];
type SweepEnded = Extract<Observation, { readonly kind: 'inventory-sweep' }>;

function bytesOf(finding: ListedFinding): number {
  return Buffer.byteLength(JSON.stringify(finding)) + addedBytes;
}

function noSuchFinding(): ServiceError {
  return new RequestRefused('finding-not-found', { detail: 'The inventory has no finding of this id.' });
}

/** @returns why the inventory pauses, in words that can be shown; undefined for a bug of this service */
function reasonOf(thrown: unknown): string | undefined {
  if (isServiceError(thrown)) return thrown.facts.detail;
  if (thrown instanceof SweepGivenUp) return thrown.message;
  if (thrown instanceof StoreUnavailable) return `The inventory's store cannot be used (${thrown.cause}).`;
  return undefined;
}
