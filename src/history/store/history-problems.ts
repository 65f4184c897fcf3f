/** The store cannot do something now. Its cause is a short word for the log, such as a system's error code. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable';
  override readonly cause: string;

  constructor(cause: string) {
    super(`the history of changes is not available (${cause})`);
    this.cause = cause;
  }
}

/** A store that cannot be used until somebody has mended something. The message names HISTORY_URL, but not its value. */
export class HistoryUnusable extends Error {
  override readonly name = 'HistoryUnusable';

  /** @param problem what follows the variable's name */
  constructor(readonly problem: string) {
    super(`HISTORY_URL ${problem}`);
  }
}
