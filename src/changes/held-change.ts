import type { Right } from '../domain/rights.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext, CallOptions } from '../use-cases/call-context.js';
import type { CallManager } from '../use-cases/call-manager.js';
import type { ReplaceButtons } from '../use-cases/replace-buttons.js';
import type { FindingsOfWork, LookupsOfWork } from './finding.js';
import type { WritingStop } from '../use-cases/writing-stop.js';
import type { Change, ChangeList, ListState } from './change.js';
import type { History } from './journal.js';
import type { ChangeStore, Holder } from './store/change-store.js';

/** What work on changes needs. */
export interface ChangeWorkOptions {
  readonly history: History;
  readonly store: ChangeStore;
  readonly callManager: Pick<CallManager, 'buttons'>;
  /** How the lists of an intent are found. */
  readonly lookups: LookupsOfWork;
  /** Findings of the inventory; undefined if there is none. */
  readonly findings: FindingsOfWork | undefined;
  readonly replaceButtons: ReplaceButtons;
  /** While writing is stopped, running changes wait. */
  readonly writingStop: Pick<WritingStop, 'shown'>;
  readonly observe: Observe;
  /** The right of a user now; undefined if there is no such user any more. */
  readonly rightOf: (user: string) => Right | undefined;
  /** How many lists of changes are sent in an hour, by all instances; 0: no limit. */
  readonly perHour: number;
  /** How long one list may take, in milliseconds. */
  readonly listMs: number;
  /** Ends lists that are being sent, when the service stops and its grace period is over. */
  readonly graceOver: AbortSignal;
}

/** Why the work on a change ends before the end of its lists. `turn`: it is another change's turn. */
export type WorkEnd = 'stopped' | 'lost' | 'right' | 'closing' | 'turn';

/** One change that is worked on. */
export interface HeldChange {
  readonly change: Change;
  readonly holder: Holder;
  readonly end: AbortController;
  /** Since when, on the clock of performance.now(). */
  readonly since: number;
  /** Why it ends; the first reason counts. */
  because: WorkEnd | undefined;
  /** What it waits for now, as a sentence. */
  waitsFor: string | undefined;
}

/** What the reading of a change, and the setting of its lists, ask of the work that they are part of. */
export interface PartOfWork {
  /** Asks the store, and observes it. @throws ServiceError `history-unavailable` */
  ask<Result>(ask: (store: ChangeStore) => Promise<Result>): Promise<Result>;
  /** Goes through lists of a change page by page, so that a change is never whole in memory. */
  pages(id: string, states?: readonly ListState[]): AsyncGenerator<readonly ChangeList[]>;
  /** Extends the claim on a change, and reads whether it must stop. Never rejects. @returns whether to go on */
  hold(held: HeldChange): Promise<boolean>;
  /** Runs work for a user, with a new context. */
  as<Result>(
    options: Pick<CallOptions, 'user' | 'of' | 'undoes' | 'endedBy' | 'isBackground'>,
    work: (context: CallContext) => Promise<Result>,
  ): Promise<Result>;
}

/** Ends the work on a change. The first reason counts. */
export function endWork(held: HeldChange, because: WorkEnd): void {
  held.because ??= because;
  held.end.abort();
}
