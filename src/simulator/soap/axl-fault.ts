/** A refusal that AXL sends as a SOAP fault (HTTP 500). */
export class AxlFault extends Error {
  override name = 'AxlFault';

  /**
   * @param axlCode the number in axlError
   * @param message the text of faultstring and axlmessage
   * @param side the origin of the failure: the request (Client) or the call manager (Server)
   */
  constructor(
    readonly axlCode: number,
    message: string,
    readonly side: 'Client' | 'Server' = 'Client',
  ) {
    super(message);
  }
}

/** The item that a request names does not exist (5007). */
export function itemNotFound(item: string): AxlFault {
  return new AxlFault(5007, `Item not valid: The specified ${item} was not found`);
}

/** A value that the schema allows and the call manager refuses (5003). */
export function invalidValue(message: string): AxlFault {
  return new AxlFault(5003, message);
}

/** A key that must be unique is taken (-239). The text is the database's own. */
export function duplicateKey(): AxlFault {
  return new AxlFault(
    -239,
    'Could not insert new row - duplicate value in a UNIQUE INDEX column (Unique Index:).',
    'Server',
  );
}

/** Another change of the same record is in progress (-107). This is temporary. */
export function recordLocked(): AxlFault {
  return new AxlFault(-107, 'ISAM error: record is locked.', 'Server');
}

/** The request violates the schema or the protocol. No code for this is published, so this uses -1. */
export function malformed(message: string): AxlFault {
  return new AxlFault(-1, message);
}

/** The responses in flight take more memory than AXL allows (16 MB). */
export function memoryConsumed(): AxlFault {
  return new AxlFault(
    -1,
    'Maximum AXL Memory Allocation Consumed. Please retry once requests in progress have completed',
    'Server',
  );
}

/** One response would exceed the limit (8 MB). AXL says how many rows would fit. */
export function responseTooLarge(rows: number, bytes: number, maxBytes: number): AxlFault {
  return tooManyRows(rows, Math.max(1, Math.floor((rows * maxBytes) / bytes)));
}

/** The fault for a response that would exceed the limit, for a given number of rows that fit. */
export function tooManyRows(rows: number, fitting: number): AxlFault {
  return new AxlFault(
    -1,
    `Query request too large. Total rows matched: ${rows} rows. Suggestive Row Fetch: less than ${fitting} rows`,
    'Server',
  );
}
