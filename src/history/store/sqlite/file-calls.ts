import type { ChangeFile } from './change-file.js';
import type { Answer, Call } from './thread-call.js';

/** Where calls wait for the thread that has the file. */
export type Queue = 'writes' | 'lookUps' | 'searches' | 'end';

/** What the thread is asked for, with the queue in which it waits. */
export const queueOf = {
  begin: 'writes',
  keepSeen: 'writes',
  settle: 'writes',
  keepFound: 'writes',
  settleAbandoned: 'writes',
  retract: 'writes',
  beginRun: 'writes',
  dismiss: 'writes',
  transact: 'writes',
  noteClock: 'writes',
  takeDismissalBack: 'writes',
  lookUp: 'lookUps',
  search: 'searches',
  deleteEmptyRuns: 'searches',
  deleteOlderThan: 'searches',
  close: 'end',
} as const satisfies Partial<Record<keyof ChangeFile, Queue>>;

/** The methods of the file that the thread is asked for. */
export type FileCalls = Pick<ChangeFile, keyof typeof queueOf>;
export type FileCall = Call<FileCalls>;

/** All answers to one message come in one: a single one when the file is open, then one to each call. */
export type FileAnswer =
  | Answer
  /** The file cannot be used: what follows HISTORY_URL. */
  | { readonly unusable: string };
