import type { FoundLater, Outcome } from '../../change.js';

/** What can stand in the place of a question mark. */
export type SqliteValue = string | number | null;

export interface SqliteStep {
  readonly text: string;
  readonly values: readonly SqliteValue[];
}

/** Why a change was not kept whose run is not there. */
export const runGone = 'run gone';

/** What the thread is asked for: some of them in one message. */
export type Task =
  | {
      readonly task: 'begin';
      readonly sequence: number;
      readonly time: number;
      readonly values: readonly SqliteValue[];
      readonly numbers: readonly string[];
      /** The run that it belongs to; nothing is kept where that is not there. */
      readonly run: string | null;
    }
  | {
      readonly task: 'keep-seen';
      readonly sequence: number;
      readonly time: number;
      readonly values: readonly SqliteValue[];
      readonly numbers: readonly string[];
      readonly seenAfter: number;
      readonly key: string;
    }
  | { readonly task: 'settle'; readonly sequence: number; readonly outcome: Outcome; readonly uuid: string | null }
  | {
      readonly task: 'keep-found';
      readonly sequence: number;
      readonly list: FoundLater['list'];
      readonly time: number;
    }
  | { readonly task: 'settle-abandoned'; readonly upTo: number }
  | { readonly task: 'retract'; readonly sequence: number }
  /** Some rows that an index leads to. */
  | { readonly task: 'look-up'; readonly text: string; readonly values: readonly SqliteValue[] }
  /** More work than that. */
  | { readonly task: 'search'; readonly text: string; readonly values: readonly SqliteValue[] }
  | { readonly task: 'dismiss'; readonly values: readonly SqliteValue[] }
  | { readonly task: 'take-dismissal-back'; readonly id: string }
  /** Some statements in one transaction, each of which returns rows. */
  | { readonly task: 'transact'; readonly steps: readonly SqliteStep[] }
  | { readonly task: 'note-clock'; readonly time: number }
  | { readonly task: 'begin-run'; readonly values: readonly SqliteValue[] }
  | { readonly task: 'delete-runs'; readonly time: number; readonly most: number }
  | { readonly task: 'delete'; readonly time: number; readonly most: number }
  | { readonly task: 'close' };

/** What it answers, all answers to one message in one: a single one when the file is open, then one to each task. */
export type Answer =
  | { readonly ok: unknown }
  /** Why not, a short word for the log. */
  | { readonly failed: string }
  /** The file cannot be used: what follows HISTORY_URL. */
  | { readonly unusable: string };
