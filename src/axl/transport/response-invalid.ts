import { ServiceError } from '../../domain/errors.js';
import type { Effect } from '../../domain/resend-policy.js';

/**
 * @param detail a sentence for the caller on what is wrong with the call manager's response
 * @returns the error for a response that is none: what the request did is not known, unless it is said
 */
export function responseInvalid(detail: string, cause = 'answer', effect: Effect = 'unknown'): ServiceError {
  return new ServiceError('call-manager-answer-invalid', { detail, effect, cause });
}
