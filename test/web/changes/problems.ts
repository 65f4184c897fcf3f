import { ProblemError } from '../../../src/client/index.js';

/** The service's answer with a code. */
export function problem(status: number, code: ProblemError['code'], retryAfterSeconds?: number): ProblemError {
  const body = { type: 'about:blank', title: code, detail: `It says ${code}.`, requestId: 'r1', status, code };
  return new ProblemError(body, retryAfterSeconds, undefined);
}
