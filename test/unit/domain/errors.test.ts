import { describe, expect, it } from 'vitest';
import { isServiceError, RequestRefused, ServiceError } from '../../../src/domain/errors.js';

describe('errors of this service', () => {
  it('are told from others, and by their codes', () => {
    const error = new ServiceError('overloaded', { detail: 'x', effect: 'none' });
    expect(isServiceError(error)).toBe(true);
    expect(isServiceError(error, 'phone-not-found', 'overloaded')).toBe(true);
    expect(isServiceError(error, 'phone-not-found')).toBe(false);
    expect(isServiceError(new Error('overloaded'), 'overloaded')).toBe(false);
  });

  it('that refuse a request say that nothing was asked of the call manager', () => {
    expect(new RequestRefused('forbidden', { detail: 'x' }).facts).toEqual({ detail: 'x', effect: 'none' });
  });
});
