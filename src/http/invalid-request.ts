import { type FieldProblem, ServiceError } from '../domain/errors.js';

/** @param problems at least one */
export function invalidRequest(problems: readonly FieldProblem[]): ServiceError {
  const detail = problems.map((problem) => `${problem.field} ${problem.detail}`).join('; ');
  return new ServiceError('invalid-request', { detail: `${detail}.`, fields: problems });
}
