import type { DeviceKey } from '../domain/device.js';
import { ServiceError } from '../domain/errors.js';

/**
 * @param since how long that is so, for a device that was there before: ` any more`
 * @returns the error for a device that the call manager does not have
 */
export function noSuchDevice({ kind, name }: DeviceKey, since = ''): ServiceError {
  const [code, noun] =
    kind === 'phone' ? (['phone-not-found', 'phone'] as const) : (['profile-not-found', 'device profile'] as const);
  return new ServiceError(code, { detail: `There is no ${noun} ${name}${since}.`, effect: 'refused' });
}
