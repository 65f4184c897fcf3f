import type { ChangeFile } from './change-file.js';
import type { Answer, Call } from './thread-call.js';

/** The queues in which calls wait for the thread that has the file. */
export type Queue = 'writes' | 'lookUps' | 'searches' | 'end';

/** The calls to the thread, each with its queue. */
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
  restoreDismissed: 'writes',
  lookUp: 'lookUps',
  search: 'searches',
  deleteEmptyRuns: 'searches',
  deleteOlderThan: 'searches',
  close: 'end',
} as const satisfies Partial<Record<keyof ChangeFile, Queue>>;

/** The methods of the file that the thread offers. */
export type FileCalls = Pick<ChangeFile, keyof typeof queueOf>;
export type FileCall = Call<FileCalls>;

/**
 * The thread's messages. The first one says that the file is open. After that, each message to the thread gets one
 * message back, with the answers to all of its calls.
 */
export type FileAnswer =
  | Answer
  /** The file cannot be used; the text follows HISTORY_URL in the message. */
  | { readonly unusable: string };
