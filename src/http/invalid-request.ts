import { type FieldProblem, RequestRefused, type ServiceError } from '../domain/errors.js';

/** @param problems at least one */
export function invalidRequest(problems: readonly FieldProblem[]): ServiceError {
  const detail = problems.map((problem) => `${problem.field} ${problem.detail}`).join('; ');
  return new RequestRefused('invalid-request', { detail: `${detail}.`, fields: problems });
}
