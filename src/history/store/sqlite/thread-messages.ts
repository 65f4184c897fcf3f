import type { Outcome } from '../../change.js';
import type { Value } from './change-file.js';

/** What the thread is asked for, one after another. */
export type Task =
  | {
      readonly task: 'begin';
      readonly sequence: number;
      readonly time: number;
      readonly values: readonly Value[];
      readonly numbers: readonly string[];
    }
  | { readonly task: 'settle'; readonly sequence: number; readonly outcome: Outcome }
  | { readonly task: 'settle-abandoned'; readonly upTo: number }
  | { readonly task: 'retract'; readonly sequence: number }
  | { readonly task: 'select'; readonly from: string; readonly values: readonly Value[] }
  | { readonly task: 'delete'; readonly time: number; readonly most: number }
  | { readonly task: 'close' };

/** What it answers: once when the file is open, then to each task. */
export type Answer =
  | { readonly ok: unknown }
  /** Why not, a short word for the log. */
  | { readonly failed: string }
  /** The file cannot be used: what follows HISTORY_URL. */
  | { readonly unusable: string };
