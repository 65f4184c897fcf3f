import { describe, expect, it } from 'vitest';
import type { DeviceName } from '../../../src/domain/identifiers.js';
import {
  invalidRequest,
  isServiceError,
  noSuchDevice,
  RequestRefused,
  ServiceError,
} from '../../../src/domain/errors.js';

describe('errors of this service', () => {
  it('differ from others, and are distinguished by their codes', () => {
    const error = new ServiceError('overloaded', { detail: 'x', effect: 'none' });
    expect(isServiceError(error)).toBe(true);
    expect(isServiceError(error, 'phone-not-found', 'overloaded')).toBe(true);
    expect(isServiceError(error, 'phone-not-found')).toBe(false);
    expect(isServiceError(new Error('overloaded'), 'overloaded')).toBe(false);
  });

  it('that refuse a request say that nothing was sent to the call manager', () => {
    expect(new RequestRefused('forbidden', { detail: 'x' }).facts).toEqual({ detail: 'x', effect: 'none' });
  });

  it('have a name and a message, for code that treats them as any error', () => {
    const error = new ServiceError('overloaded', { detail: 'Too much.', effect: 'none' });
    expect([error.name, error.message]).toEqual(['ServiceError', 'Too much.']);
  });

  it('name the missing device, in the words of callers, and since when', () => {
    const name = 'A1' as DeviceName;
    const phone = noSuchDevice({ kind: 'phone', name });
    expect([phone.code, phone.facts]).toEqual([
      'phone-not-found',
      { detail: 'There is no phone A1.', effect: 'refused' },
    ]);
    expect(phone.facts).not.toHaveProperty('axlCode');
    const profile = noSuchDevice({ kind: 'profile', name }, { since: ' any more', axlCode: 5007 });
    expect([profile.code, profile.facts]).toEqual([
      'profile-not-found',
      { detail: 'There is no device profile A1 any more.', axlCode: 5007, effect: 'refused' },
    ]);
  });

  it('name each wrong field of a request, also in one sentence', () => {
    const fields = [
      { field: 'query.a', detail: 'is empty' },
      { field: 'body', detail: 'is missing' },
    ];
    const { code, facts } = invalidRequest(fields);
    expect(code).toBe('invalid-request');
    expect(facts).toEqual({ detail: 'query.a is empty; body is missing.', fields, effect: 'none' });
  });
});
